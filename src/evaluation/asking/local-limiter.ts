import type { Pace } from "../../core/asking/asked.ts";
import type { Limiter, LimiterOptions, Released } from "../../core/asking/limiter.ts";
import type { Timer } from "../../core/asking/timer.ts";
import { Interrupted } from "../../engine/interrupted.ts";
import { type AdaptiveLimit, fall, grow, newLimit } from "./adaptive-limit.ts";

export interface LocalLimiterOptions extends LimiterOptions {
  readonly timer: Timer;
}

interface Waiter {
  readonly resolve: (startedAt: number) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * How many asks one account of a provider bears at once. An adaptive limiter finds that out by what
 * becomes of them; an overload counts once for all asks that were under way then. Both kinds keep
 * still while the other side says so, and let single asks through while it is down.
 */
export class LocalLimiter implements Limiter {
  readonly #timer: Timer;
  #most: number;
  #isAdaptive: boolean;
  /** Of a fixed limiter, `limit` alone counts. */
  readonly #known: AdaptiveLimit;
  #inFlight = 0;
  /** Asks of conversations that have begun come first. */
  readonly #ongoing: Waiter[] = [];
  readonly #fresh: Waiter[] = [];
  #opensAt = 0;
  /** Asks that may still start before `#renewsAt`. */
  #left = Number.POSITIVE_INFINITY;
  #renewsAt = 0;
  #cancelWake: (() => void) | undefined;
  #isStopping = false;
  #isHeld = false;
  /**
   * Whether the next probe of a system that is held is an ask of a conversation that has not begun.
   */
  #isFreshNext = false;

  constructor({ timer, most, isAdaptive }: LocalLimiterOptions) {
    this.#timer = timer;
    this.#most = most;
    this.#isAdaptive = isAdaptive;
    this.#known = newLimit(most);
    if (!isAdaptive) this.#known.limit = most;
  }

  get limit(): number {
    const limit = Math.floor(this.#known.limit);
    return this.#isHeld ? Math.min(1, limit) : limit;
  }

  get isLowered(): boolean {
    return this.#isAdaptive && !this.#known.isGrowingFast && this.limit < this.#most;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  get waiting(): number {
    return this.#ongoing.length + this.#fresh.length;
  }

  get hasRoom(): boolean {
    const isFree = this.#inFlight < this.limit && this.#next() === undefined;
    return isFree && this.#waitMs(this.#timer.now()) <= 0;
  }

  share({ most, isAdaptive }: LimiterOptions): void {
    if (!this.#isAdaptive) this.#known.limit = Math.max(this.#known.limit, most);
    this.#isAdaptive ||= isAdaptive;
    this.#most = Math.max(this.#most, most);
  }

  /** Sets the number of asks that may be under way; those that are stay. */
  allow(limit: number): void {
    this.#known.limit = limit;
    this.#admit();
  }

  /** Keeps still for so long, as others who share the account were told to. */
  keepStill(ms: number): void {
    this.#opensAt = Math.max(this.#opensAt, this.#timer.now() + ms);
  }

  take(isOngoing: boolean): Promise<number> {
    if (this.#isStopping && !isOngoing) return Promise.reject(new Interrupted());
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    (isOngoing ? this.#ongoing : this.#fresh).push({ resolve, reject });
    this.#admit();
    return promise;
  }

  release({ startedAt, isOverloaded, isAnswered, isUnused = false, pace }: Released): void {
    const wasFull = this.#inFlight >= this.limit;
    this.#inFlight--;
    if (isUnused) this.#left++;
    const now = this.#timer.now();
    if (pace) this.#heed(pace, now);
    if (this.#isAdaptive && isOverloaded && startedAt >= this.#known.fellAt)
      fall(this.#known, now, this.#opensAt);
    else if (this.#isAdaptive && isAnswered && wasFull) grow(this.#known, now, this.#most);
    this.#admit();
  }

  hold(ms: number): void {
    this.#isHeld = true;
    this.keepStill(ms);
  }

  resume(): void {
    this.#isHeld = false;
    this.#opensAt = Math.min(this.#opensAt, this.#timer.now());
    this.#admit();
  }

  stop(): void {
    this.#isStopping = true;
    rejectAll(this.#fresh);
    this.#admit();
  }

  abort(): void {
    this.#cancelWake?.();
    rejectAll(this.#fresh);
    rejectAll(this.#ongoing);
  }

  #heed({ retryAfterMs, remainingRequests, renewedInMs }: Pace, now: number): void {
    if (retryAfterMs !== undefined) this.#opensAt = Math.max(this.#opensAt, now + retryAfterMs);
    if (remainingRequests === undefined || renewedInMs === undefined) return;
    // What is under way may not have been counted yet.
    this.#left = Math.max(0, remainingRequests - this.#inFlight);
    this.#renewsAt = now + renewedInMs;
  }

  #admit(): void {
    this.#cancelWake?.();
    this.#cancelWake = undefined;
    for (let queue = this.#next(); queue && this.#inFlight < this.limit; queue = this.#next()) {
      const now = this.#timer.now();
      if (this.#renewsAt <= now) this.#left = Number.POSITIVE_INFINITY;
      const waitMs = this.#waitMs(now);
      if (waitMs > 0) {
        if (this.#isStopping) rejectAll(this.#ongoing);
        else this.#cancelWake = this.#timer.after(waitMs, () => this.#admit());
        return;
      }
      this.#left--;
      this.#inFlight++;
      // The ask furthest from those that failed is the best probe.
      const waiter = this.#isHeld && queue === this.#fresh ? queue.pop()! : queue.shift()!;
      this.#isFreshNext = !this.#isFreshNext;
      waiter.resolve(now);
    }
  }

  /** For how long the other side wants to be left alone. */
  #waitMs(now: number): number {
    return Math.max(this.#opensAt - now, this.#left > 0 ? 0 : this.#renewsAt - now);
  }

  #next(): Waiter[] | undefined {
    // Asks that failed must not be the only probes: they may be why.
    const [first, second] =
      this.#isHeld && this.#isFreshNext
        ? [this.#fresh, this.#ongoing]
        : [this.#ongoing, this.#fresh];
    if (first.length > 0) return first;
    return second.length > 0 ? second : undefined;
  }
}

function rejectAll(waiters: Waiter[]): void {
  for (const { reject } of waiters.splice(0)) reject(new Interrupted());
}
