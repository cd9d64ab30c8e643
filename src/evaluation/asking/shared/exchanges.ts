import type { Timer } from "../../../core/asking/timer.ts";

export interface ExchangesOptions {
  readonly timer: Timer;
  /** Resolves to how soon the next one should come; to `undefined` where none is needed. */
  exchange(): Promise<number | undefined>;
}

/** No sooner after the last one. */
const pauseMs = 50;
/** After one that failed; the database has been waited for by then. */
const afterFailureMs = 1_000;
/** So long whoever leaves waits for a database that is away. */
const farewellMs = 5_000;

/** Speaks with the database again and again while there is something to say, never twice at once. */
export class Exchanges {
  readonly #options: ExchangesOptions;
  #underWay: Promise<void> | undefined;
  #cancelNext: (() => void) | undefined;
  #endedAt = Number.NEGATIVE_INFINITY;
  #isUrgent = false;
  #isEnded = false;

  constructor(options: ExchangesOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#underWay !== undefined || this.#cancelNext !== undefined;
  }

  /** Has the next one come at once, or almost. */
  hurry(): void {
    const pause = this.#endedAt + pauseMs - this.#options.timer.now();
    if (this.#underWay) this.#isUrgent = true;
    else if (pause > 0) this.#schedule(pause);
    else if (!this.#isEnded) this.#underWay = this.#exchange();
  }

  #schedule(ms: number): void {
    this.#cancelNext?.();
    if (!this.#isEnded) this.#cancelNext = this.#options.timer.after(ms, () => this.hurry());
  }

  /** Ends them, and says farewell unless the database is away for long. */
  async end(farewell: () => Promise<void>): Promise<void> {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#cancelNext?.();
    this.#cancelNext = undefined;
    const said = Promise.resolve(this.#underWay).then(farewell);
    const { promise: isLate, resolve } = Promise.withResolvers<void>();
    const cancel = this.#options.timer.after(farewellMs, resolve);
    // A lease that nobody renews ends by itself.
    await Promise.race([said.catch(() => undefined), isLate]);
    cancel();
  }

  async #exchange(): Promise<void> {
    this.#cancelNext?.();
    this.#cancelNext = undefined;
    this.#isUrgent = false;
    // What comes up in the same turn belongs together.
    await undefined;
    const nextMs = await this.#options.exchange().catch(() => afterFailureMs);
    this.#underWay = undefined;
    this.#endedAt = this.#options.timer.now();
    if (this.#isUrgent) this.hurry();
    else if (nextMs !== undefined) this.#schedule(nextMs);
  }
}
