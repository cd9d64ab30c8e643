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

  /** `digest`: the content's digest, at least 16 hexadecimal digits. */
  meet(id: string, digest: string): Meeting {
    if (2 * words * this.#size >= this.#slots.length) this.#grow();
    // Zero marks a free slot.
    const a = textHash(id, 1) || 1;
    const b = textHash(id, 2);
    const high = Number.parseInt(digest.slice(0, 8), 16);
    const low = Number.parseInt(digest.slice(8, 16), 16);
    const at = this.#locate(a, b);
    if (this.#slots[at] !== 0) return this.#slots[at + 2] === high && this.#slots[at + 3] === low ? "same" : "different";
    this.#slots[at] = a;
    this.#slots[at + 1] = b;
    this.#slots[at + 2] = high;
    this.#slots[at + 3] = low;
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
