import { tmpdir } from "node:os";
import type { Scratch } from "../core/data/scratch.ts";
import { type Disk, realDisk, UnlinkedFile } from "./unlinked-file.ts";

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
const noBytes = new Uint8Array(0);

/**
 * Keeps little in memory: what is more goes to a file without a name. Where no file can be made,
 * everything stays in memory. Of `expectedBytes` beyond what may stay in memory nothing does from
 * the start.
 */
export function fileScratch(
  expectedBytes = 0,
  options: FileScratchOptions = {},
): Scratch & Disposable {
  return new FileScratch(expectedBytes, options);
}

class FileScratch implements Scratch, Disposable {
  readonly #folder: string;
  readonly #disk: Disk;
  #mostBlocks: number;
  #file: UnlinkedFile | undefined;
  /** Where each list of bytes begins, and the last one ends. */
  #starts = new Float64Array(256);
  #count = 0;
  /** What is not in the file yet, in blocks that are all full but the last. */
  #blocks: Uint8Array[] = [];
  /** One that was written, to be filled again. */
  #spare: Uint8Array | undefined;
  /** What was last read of the file, and from where. */
  #window = noBytes;
  #windowStart = 0;
  #windowEnd = 0;

  constructor(
    expectedBytes: number,
    { folder = tmpdir(), mostInMemory = 1 << 23, disk = realDisk }: FileScratchOptions,
  ) {
    this.#folder = folder;
    this.#disk = disk;
    this.#mostBlocks = expectedBytes > mostInMemory ? 1 : Math.max(1, mostInMemory / blockBytes);
  }

  keep(bytes: Uint8Array): number {
    const end = this.#starts[this.#count]! + bytes.length;
    this.#append(bytes);
    if (this.#count + 2 > this.#starts.length) this.#starts = enlarged(this.#starts);
    this.#starts[++this.#count] = end;
    return this.#count - 1;
  }

  read(place: number): Uint8Array {
    if (!(place >= 0 && place < this.#count)) throw new RangeError(`nothing was kept at ${place}`);
    const [start, end] = [this.#starts[place]!, this.#starts[place + 1]!];
    const at = start - this.#filed;
    const inBlock = at % blockBytes;
    if (at >= 0 && inBlock + end - start <= blockBytes)
      return (this.#blocks[Math.floor(at / blockBytes)] ?? noBytes).subarray(
        inBlock,
        inBlock + end - start,
      );
    if (start < this.#windowStart || end > this.#windowEnd) this.#look(start, end);
    return this.#window.subarray(start - this.#windowStart, end - this.#windowStart);
  }

  [Symbol.dispose](): void {
    this.#count = 0;
    this.#blocks = [];
    this.#spare = undefined;
    this.#file?.[Symbol.dispose]();
    this.#file = undefined;
  }

  /** So many bytes are in the file, and no longer in blocks. */
  get #filed(): number {
    return this.#file?.length ?? 0;
  }

  #append(bytes: Uint8Array): void {
    for (let taken = 0, at = this.#starts[this.#count]! - this.#filed; taken < bytes.length; ) {
      if (at === this.#blocks.length * blockBytes) this.#addBlock();
      const inBlock = at % blockBytes;
      const part = bytes.subarray(taken, taken + blockBytes - inBlock);
      this.#blocks.at(-1)!.set(part, inBlock);
      taken += part.length;
      at += part.length;
    }
    this.#flush();
  }

  #addBlock(): void {
    this.#blocks.push(this.#spare ?? new Uint8Array(blockBytes));
    this.#spare = undefined;
  }

  /** Writes the blocks that are full, once they are too many for memory. */
  #flush(): void {
    if (!this.#file && this.#blocks.length > this.#mostBlocks) {
      this.#file = UnlinkedFile.open(this.#folder, this.#disk);
      if (!this.#file) this.#mostBlocks = Number.POSITIVE_INFINITY;
    }
    while (this.#file && this.#blocks.length > 1) {
      this.#file.append(this.#blocks[0]!);
      this.#spare = this.#blocks.shift();
    }
  }

  /** Fills the window from `start` on, at least up to `end`. */
  #look(start: number, end: number): void {
    const wanted = Math.max(end - start, windowBytes);
    if (wanted > this.#window.length) this.#window = new Uint8Array(wanted);
    const filed = this.#file?.read(this.#window, start) ?? 0;
    this.#copyBlocks(start + filed, end, this.#window.subarray(filed));
    this.#windowStart = start;
    this.#windowEnd = Math.max(start + filed, end);
  }

  #copyBlocks(start: number, end: number, into: Uint8Array): void {
    for (let at = start; at < end; ) {
      const inBlocks = at - this.#filed;
      const inBlock = inBlocks % blockBytes;
      const part = this.#blocks[Math.floor(inBlocks / blockBytes)]!.subarray(
        inBlock,
        Math.min(blockBytes, inBlock + end - at),
      );
      into.set(part, at - start);
      at += part.length;
    }
  }
}

function enlarged(numbers: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(2 * numbers.length);
  larger.set(numbers);
  return larger;
}
