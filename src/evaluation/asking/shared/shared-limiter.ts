import type { Limiter, LimiterOptions, Released } from "../../../core/asking/limiter.ts";
import type { Timer } from "../../../core/asking/timer.ts";
import type { AccountShares } from "../../../store/postgres/account-shares.ts";
import { LocalLimiter } from "../local-limiter.ts";
import { Exchanges } from "./exchanges.ts";
import { type NextShare, nextShare } from "./next-share.ts";

export interface SharedLimiterOptions extends LimiterOptions {
  readonly timer: Timer;
  readonly shares: AccountShares;
  /** The digest that names the account. */
  readonly account: string;
  /** A UUID of this limiter alone. */
  readonly holder: string;
  /** So long after its last report its share belongs to others. */
  readonly leaseMs: number;
}

/** Shares are exchanged so often; more seldom where many share one account. */
const [exchangeMs, perSharerMs] = [500, 10];
/** So soon one speaks again who has no share at all, or can give some of it to others. */
const soonMs = 100;

/**
 * A limiter that has a share of the number for all who ask under one account, on any machine. An
 * ask costs no query: the share is exchanged every half second, and at once where the other side
 * wants to be left alone. While the database is away, the last share counts.
 */
export class SharedLimiter implements Limiter, AsyncDisposable {
  readonly #options: SharedLimiterOptions;
  readonly #local: LocalLimiter;
  readonly #exchanges: Exchanges;
  #most: number;
  #isAdaptive: boolean;
  #last: Pick<NextShare, "isLowered" | "sharers"> = { isLowered: false, sharers: 1 };
  #share = 0;
  #number = 0;
  #answers = 0;
  /** When the ask began that was too much, the last one to begin. */
  #overloadedAt: number | undefined;
  #opensAt = 0;
  #isUsed = false;

  constructor(options: SharedLimiterOptions) {
    const { timer, most, isAdaptive } = options;
    this.#options = options;
    this.#most = most;
    this.#isAdaptive = isAdaptive;
    this.#local = new LocalLimiter({ timer, most: 0, isAdaptive: false });
    this.#exchanges = new Exchanges({ timer, exchange: () => this.#exchange() });
  }

  get limit(): number {
    return this.#local.limit;
  }

  get isLowered(): boolean {
    return this.#last.isLowered;
  }

  get inFlight(): number {
    return this.#local.inFlight;
  }

  get hasRoom(): boolean {
    return this.#local.hasRoom;
  }

  share({ most, isAdaptive }: LimiterOptions): void {
    this.#most = Math.max(this.#most, most);
    this.#isAdaptive ||= isAdaptive;
  }

  take(isOngoing: boolean): Promise<number> {
    this.#isUsed = true;
    if (!this.#exchanges.isRunning) this.#exchanges.hurry();
    return this.#local.take(isOngoing);
  }

  release(released: Released): void {
    const { startedAt, isOverloaded, isAnswered, pace } = released;
    if (isAnswered && this.#local.inFlight >= this.#local.limit) this.#answers++;
    if (isOverloaded) this.#overloadedAt = Math.max(this.#overloadedAt ?? 0, startedAt);
    const left = pace?.remainingRequests;
    const stillMs = Math.max(pace?.retryAfterMs ?? 0, left === 0 ? (pace?.renewedInMs ?? 0) : 0);
    if (stillMs > 0) this.#opensAt = Math.max(this.#opensAt, this.#options.timer.now() + stillMs);
    // Others use what is left up too.
    const own = left !== undefined && { remainingRequests: Math.floor(left / this.#last.sharers) };
    this.#local.release(own ? { ...released, pace: { ...pace, ...own } } : released);
    if (isOverloaded || stillMs > 0) this.#exchanges.hurry();
  }

  hold(ms: number): void {
    this.#local.hold(ms);
  }

  resume(): void {
    this.#local.resume();
  }

  stop(): void {
    this.#local.stop();
  }

  abort(): void {
    this.#local.abort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { shares, account, holder } = this.#options;
    await this.#exchanges.end(() => shares.leave(account, holder));
  }

  async #exchange(): Promise<number | undefined> {
    const { timer, shares, account, holder, leaseMs } = this.#options;
    const now = timer.now();
    const local = this.#local;
    const wants = local.inFlight + local.waiting;
    const isIdle = wants === 0 && !this.#isUsed;
    this.#isUsed = false;
    // Whoever asks for nothing leaves its share to others.
    if (isIdle) this.#allow(0);
    const met = {
      answers: this.#answers,
      overloadedAgoMs: this.#overloadedAt === undefined ? undefined : now - this.#overloadedAt,
    };
    const overloadedAt = this.#overloadedAt;
    const report = {
      ...{ holder, leaseMs, number: ++this.#number },
      ...{ holds: Math.max(this.#share, local.inFlight), wants: isIdle ? 0 : Math.max(1, wants) },
      ...{ most: this.#most, isAdaptive: this.#isAdaptive },
      opensInMs: Math.max(0, this.#opensAt - now),
    };
    const next = await shares.exchange(account, report, (state) => nextShare(state, report, met));
    this.#answers -= met.answers;
    if (this.#overloadedAt === overloadedAt) this.#overloadedAt = undefined;
    this.#last = next;
    if (next.opensInMs > 0) local.keepStill(next.opensInMs);
    this.#allow(next.share);
    if (isIdle) return this.#isUsed ? 0 : undefined;
    const isWaitedFor = report.holds > next.share && local.inFlight <= next.share;
    const nextMs = next.share === 0 || isWaitedFor ? soonMs : exchangeMs;
    return Math.max(nextMs, perSharerMs * next.sharers);
  }

  #allow(share: number): void {
    this.#share = share;
    this.#local.allow(share);
  }
}
