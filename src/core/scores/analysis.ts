/**
 * Reads the same evidence as metrics do and returns a table or a curve as data, to be drawn by
 * reports and the web app.
 */
export interface Analysis<Evidence = unknown> {
  readonly id: string;
  readonly title: string;
  readonly measure: string;
  /** `resampling` is given where intervals can be had. */
  analyse(evidence: Iterable<Evidence>, resampling?: Resampling): Table | Curve;
  /**
   * Parts of the samples that are analysed apart, without intervals: the places of each in the order
   * of the evidence, by its name. `undefined`, or left out, where all are analysed together.
   */
  parts?(evidence: Iterable<Evidence>): ReadonlyMap<string, readonly number[]> | undefined;
}

/** How the samples behind the evidence are resampled for intervals. */
export interface Resampling {
  /** The group of each sample, in the order of the evidence, as an index below `groupCount`. */
  readonly groups: Uint32Array;
  readonly groupCount: number;
  readonly resamples: number;
  readonly seed: number;
  /** With fewer groups there is no interval. */
  readonly leastGroups: number;
}

export interface Table {
  readonly kind: "table";
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  /** Names of the columns that hold fractions, to be shown as percentages. */
  readonly fractions?: readonly string[];
  /**
   * Names of columns with a figure and the ends of its 95 % interval, which texts show in brackets
   * behind it.
   */
  readonly intervals?: readonly (readonly [figure: string, low: string, high: string])[];
  /** What a cell that is `null` means, in a word or two; "not defined" if left out. */
  readonly absent?: string;
  /** What a reader must know of it, such as how an interval was made. */
  readonly notes?: readonly string[];
}

export interface Curve {
  readonly kind: "curve";
  readonly x: string;
  readonly y: string;
  readonly points: readonly (readonly [number, number])[];
  /**
   * The 95 % interval of each point, low before high; `null` where a point has none, absent where
   * none has.
   */
  readonly band?: readonly (readonly [number, number] | null)[];
  /** What a reader must know of it, such as how intervals were made. */
  readonly notes?: readonly string[];
}
