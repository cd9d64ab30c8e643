import { UserError } from "../../core/user-error.ts";

/** What an archive may unpack to; more is taken for an attack. */
export interface UnpackBounds {
  readonly maxBytes: number;
  readonly maxEntries: number;
}

/** Video hardly packs: an archive that grows two hundredfold holds something else. */
export function boundsFor(packedBytes: number): UnpackBounds {
  return { maxBytes: Math.max(1e9, 200 * packedBytes), maxEntries: 2_000_000 };
}

/** Counts what is unpacked, and refuses to go on past the bounds. */
export class UnpackMeter {
  readonly #archive: string;
  readonly #bounds: UnpackBounds;
  #bytes = 0;
  #entries = 0;

  constructor(archive: string, bounds: UnpackBounds) {
    this.#archive = archive;
    this.#bounds = bounds;
  }

  entry(): void {
    this.#entries++;
    if (this.#entries > this.#bounds.maxEntries)
      throw this.#tooMuch(`${this.#bounds.maxEntries} files`);
  }

  bytes(count: number): void {
    this.#bytes += count;
    if (this.#bytes > this.#bounds.maxBytes)
      throw this.#tooMuch(`${Math.round(this.#bounds.maxBytes / 1e6)} MB`);
  }

  #tooMuch(bound: string): UserError {
    return new UserError(
      `${this.#archive}: unpacks to more than ${bound}`,
      "if that is right, unpack it yourself and name the folder",
    );
  }
}

/** The path of an entry in parts; one that leads outside the archive is refused. */
export function entryParts(name: string, archive: string): readonly string[] {
  const parts = name.split("/").filter((part) => part !== "" && part !== ".");
  const isOutside =
    name.startsWith("/") ||
    name.includes("\\") ||
    name.includes("\0") ||
    /^[A-Za-z]:/.test(name) ||
    parts.includes("..");
  if (isOutside)
    throw new UserError(
      `${archive}: the entry ${JSON.stringify(name)} leads outside the archive`,
      "do not trust this file",
    );
  return parts;
}
