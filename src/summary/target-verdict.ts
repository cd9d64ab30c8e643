/** A score beside what it is held to. */
export interface TargetVerdict {
  /** The id of the metric, `coverage` or `answered`. */
  readonly metric: string;
  readonly title: string;
  /** The samples that it is about; all if absent. */
  readonly slice?: { readonly name: string; readonly value: string };
  /** Such as `>= 0.8`. */
  readonly target: string;
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly n: number;
  /**
   * `not certain`: the interval holds values on both sides of the target, or there is none;
   * `unreachable`: not even a perfect system meets it on these samples.
   */
  readonly verdict: "met" | "not met" | "unreachable" | "not certain" | "not measured";
  readonly reason?: string;
}
