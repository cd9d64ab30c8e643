import { closeSync, openSync, readSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../core/user-error.ts";

/** What touches the disk. */
export interface Disk {
  open(path: string): number;
  write(descriptor: number, bytes: Uint8Array, position: number): number;
  remove(path: string): void;
}

export const realDisk: Disk = {
  // Exclusive, and for nobody else to read: folders for temporary files are open to all.
  open: (path) => openSync(path, "wx+", 0o600),
  write: (descriptor, bytes, position) => writeSync(descriptor, bytes, 0, bytes.length, position),
  remove: unlinkSync,
};

/** Descriptors of files that nobody refers to any more. */
const unused = new FinalizationRegistry<number>(closeSync);

/**
 * A temporary file that only grows and that no other program finds: its name is removed as soon as
 * it is open, so that it is gone with its disposal, with the last reference to it or with the
 * process, however that ends.
 */
export class UnlinkedFile implements Disposable {
  readonly #folder: string;
  readonly #disk: Disk;
  readonly #descriptor: number;
  #removeLate: (() => void) | undefined;
  #length = 0;

  /**
   * `undefined` where no file can be made there at all, such as in a container that may not write.
   */
  static open(folder: string, disk: Disk): UnlinkedFile | undefined {
    const path = join(folder, `vidimus-scratch-${crypto.randomUUID()}`);
    try {
      return new UnlinkedFile(path, { folder, disk });
    } catch (error) {
      if (isOutOfRoom(error)) throw outOfRoom(folder, 0);
      return undefined;
    }
  }

  private constructor(
    path: string,
    { folder, disk }: { readonly folder: string; readonly disk: Disk },
  ) {
    this.#folder = folder;
    this.#disk = disk;
    this.#descriptor = disk.open(path);
    unused.register(this, this.#descriptor, this);
    try {
      disk.remove(path);
    } catch {
      this.#removeLate = removedLate(() => disk.remove(path));
    }
  }

  get length(): number {
    return this.#length;
  }

  append(bytes: Uint8Array): void {
    for (let written = 0; written < bytes.length; )
      written += this.#write(bytes.subarray(written), this.#length + written);
    this.#length += bytes.length;
  }

  /** Reads as much as there is from `start` on, at most what `into` holds; answers how much. */
  read(into: Uint8Array, start: number): number {
    const wanted = Math.min(into.length, this.#length - start);
    for (let got = 0; got < wanted; ) {
      const more = readSync(this.#descriptor, into, got, wanted - got, start + got);
      if (more === 0)
        throw new Error(
          `${this.#folder}: what was laid aside in a temporary file is no longer there`,
        );
      got += more;
    }
    return Math.max(0, wanted);
  }

  [Symbol.dispose](): void {
    unused.unregister(this);
    closeSync(this.#descriptor);
    this.#removeLate?.();
  }

  #write(bytes: Uint8Array, position: number): number {
    try {
      return this.#disk.write(this.#descriptor, bytes, position);
    } catch (error) {
      throw isOutOfRoom(error) ? outOfRoom(this.#folder, this.#length) : error;
    }
  }
}

/**
 * Where a file that is open cannot be removed: does it at the latest as the process ends, and
 * answers how to do it before.
 */
function removedLate(remove: () => void): () => void {
  process.once("exit", remove);
  return () => {
    process.off("exit", remove);
    remove();
  };
}

function isOutOfRoom(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return code === "ENOSPC" || code === "EDQUOT";
}

function outOfRoom(folder: string, bytes: number): UserError {
  return new UserError(
    `${folder}: no room for what is laid aside while scoring (${(bytes / 1e6).toFixed(0)} MB so far)`,
    "free some room there, or name a folder that has more as TMPDIR (TEMP on Windows)",
  );
}
