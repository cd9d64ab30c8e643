/** How requests are sent: at a rate, whatever comes back, or the next one when one came back. */
export type LoadShape =
  | { readonly mode: "open"; readonly rate: number }
  | { readonly mode: "closed"; readonly connections: number };

/** A figure in milliseconds with its 95 % interval; `null` where there is none. */
export interface LatencyFigure {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

export const percentileNames = ["p50", "p90", "p95", "p99"] as const;
export type PercentileName = (typeof percentileNames)[number];

/** What one load on one service came to. Times are milliseconds. */
export interface LoadResult extends Readonly<Record<PercentileName, number | null>> {
  readonly url: string;
  readonly shape: LoadShape;
  /** Seconds that were measured, after the warm-up. */
  readonly seconds: number;
  readonly sent: number;
  readonly answered: number;
  /** Requests without a good answer, by cause. */
  readonly errors: Readonly<Record<string, number>>;
  readonly errorRate: number;
  /** Answers per second. */
  readonly throughput: number;
  readonly max: number | null;
  readonly mean: number | null;
  /** 95 % intervals by resampling stretches of time, since neighbouring requests share a queue. */
  readonly intervals: Readonly<Record<PercentileName, LatencyFigure>>;
  /**
   * The same percentiles where requests without an answer count as slower than any answer: `null`
   * where the percentile is one of them. Only where there are some.
   */
  readonly withErrors?: Readonly<Record<PercentileName, number | null>>;
  /** From when the request was sent, not from when it was due: what coordinated omission would report. */
  readonly serviceTime: Readonly<Record<PercentileName | "mean", number | null>>;
  /** From when a request was due until it was sent. */
  readonly queueTime: Readonly<Record<PercentileName | "mean", number | null>>;
  /** From when it was sent to the first byte of the reply. */
  readonly firstByte: Readonly<Record<PercentileName | "mean", number | null>>;
  /** Most requests at a time. */
  readonly mostInFlight: number;
  /** The distribution: milliseconds and how many, shortest first. */
  readonly histogram: readonly (readonly [milliseconds: number, count: number])[];
  /** Service time against the length of the sample's video; only where samples say it. */
  readonly byLength?: LengthFit;
  readonly remarks: readonly string[];
}

/** A straight line through lengths of videos and times, with 95 % intervals of the mean. */
export interface LengthFit {
  /** Requests that it rests on. */
  readonly n: number;
  /** Milliseconds for a video of ten minutes, of an hour, and for each further hour. */
  readonly tenMinutes: LatencyFigure;
  readonly oneHour: LatencyFigure;
  readonly perHour: LatencyFigure;
}

/** A limit that a load is held to, such as `p95<2000`. */
export interface LoadTarget {
  readonly measure: PercentileName | "max" | "mean" | "errorRate";
  /** Milliseconds, or a share for `errorRate`. */
  readonly below: number;
}

/** Loads at rising rates, up to where the service no longer keeps its targets. */
export interface LoadSweep {
  readonly steps: readonly SweepStep[];
  readonly targets: readonly LoadTarget[];
  /** The highest rate that was kept; `null` where none was. */
  readonly knee: number | null;
  /** The lowest rate that was not; `null` where all were. */
  readonly brokenAt: number | null;
}

export interface SweepStep {
  readonly rate: number;
  readonly result: LoadResult;
  /** What it fails, in words; empty where it keeps everything. */
  readonly failures: readonly string[];
}

/** Two services under the same load, in turns. */
export interface LoadComparison {
  readonly a: LoadResult;
  readonly b: LoadResult;
  /** b − a, in milliseconds. */
  readonly differences: Readonly<Record<PercentileName, LatencyFigure>>;
}

/** A second service that is sent a copy of every request, and how it differs from the first. */
export interface ShadowResult extends LoadComparison {
  readonly answers: ShadowAnswers;
  /** Copies that were not sent, because the second service had too many open. */
  readonly leftOut: number;
  /** Requests that only one of both answered. */
  readonly onlyFirst: number;
  readonly onlySecond: number;
}

export interface ShadowAnswers {
  /** Samples that both answered, and those of them whose answers were always the same. */
  readonly samples: number;
  readonly same: number;
  /** The share of `same` with its 95 % interval; `null` where nothing was compared. */
  readonly share: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** The first samples whose answers differ, with both answers, cut off where they are long. */
  readonly differing: readonly {
    readonly sample: string;
    readonly a: string;
    readonly b: string;
  }[];
  /** Members of replies that were not compared. */
  readonly ignored: readonly string[];
}

/** What `vidimus load --json` prints. */
export type LoadDocument =
  | ({ readonly schema: "vidimus-load/1"; readonly unit: "ms" } & LoadResult & {
        readonly targets?: readonly LoadVerdict[];
      })
  | { readonly schema: "vidimus-load-sweep/1"; readonly unit: "ms"; readonly sweep: LoadSweep }
  | { readonly schema: "vidimus-shadow/1"; readonly unit: "ms"; readonly shadow: ShadowResult }
  | {
      readonly schema: "vidimus-load-comparison/1";
      readonly unit: "ms";
      readonly comparison: LoadComparison;
    };

export interface LoadVerdict extends LoadTarget {
  readonly value: number | null;
  readonly isKept: boolean;
}
