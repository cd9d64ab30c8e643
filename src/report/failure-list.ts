import type { Failure } from "./summary.ts";

const kept = 24;

/** A few failures to look at: those with the smallest digests, so that which ones are shown depends on nothing but the samples. */
export class FailureList {
  #entries: { readonly digest: string; readonly failure: Failure }[] = [];

  offer(digest: string, failure: () => Failure): void {
    const largest = this.#entries.at(-1);
    if (this.#entries.length === kept && largest && digest >= largest.digest) return;
    this.#entries.push({ digest, failure: failure() });
    this.#entries.sort((a, b) => (a.digest < b.digest ? -1 : 1));
    this.#entries.length = Math.min(this.#entries.length, kept);
  }

  list(): readonly Failure[] {
    return this.#entries.map(({ failure }) => failure);
  }
}
