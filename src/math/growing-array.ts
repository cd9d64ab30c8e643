type Numbers = Uint8Array | Int32Array | Uint32Array | Float64Array;

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

  /** A view of what is there, for good once nothing is pushed any more. */
  view(): T {
    return this.#items.subarray(0, this.#length) as T;
  }
}

/** Growing arrays of the usual kinds. */
export const growing = {
  bytes: (): GrowingArray<Uint8Array> => new GrowingArray((length) => new Uint8Array(length)),
  integers: (): GrowingArray<Int32Array> => new GrowingArray((length) => new Int32Array(length)),
  words: (): GrowingArray<Uint32Array> => new GrowingArray((length) => new Uint32Array(length)),
  numbers: (): GrowingArray<Float64Array> => new GrowingArray((length) => new Float64Array(length)),
};
