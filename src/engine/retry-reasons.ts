/** So many different reasons are counted; servers may put anything into their messages. */
const mostReasons = 50;

/** Counts what retries came after. */
export class RetryReasons {
  readonly #counts = new Map<string, number>();

  add(reason: string): void {
    const count = this.#counts.get(reason) ?? 0;
    if (count > 0 || this.#counts.size < mostReasons) this.#counts.set(reason, count + 1);
  }

  /** The reason most retries had. */
  get usual(): string | undefined {
    let usual: string | undefined;
    let most = 0;
    for (const [reason, count] of this.#counts) if (count > most) [usual, most] = [reason, count];
    return usual;
  }
}
