import type { Timer } from "../core/asking/timer.ts";

export interface OutageOptions {
  readonly timer: Timer;
  /** For how long a silent system is probed before it is given up; 0: it is never held. */
  readonly holdMs: number;
}

/** A failed request, as far as outages are concerned. */
export interface FailedRequest {
  readonly startedAt: number;
  readonly reason: string;
  /** Identifies the piece of work it was made for. */
  readonly work: object;
}

/** An outage begins with so many failures in a row … */
const failuresInARow = 8;
/** … of so many pieces of work: a single sample that breaks the other side is no outage. */
const worksInARow = 3;
/** Probes come after 1 s, then after twice as long each time, up to 30 s. */
const [firstProbeMs, longestProbeMs] = [1_000, 30_000];
/**
 * A system that has not replied once in this start is given up after a tenth of the time: its
 * address is more likely wrong.
 */
const shareBeforeFirstReply = 0.1;

/**
 * Decides whether the other side is down: many failures in a row that may pass, of several samples,
 * and no reply in between. While it is down, one request at a time probes it, and any reply ends
 * the outage.
 */
export class Outage {
  readonly #timer: Timer;
  readonly #holdMs: number;
  readonly #works = new Set<object>();
  #failures = 0;
  #hasReplied = false;
  #firstAt = 0;
  #heldAt: number | undefined;
  #waitMs = firstProbeMs;
  #reason = "";
  #isHopeless = false;
  #count = 0;

  constructor({ timer, holdMs }: OutageOptions) {
    this.#timer = timer;
    this.#holdMs = holdMs;
  }

  get isOn(): boolean {
    return this.#heldAt !== undefined;
  }

  /** How many there were, this one included. */
  get count(): number {
    return this.#count;
  }

  /** Whether it has lasted too long to go on probing. */
  get isHopeless(): boolean {
    return this.#isHopeless;
  }

  /** What the last failure said. */
  get reason(): string {
    return this.#reason;
  }

  /** Milliseconds since the first failure. */
  get forMs(): number {
    return this.#timer.now() - this.#firstAt;
  }

  /**
   * Notes a failure that may pass; gives how long nothing should be asked, where the other side is
   * down.
   */
  failed({ startedAt, reason, work }: FailedRequest): number | undefined {
    const now = this.#timer.now();
    this.#reason = reason;
    if (this.#heldAt !== undefined)
      return startedAt < this.#heldAt ? undefined : this.#probeFailed(now);
    if (this.#failures++ === 0) this.#firstAt = now;
    if (this.#works.size < worksInARow) this.#works.add(work);
    if (this.#holdMs === 0 || this.#failures < failuresInARow || this.#works.size < worksInARow)
      return undefined;
    this.#heldAt = now;
    this.#count++;
    return firstProbeMs;
  }

  /** Notes any reply, also an unwelcome one; true where that ends an outage. */
  replied(): boolean {
    const wasOn = this.isOn;
    this.#hasReplied = true;
    if (this.#failures === 0) return false;
    this.#failures = 0;
    this.#works.clear();
    this.#heldAt = undefined;
    this.#isHopeless = false;
    this.#waitMs = firstProbeMs;
    return wasOn;
  }

  #probeFailed(now: number): number {
    this.#waitMs = Math.min(2 * this.#waitMs, longestProbeMs);
    this.#isHopeless ||=
      now - this.#firstAt >= this.#holdMs * (this.#hasReplied ? 1 : shareBeforeFirstReply);
    return this.#waitMs;
  }
}
