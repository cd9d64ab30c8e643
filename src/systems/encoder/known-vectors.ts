/** Vectors that are remembered; 768 numbers each, so about 150 MB. */
const remembered = 50_000;

type Learn<Key> = (key: Key, vector: Float32Array) => void;

/** Vectors by what they are of: each is computed once, and calls wait for each other. */
export class KnownVectors<Key> {
  readonly #known = new Map<Key, Float32Array>();
  #last: Promise<unknown> = Promise.resolve();

  /** The vectors of all keys, in their order; `compute` learns those that are not known. */
  all(
    keys: readonly Key[],
    compute: (fresh: readonly Key[], learn: Learn<Key>) => Promise<void>,
  ): Promise<readonly Float32Array[]> {
    const own = this.#last.then(async () => {
      const fresh = [...new Set(keys)].filter((key) => !this.#known.has(key));
      await compute(fresh, (key, vector) => this.#known.set(key, vector));
      const vectors = keys.map((key) => this.#known.get(key)!);
      this.#forgetOldest();
      return vectors;
    });
    this.#last = own.catch(() => undefined);
    return own;
  }

  #forgetOldest(): void {
    for (const key of this.#known.keys()) {
      if (this.#known.size <= remembered) break;
      this.#known.delete(key);
    }
  }
}
