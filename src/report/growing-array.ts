type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** A typed array that grows as numbers arrive; `T` decides how many bytes each takes. */
export class GrowingArray<T extends Numbers> {
  #items: T;
  #length = 0;
  readonly #make: (length: number) => T;

  constructor(make: (length: number) => T) {
    this.#make = make;
    this.#items = make(256);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#items.length) {
      const larger = this.#make(this.#items.length * 2);
      larger.set(this.#items);
      this.#items = larger;
    }
    this.#items[this.#length++] = value;
  }

  at(index: number): number {
    return this.#items[index]!;
  }

  /** A view of what is there; valid until the next push. */
  view(): T {
    return this.#items.subarray(0, this.#length) as T;
  }
}
