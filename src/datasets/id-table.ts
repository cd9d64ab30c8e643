import { textHash } from "../math/text-hash.ts";

const words = 4;

/** What is known of an id that was met before. */
export type Meeting = "new" | "same" | "different";

/**
 * Tells whether an id was met before and with the same content, in 16 bytes per slot of a hash table: a set of a million id strings
 * would take several times the memory.
 */
export class IdTable {
  #slots = new Uint32Array(words << 10);
  #size = 0;

  /** What `entries` gave, read again. */
  static of(entries: Uint32Array): IdTable {
    const table = new IdTable();
    for (let from = 0; from + words <= entries.length; from += words) table.#put(entries.subarray(from, from + words));
    return table;
  }

  get size(): number {
    return this.#size;
  }

  /** `digest`: the content's digest, at least 16 hexadecimal digits. */
  meet(id: string, digest: string): Meeting {
    // Zero marks a free slot.
    const a = textHash(id, 1) || 1;
    const high = Number.parseInt(digest.slice(0, 8), 16);
    const low = Number.parseInt(digest.slice(8, 16), 16);
    return this.#put([a, textHash(id, 2), high, low]);
  }

  /** Everything that was met, in no order: four numbers each. */
  entries(): Uint32Array {
    const packed = new Uint32Array(words * this.#size);
    let to = 0;
    for (let from = 0; from < this.#slots.length; from += words) {
      if (this.#slots[from] === 0) continue;
      packed.set(this.#slots.subarray(from, from + words), to);
      to += words;
    }
    return packed;
  }

  /** How many ids of the other table are new here, and how many have another content. */
  compare(other: IdTable): { readonly added: number; readonly changed: number } {
    const entries = other.entries();
    let [added, changed] = [0, 0];
    for (let from = 0; from < entries.length; from += words) {
      const at = this.#locate(entries[from]!, entries[from + 1]!);
      if (this.#slots[at] === 0) added++;
      else if (this.#slots[at + 2] !== entries[from + 2] || this.#slots[at + 3] !== entries[from + 3]) changed++;
    }
    return { added, changed };
  }

  #put(entry: ArrayLike<number>): Meeting {
    if (2 * words * this.#size >= this.#slots.length) this.#grow();
    const at = this.#locate(entry[0]!, entry[1]!);
    if (this.#slots[at] !== 0) return this.#slots[at + 2] === entry[2] && this.#slots[at + 3] === entry[3] ? "same" : "different";
    this.#slots.set(entry, at);
    this.#size++;
    return "new";
  }

  #locate(a: number, b: number): number {
    const mask = this.#slots.length - 1;
    let at = ((a ^ b) * words) & mask;
    while (this.#slots[at] !== 0 && (this.#slots[at] !== a || this.#slots[at + 1] !== b)) at = (at + words) & mask;
    return at;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Uint32Array(old.length * 2);
    for (let from = 0; from < old.length; from += words)
      if (old[from] !== 0) this.#slots.set(old.subarray(from, from + words), this.#locate(old[from]!, old[from + 1]!));
  }
}
