import type { DispatcherFigures } from "../engine/dispatcher-figures.ts";
import type { OnEvent, SystemProgress } from "./evaluation-event.ts";

/** At most this often. */
const reportMs = 100;
/**
 * At least this often once something is asked or settled: a system that hangs must not look like a
 * program that does.
 */
const tickMs = 1_000;

interface Expected {
  readonly noun?: string;
  readonly system?: string;
}

interface Count {
  expected: number;
  isGrowing: boolean;
  settled: number;
  settledNow: number;
  readonly outcomes: Record<string, number>;
}

/** Counts what is settled and reports totals now and then, and once more at the end. */
export class ProgressMeter implements Disposable {
  readonly #onEvent: OnEvent;
  readonly #clock: () => number;
  readonly #counts = new Map<string, Count>();
  readonly #ticking: NodeJS.Timeout;
  #noun = "samples";
  #settled = 0;
  #isLimited = false;
  #isDisposed = false;
  #reportedAt: number;
  #asking: (() => DispatcherFigures) | undefined;

  constructor(onEvent: OnEvent, clock: () => number = () => performance.now()) {
    this.#onEvent = onEvent;
    this.#clock = clock;
    this.#reportedAt = clock();
    this.#ticking = setInterval(() => this.#isBusy && this.#report(), tickMs).unref();
  }

  /** How many there are in all, or how many more of one system. */
  expect(count: number, { noun = this.#noun, system = "" }: Expected = {}): void {
    const own = this.#countOf(system);
    own.expected += count;
    own.isGrowing = false;
    this.#noun = noun;
    this.#isLimited = true;
  }

  /** So many more were read, where nothing says in advance how many there are. */
  read(count: number, system: string): void {
    const own = this.#countOf(system);
    if (own.isGrowing) own.expected += count;
  }

  settled(kind: string, isNew: boolean, system = ""): void {
    const own = this.#countOf(system);
    own.settled++;
    if (isNew) own.settledNow++;
    own.outcomes[kind] = (own.outcomes[kind] ?? 0) + 1;
    this.#settled++;
    // Looking at the clock for every one of a million samples would cost more than the report
    // itself.
    if ((this.#settled & 63) !== 0 && !this.#isLimited) return;
    if (this.#clock() - this.#reportedAt >= reportMs) this.#report();
  }

  /** Whose figures are reported beside the counts. */
  watch(asking: () => DispatcherFigures): void {
    this.#asking = asking;
  }

  /** Ends with the final totals. */
  [Symbol.dispose](): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    clearInterval(this.#ticking);
    for (const own of this.#counts.values()) own.isGrowing = false;
    if (this.#counts.size > 0) this.#report();
  }

  get #isBusy(): boolean {
    return this.#settled > 0 || (this.#asking?.().inFlight ?? 0) > 0;
  }

  #countOf(system: string): Count {
    const known = this.#counts.get(system);
    if (known) return known;
    const count = { expected: 0, isGrowing: true, settled: 0, settledNow: 0, outcomes: {} };
    this.#counts.set(system, count);
    return count;
  }

  #report(): void {
    this.#reportedAt = this.#clock();
    const systems = [...this.#counts].map(
      ([system, count]): SystemProgress => ({ system, ...count, outcomes: { ...count.outcomes } }),
    );
    this.#onEvent({ type: "progress", noun: this.#noun, systems, asking: this.#asking?.() });
  }
}
