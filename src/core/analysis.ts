/** Reads the same evidence as metrics do and returns a table or a curve as data, to be drawn by reports and the web app. */
export interface Analysis<Evidence = unknown> {
  readonly id: string;
  readonly title: string;
  readonly measure: string;
  analyse(evidence: Iterable<Evidence>): Table | Curve;
}

export interface Table {
  readonly kind: "table";
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  /** Names of the columns that hold fractions, to be shown as percentages. */
  readonly fractions?: readonly string[];
}

export interface Curve {
  readonly kind: "curve";
  readonly x: string;
  readonly y: string;
  readonly points: readonly (readonly [number, number])[];
}
