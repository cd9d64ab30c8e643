/**
 * Hears of an abort for many who come and go: a listener of each one's own takes longer than all
 * else that an ask needs beside its request.
 */
export class AbortWatch {
  readonly #signal: AbortSignal;
  readonly #actions = new Set<() => void>();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener("abort", () => {
      for (const action of [...this.#actions]) action();
    });
  }

  get isAborted(): boolean {
    return this.#signal.aborted;
  }

  /** How many want to hear of it. */
  get size(): number {
    return this.#actions.size;
  }

  add(action: () => void): void {
    this.#actions.add(action);
  }

  delete(action: () => void): void {
    this.#actions.delete(action);
  }
}
