import { hexWord } from "../math/hex-word.ts";
import { textHash } from "../math/text-hash.ts";

const words = 4;

/** What is known of an id that was met before. */
export type Meeting = "new" | "same" | "different";

/**
 * Tells whether an id was met before and with the same content, in 16 bytes per slot of a hash
 * table: a set of a million id strings would take several times the memory.
 */
export class IdTable {
  #slots = new Uint32Array(words << 10);
  #size = 0;

  /** What `entries` gave, read again. */
  static of(entries: Uint32Array): IdTable {
    const table = new IdTable();
    for (let from = 0; from + words <= entries.length; from += words)
      table.#put(entries[from]!, entries[from + 1]!, entries[from + 2]!, entries[from + 3]!);
    return table;
  }

  get size(): number {
    return this.#size;
  }

  /** `digest`: the content's digest, at least 16 hexadecimal digits. */
  meet(id: string, digest: string): Meeting {
    // Zero marks a free slot.
    const a = textHash(id, 1) || 1;
    return this.#put(a, textHash(id, 2), hexWord(digest, 0), hexWord(digest, 8));
  }

  /** Everything that was met, in no order: four numbers each. */
  entries(): Uint32Array {
    const packed = new Uint32Array(words * this.#size);
    let to = 0;
    for (let from = 0; from < this.#slots.length; from += words) {
      if (this.#slots[from] === 0) continue;
      for (let word = 0; word < words; word++) packed[to++] = this.#slots[from + word]!;
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
      else if (
        this.#slots[at + 2] !== entries[from + 2] ||
        this.#slots[at + 3] !== entries[from + 3]
      )
        changed++;
    }
    return { added, changed };
  }

  /** Four numbers, not a list of them: every sample of a run comes by here twice. */
  #put(a: number, b: number, high: number, low: number): Meeting {
    if (2 * words * this.#size >= this.#slots.length) this.#grow();
    const at = this.#locate(a, b);
    const slots = this.#slots;
    if (slots[at] !== 0)
      return slots[at + 2] === high && slots[at + 3] === low ? "same" : "different";
    slots[at] = a;
    slots[at + 1] = b;
    slots[at + 2] = high;
    slots[at + 3] = low;
    this.#size++;
    return "new";
  }

  #locate(a: number, b: number): number {
    const mask = this.#slots.length - 1;
    let at = ((a ^ b) * words) & mask;
    while (this.#slots[at] !== 0 && (this.#slots[at] !== a || this.#slots[at + 1] !== b))
      at = (at + words) & mask;
    return at;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Uint32Array(old.length * 2);
    for (let from = 0; from < old.length; from += words) {
      if (old[from] === 0) continue;
      const to = this.#locate(old[from]!, old[from + 1]!);
      for (let word = 0; word < words; word++) this.#slots[to + word] = old[from + word]!;
    }
  }
}
