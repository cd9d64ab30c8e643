import { closeSync, openSync, readSync, unlinkSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Scratch } from "../core/scratch.ts";
import { UserError } from "../core/user-error.ts";

/** What touches the disk. */
export interface Disk {
  open(path: string): number;
  write(descriptor: number, bytes: Uint8Array, position: number): number;
  remove(path: string): void;
}

interface FileScratchOptions {
  /** Where the file is made; the system's folder for temporary files if left out. */
  readonly folder?: string;
  /** Up to so many bytes no file is made. */
  readonly mostInMemory?: number;
  readonly disk?: Disk;
}

const blockBytes = 1 << 18;
/** Bytes are read ahead: they are mostly read in the order in which they were kept. */
const windowBytes = 1 << 16;

export const realDisk: Disk = {
  // Exclusive, and for nobody else to read: folders for temporary files are open to all.
  open: (path) => openSync(path, "wx+", 0o600),
  write: (descriptor, bytes, position) => writeSync(descriptor, bytes, 0, bytes.length, position),
  remove: unlinkSync,
};

/** Files whose scratch nobody refers to any more. */
const unused = new FinalizationRegistry<number>(closeSync);

/**
 * Keeps little in memory: what is more goes to a file without a name, which is gone with the last reference to the scratch, with its disposal or with
 * the process, however that ends. Where no file can be made at all, such as in a container that may not write, everything stays in memory.
 */
export function fileScratch(
  expectedBytes = 0,
  { folder = tmpdir(), mostInMemory = 1 << 23, disk = realDisk }: FileScratchOptions = {},
): Scratch & Disposable {
  const mostBlocks = expectedBytes > mostInMemory ? 1 : Math.max(1, mostInMemory / blockBytes);
  /** Where each list of bytes begins, and the last one ends. */
  let starts = new Float64Array(256);
  let count = 0;
  /** What is not in the file yet, in blocks that are all full but the last. */
  let blocks: Uint8Array[] = [];
  /** One that was written, to be filled again. */
  let spare: Uint8Array | undefined;
  let isFileless = false;
  const file = { descriptor: -1, length: 0, removeLate: () => {} };
  const window = { bytes: new Uint8Array(0), start: 0, end: 0 };

  function openFile(): void {
    const path = join(folder, `vidimus-scratch-${crypto.randomUUID()}`);
    try {
      file.descriptor = disk.open(path);
    } catch (error) {
      if (isOutOfRoom(error)) throw outOfRoom(folder, file.length);
      isFileless = true;
      return;
    }
    unused.register(file, file.descriptor, file);
    try {
      disk.remove(path);
    } catch {
      file.removeLate = removedLate(() => disk.remove(path));
    }
  }

  /** Writes the blocks that are full. */
  function flush(): void {
    while (blocks.length > 1) {
      for (let written = 0; written < blockBytes; ) {
        const rest = blocks[0]!.subarray(written);
        written += withRoom(() => disk.write(file.descriptor, rest, file.length + written));
      }
      spare = blocks.shift();
      file.length += blockBytes;
    }
  }

  function withRoom(write: () => number): number {
    try {
      return write();
    } catch (error) {
      throw isOutOfRoom(error) ? outOfRoom(folder, file.length) : error;
    }
  }

  function append(bytes: Uint8Array): void {
    for (let taken = 0, at = starts[count]! - file.length; taken < bytes.length; ) {
      const inBlock = at % blockBytes;
      if (at === blocks.length * blockBytes) {
        blocks.push(spare ?? new Uint8Array(blockBytes));
        spare = undefined;
      }
      const part = bytes.subarray(taken, taken + blockBytes - inBlock);
      blocks.at(-1)!.set(part, inBlock);
      taken += part.length;
      at += part.length;
    }
    if (file.descriptor < 0 && blocks.length > mostBlocks && !isFileless) openFile();
    if (file.descriptor >= 0) flush();
  }

  /** Fills the window from `start` on, at least up to `end`. */
  function look(start: number, end: number): void {
    const wanted = Math.max(end - start, windowBytes);
    if (wanted > window.bytes.length) window.bytes = new Uint8Array(wanted);
    window.start = start;
    window.end = start;
    while (window.end < Math.min(end, file.length)) {
      const filled = window.end - start;
      const length = Math.min(window.bytes.length - filled, file.length - window.end);
      const got = readSync(file.descriptor, window.bytes, filled, length, window.end);
      if (got === 0) throw new Error(`${folder}: what was laid aside in a temporary file is no longer there`);
      window.end += got;
    }
    copyBlocks(window.end, end, window.bytes.subarray(window.end - start));
    window.end = Math.max(window.end, end);
  }

  function copyBlocks(start: number, end: number, into: Uint8Array): void {
    for (let at = start; at < end; ) {
      const [number, inBlock] = [Math.floor((at - file.length) / blockBytes), (at - file.length) % blockBytes];
      const part = blocks[number]!.subarray(inBlock, Math.min(blockBytes, inBlock + end - at));
      into.set(part, at - start);
      at += part.length;
    }
  }

  return {
    keep(bytes) {
      const end = starts[count]! + bytes.length;
      append(bytes);
      if (count + 2 > starts.length) starts = enlarged(starts);
      starts[++count] = end;
      return count - 1;
    },
    read(place) {
      if (!(place >= 0 && place < count)) throw new RangeError(`nothing was kept at ${place}`);
      const [start, end] = [starts[place]!, starts[place + 1]!];
      const inBlock = (start - file.length) % blockBytes;
      if (start >= file.length && inBlock + end - start <= blockBytes)
        return (blocks[Math.floor((start - file.length) / blockBytes)] ?? noBytes).subarray(inBlock, inBlock + end - start);
      if (start < window.start || end > window.end) look(start, end);
      return window.bytes.subarray(start - window.start, end - window.start);
    },
    [Symbol.dispose]() {
      count = 0;
      blocks = [];
      spare = undefined;
      if (file.descriptor < 0) return;
      unused.unregister(file);
      closeSync(file.descriptor);
      file.descriptor = -1;
      file.removeLate();
    },
  };
}

const noBytes = new Uint8Array(0);

/** Where a file that is open cannot be removed: does it at the latest as the process ends, and answers how to do it before. */
function removedLate(remove: () => void): () => void {
  process.once("exit", remove);
  return () => {
    process.off("exit", remove);
    remove();
  };
}

function enlarged(numbers: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(2 * numbers.length);
  larger.set(numbers);
  return larger;
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
