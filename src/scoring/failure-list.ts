const usuallyKept = 24;

/**
 * A few failures to look at: those with the smallest digests, so that which ones are shown depends
 * on nothing but the samples.
 */
export class FailureList<T> {
  readonly #kept: number;
  #entries: { readonly digest: string; readonly failure: T }[] = [];

  constructor(kept = usuallyKept) {
    this.#kept = kept;
  }

  offer(digest: string, failure: () => T): void {
    const largest = this.#entries.at(-1);
    if (this.#entries.length === this.#kept && largest && digest >= largest.digest) return;
    this.#entries.push({ digest, failure: failure() });
    this.#entries.sort((a, b) => (a.digest < b.digest ? -1 : 1));
    this.#entries.length = Math.min(this.#entries.length, this.#kept);
  }

  list(): readonly T[] {
    return this.#entries.map(({ failure }) => failure);
  }
}
