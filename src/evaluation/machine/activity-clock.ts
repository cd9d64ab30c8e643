/** What a run spends its time on, in the order of a run. */
export const activities = [
  "reading",
  "decoding",
  "asking",
  "grading",
  "scoring",
  "writing",
] as const;

export type Activity = (typeof activities)[number];

interface Spent {
  /** Seconds during which the activity was in progress at all; activities overlap. */
  readonly busySeconds: number;
  /** Seconds that it accounts for: overlapping activities share their time in equal parts. */
  readonly seconds: number;
}

/** Where the wall time of a run went; the seconds of all parts add up to `seconds`. */
export interface WallTime {
  readonly seconds: number;
  readonly activities: Readonly<Record<Activity, Spent>>;
  /** Seconds of other work of the program. */
  readonly otherSeconds: number;
  /** Seconds in which nothing was in progress and the program waited. */
  readonly idleSeconds: number;
}

/** The clocks that an `ActivityClock` reads, in milliseconds. */
interface Clocks {
  now(): number;
  /** For how long the program has been computing, not waiting, since it started. */
  activeMs(): number;
}

const machineClocks: Clocks = {
  now: () => performance.now(),
  activeMs: () => performance.eventLoopUtilization().active,
};

/** Attributes the wall time of a run to what was in progress. */
export class ActivityClock {
  readonly #clocks: Clocks;
  readonly #beganMs: number;
  readonly #inProgress = new Map<Activity, number>();
  readonly #busyMs = new Map<Activity, number>();
  readonly #sharedMs = new Map<Activity, number>();
  #otherMs = 0;
  #idleMs = 0;
  #lastMs: number;
  #lastActiveMs: number;

  constructor(clocks: Clocks = machineClocks) {
    this.#clocks = clocks;
    this.#beganMs = clocks.now();
    this.#lastMs = this.#beganMs;
    this.#lastActiveMs = clocks.activeMs();
  }

  /** The activity is in progress until what this returns is disposed of. */
  begin(activity: Activity): Disposable {
    this.#attribute();
    this.#inProgress.set(activity, (this.#inProgress.get(activity) ?? 0) + 1);
    let isOver = false;
    return {
      [Symbol.dispose]: () => {
        if (isOver) return;
        isOver = true;
        this.#attribute();
        const left = this.#inProgress.get(activity)! - 1;
        if (left > 0) this.#inProgress.set(activity, left);
        else this.#inProgress.delete(activity);
      },
    };
  }

  wallTime(): WallTime {
    this.#attribute();
    const spent = (activity: Activity): Spent => ({
      busySeconds: (this.#busyMs.get(activity) ?? 0) / 1_000,
      seconds: (this.#sharedMs.get(activity) ?? 0) / 1_000,
    });
    return {
      seconds: (this.#lastMs - this.#beganMs) / 1_000,
      activities: Object.fromEntries(
        activities.map((activity) => [activity, spent(activity)]),
      ) as Record<Activity, Spent>,
      otherSeconds: this.#otherMs / 1_000,
      idleSeconds: this.#idleMs / 1_000,
    };
  }

  /** Attributes the time since the last call to what has been in progress since then. */
  #attribute(): void {
    const nowMs = this.#clocks.now();
    const passedMs = nowMs - this.#lastMs;
    const count = this.#inProgress.size;
    for (const activity of this.#inProgress.keys()) {
      this.#busyMs.set(activity, (this.#busyMs.get(activity) ?? 0) + passedMs);
      this.#sharedMs.set(activity, (this.#sharedMs.get(activity) ?? 0) + passedMs / count);
    }
    const activeMs = this.#clocks.activeMs();
    if (count === 0) {
      const otherMs = Math.min(passedMs, Math.max(0, activeMs - this.#lastActiveMs));
      this.#otherMs += otherMs;
      this.#idleMs += passedMs - otherMs;
    }
    this.#lastMs = nowMs;
    this.#lastActiveMs = activeMs;
  }
}

/** Tells the clock about asks: those to graders are grading. */
export function timedAsks(
  clock: ActivityClock,
  { graders }: { readonly graders: readonly { readonly id: string }[] },
): (system: { readonly id: string }) => Disposable {
  const ids = new Set(graders.map(({ id }) => id));
  return ({ id }) => clock.begin(ids.has(id) ? "grading" : "asking");
}

/** The same batches; the clock runs while the next one is awaited. */
export function timedBatches<Batch>(
  batches: AsyncIterable<Batch>,
  clock: ActivityClock,
): AsyncIterable<Batch> {
  return {
    async *[Symbol.asyncIterator]() {
      let reading = clock.begin("reading");
      try {
        for await (const batch of batches) {
          reading[Symbol.dispose]();
          yield batch;
          reading = clock.begin("reading");
        }
      } finally {
        reading[Symbol.dispose]();
      }
    },
  };
}
