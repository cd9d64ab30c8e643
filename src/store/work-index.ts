import { type OutcomeKind, outcomeKinds } from "../core/run/outcome.ts";
import type { WorkState } from "../core/run/run-store.ts";
import { cellDigits, sampleDigits, type WorkKey } from "../core/run/work.ts";

/** What one line of the journal is, as the index knows it. */
export type EntryKind = OutcomeKind | "reply" | "grade" | "note" | "media";
const entryKinds: readonly EntryKind[] = [...outcomeKinds, "reply", "grade", "note", "media"];
const replyCode = entryKinds.indexOf("reply");
const gradeCode = entryKinds.indexOf("grade");

const wordsPerKey = (cellDigits + sampleDigits) / 8;
const keyLength = cellDigits + 1 + sampleDigits;
const none = -1;

/** Under which lines that belong to no work (notes, what was fitted) are found. */
export const noWork: WorkKey = `${"0".repeat(cellDigits)}-${"0".repeat(sampleDigits)}`;

/** One line that belongs to a piece of work. */
export interface IndexEntry {
  readonly kind: EntryKind;
  readonly offset: number;
}

/**
 * Which lines of a journal speak of which work, in typed arrays: about 55 bytes per piece of work
 * with one line, so that a run of a million samples is resumed from memory while its lines stay on
 * disk. Measured by `bench/run.ts`.
 */
export class WorkIndex {
  #slots = new Int32Array(1 << 10).fill(none);
  #keys = new Uint32Array(wordsPerKey << 9);
  #newest = new Int32Array(1 << 9);
  #works = 0;
  #offsets = new Float64Array(1 << 9);
  #previous = new Int32Array(1 << 9);
  #kinds = new Uint8Array(1 << 9);
  #owners = new Uint32Array(1 << 9);
  #entries = 0;
  readonly #probe = new Uint32Array(wordsPerKey);

  get entryCount(): number {
    return this.#entries;
  }

  /**
   * Notes that the line at `offset` speaks of the work; entries of one key must be added in the
   * order of the journal.
   */
  add(key: WorkKey, kind: EntryKind, offset: number): void {
    if (!this.#readKey(key)) throw new RangeError(`not a work key: ${key}`);
    this.#append(entryKinds.indexOf(kind), offset);
  }

  /** What is known of the work without opening its lines. A grade settles like an outcome. */
  state(key: WorkKey): WorkState | undefined {
    const work = this.#readKey(key) ? this.#find() : none;
    if (work === none) return undefined;
    for (let entry = this.#newest[work]!; entry !== none; entry = this.#previous[entry]!) {
      const code = this.#kinds[entry]!;
      if (code < replyCode) return outcomeKinds[code]!;
      if (code === gradeCode) return "answered";
    }
    return "started";
  }

  /** All lines of the work, oldest first. */
  entries(key: WorkKey): readonly IndexEntry[] {
    const work = this.#readKey(key) ? this.#find() : none;
    const found: IndexEntry[] = [];
    if (work === none) return found;
    for (let entry = this.#newest[work]!; entry !== none; entry = this.#previous[entry]!)
      found.push({ kind: entryKinds[this.#kinds[entry]!]!, offset: this.#offsets[entry]! });
    return found.reverse();
  }

  /** The entry that was added last, with its key. */
  last(): (IndexEntry & { readonly key: WorkKey }) | undefined {
    const entry = this.#entries - 1;
    if (entry < 0) return undefined;
    const from = this.#owners[entry]! * wordsPerKey;
    const digits = Array.from(this.#keys.subarray(from, from + wordsPerKey), (word) =>
      word.toString(16).padStart(8, "0"),
    ).join("");
    const key = `${digits.slice(0, cellDigits)}-${digits.slice(cellDigits)}`;
    return { key, kind: entryKinds[this.#kinds[entry]!]!, offset: this.#offsets[entry]! };
  }

  /** Writes entries `from` to `to` into fixed-size records; `readRecords` takes them back. */
  records(from: number, to: number): Buffer {
    const buffer = Buffer.allocUnsafe((to - from) * recordBytes);
    for (let entry = from, at = 0; entry < to; entry++, at += recordBytes) {
      const key = this.#owners[entry]! * wordsPerKey;
      for (let word = 0; word < wordsPerKey; word++)
        buffer.writeUInt32LE(this.#keys[key + word]!, at + 4 * word);
      buffer.writeDoubleLE(this.#offsets[entry]!, at + 4 * wordsPerKey);
      buffer.writeUInt32LE(this.#kinds[entry]!, at + 4 * wordsPerKey + 8);
    }
    return buffer;
  }

  readRecords(buffer: Buffer): void {
    const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
    for (let at = 0; at < buffer.length; at += recordBytes) {
      for (let word = 0; word < wordsPerKey; word++)
        this.#probe[word] = view.getUint32(at + 4 * word, true);
      this.#append(
        view.getUint32(at + 4 * wordsPerKey + 8, true),
        view.getFloat64(at + 4 * wordsPerKey, true),
      );
    }
  }

  #append(code: number, offset: number): void {
    let work = this.#find();
    if (work === none) work = this.#insert();
    const entry = this.#entries++;
    if (entry === this.#kinds.length) this.#growEntries();
    this.#offsets[entry] = offset;
    this.#kinds[entry] = code;
    this.#owners[entry] = work;
    this.#previous[entry] = this.#newest[work]!;
    this.#newest[work] = entry;
  }

  /** Puts the key's digits into the probe; false where the text is no key. */
  #readKey(key: WorkKey): boolean {
    if (key.length !== keyLength) return false;
    for (let word = 0, at = 0; word < wordsPerKey; word++) {
      if (at === cellDigits) at++;
      let value = 0;
      for (const end = at + 8; at < end; at++) {
        const code = key.charCodeAt(at);
        const digit =
          code >= 48 && code <= 57 ? code - 48 : code >= 97 && code <= 102 ? code - 87 : none;
        if (digit === none) return false;
        value = (value << 4) | digit;
      }
      this.#probe[word] = value;
    }
    return true;
  }

  #slotOfProbe(): number {
    // Both halves are digests already: mixing them is all a hash needs to do.
    return (this.#probe[5]! ^ Math.imul(this.#probe[1]!, 0x9e3779b1)) & (this.#slots.length - 1);
  }

  #find(): number {
    const mask = this.#slots.length - 1;
    for (let slot = this.#slotOfProbe(); ; slot = (slot + 1) & mask) {
      const work = this.#slots[slot]!;
      if (work === none) return none;
      const key = work * wordsPerKey;
      let word = wordsPerKey - 1;
      while (word >= 0 && this.#keys[key + word] === this.#probe[word]) word--;
      if (word < 0) return work;
    }
  }

  #insert(): number {
    const work = this.#works++;
    if (work === this.#newest.length) this.#growWorks();
    if (2 * this.#works > this.#slots.length) this.#growSlots();
    this.#keys.set(this.#probe, work * wordsPerKey);
    this.#newest[work] = none;
    this.#place(this.#slotOfProbe(), work);
    return work;
  }

  #place(slot: number, work: number): void {
    const mask = this.#slots.length - 1;
    while (this.#slots[slot] !== none) slot = (slot + 1) & mask;
    this.#slots[slot] = work;
  }

  #growSlots(): void {
    this.#slots = new Int32Array(this.#slots.length * 2).fill(none);
    const mask = this.#slots.length - 1;
    for (let work = 0; work < this.#works - 1; work++) {
      const key = work * wordsPerKey;
      this.#place(
        (this.#keys[key + 5]! ^ Math.imul(this.#keys[key + 1]!, 0x9e3779b1)) & mask,
        work,
      );
    }
  }

  #growWorks(): void {
    this.#keys = grown(this.#keys, new Uint32Array(this.#keys.length * 2));
    this.#newest = grown(this.#newest, new Int32Array(this.#newest.length * 2));
  }

  #growEntries(): void {
    const size = this.#kinds.length * 2;
    this.#offsets = grown(this.#offsets, new Float64Array(size));
    this.#previous = grown(this.#previous, new Int32Array(size));
    this.#kinds = grown(this.#kinds, new Uint8Array(size));
    this.#owners = grown(this.#owners, new Uint32Array(size));
  }
}

/** Bytes of one entry in `records`: the key, its offset, its kind. */
export const recordBytes = 4 * wordsPerKey + 12;

interface Settable<T> {
  set(from: T): void;
}

function grown<T extends Settable<T>>(from: T, to: T): T {
  to.set(from);
  return to;
}
