/** A result that others published: read beside those of a run, and not measured in it. */
export interface PublishedResult {
  readonly name: string;
  /** The id of a metric. */
  readonly metric: string;
  /** A fraction where the metric is one. */
  readonly value: number;
  readonly low?: number | undefined;
  readonly high?: number | undefined;
  /** Where it was published. */
  readonly source: string;
}
