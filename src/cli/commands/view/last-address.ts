import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { contentDigest } from "../../../files/content-digest.ts";
import { writeAtomically } from "../../../files/write-atomically.ts";
import { cacheDirectory } from "../../../media/cache/cache-directory.ts";

/** Where a server was reached, and by which token. */
export interface LastAddress {
  readonly port: number;
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Later than this a server is as good as a new one. */
const longestMs = 12 * 60 * 60 * 1_000;

/**
 * The address of the last server of a folder: one that is started again has the same, so that pages
 * which are still open go on. Only this user can read it.
 */
export function lastAddress(folder: string, now: number): LastAddress | undefined {
  try {
    const last = JSON.parse(readFileSync(placeOf(folder), "utf8")) as LastAddress;
    return now - last.at < longestMs ? last : undefined;
  } catch {
    return undefined;
  }
}

/** Remembers it; where that is not possible, the next server has another. */
export function keepAddress(folder: string, address: LastAddress): void {
  try {
    mkdirSync(join(cacheDirectory(), "view"), { recursive: true, mode: 0o700 });
    writeAtomically(placeOf(folder), JSON.stringify(address), { mode: 0o600 });
  } catch {
    // See above.
  }
}

function placeOf(folder: string): string {
  return join(cacheDirectory(), "view", `${contentDigest(folder).slice(0, 24)}.json`);
}
