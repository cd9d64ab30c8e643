import { closeSync, fstatSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { crc32 } from "node:zlib";
import { recordBytes, type WorkIndex } from "./work-index.ts";

/**
 * Magic, number of entries, CRC-32 of the entries, bytes and lines of the journal that the file
 * covers up to here.
 */
const headBytes = 32;
const magic = 0x58444956;

/** How much of the journal an index speaks for. */
export interface Covered {
  readonly bytes: number;
  readonly lines: number;
}

/**
 * Up to which entry, byte and line an index is to be kept; all of it must be durable in the
 * journal.
 */
export interface Durable extends Covered {
  readonly entries: number;
}

/**
 * The index of a journal on disk: derived, append-only, in checksummed blocks. Whatever is torn or
 * does not fit is ignored, and the journal itself is scanned from there on.
 */
export class IndexFile {
  readonly #path: string;
  #written = 0;
  #size = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** Fills the index from the blocks that are intact and lie within the journal. */
  load(index: WorkIndex, journalBytes: number): Covered {
    let covered: Covered = { bytes: 0, lines: 0 };
    let file: number;
    try {
      file = openSync(this.#path, "r");
    } catch {
      return covered;
    }
    try {
      const size = fstatSync(file).size;
      while (this.#size + headBytes <= size) {
        const head = Buffer.alloc(headBytes);
        readSync(file, head, 0, headBytes, this.#size);
        const length = head.readUInt32LE(4) * recordBytes;
        const next = { bytes: head.readDoubleLE(12), lines: head.readDoubleLE(20) };
        if (head.readUInt32LE(0) !== magic || this.#size + headBytes + length > size) break;
        if (next.bytes > journalBytes || next.bytes < covered.bytes) break;
        const records = Buffer.allocUnsafe(length);
        readSync(file, records, 0, length, this.#size + headBytes);
        if (crc32(records, crc32(head.subarray(0, 8))) !== head.readUInt32LE(28)) break;
        index.readRecords(records);
        covered = next;
        this.#size += headBytes + length;
      }
      this.#written = index.entryCount;
      return covered;
    } finally {
      closeSync(file);
    }
  }

  /** Adds what the index has learnt since the last time. */
  save(index: WorkIndex, { entries, ...covered }: Durable): void {
    if (entries <= this.#written) return;
    const records = index.records(this.#written, entries);
    const head = Buffer.alloc(headBytes);
    head.writeUInt32LE(magic, 0);
    head.writeUInt32LE(records.length / recordBytes, 4);
    head.writeDoubleLE(covered.bytes, 12);
    head.writeDoubleLE(covered.lines, 20);
    head.writeUInt32LE(crc32(records, crc32(head.subarray(0, 8))), 28);
    const file = openSync(this.#path, this.#size === 0 ? "w" : "r+");
    try {
      writeSync(file, Buffer.concat([head, records]), 0, headBytes + records.length, this.#size);
    } finally {
      closeSync(file);
    }
    this.#size += headBytes + records.length;
    this.#written = entries;
  }

  /** Forgets everything, for a journal that the file does not fit. */
  discard(): void {
    rmSync(this.#path, { force: true });
    this.#size = 0;
    this.#written = 0;
  }
}
