/** One parameter of a metric's signature. */
export interface MetricOption {
  readonly name: string;
  readonly default: string;
  /** What it decides, and where definitions differ, who uses which. */
  readonly meaning: string;
}

/** What the generated reference says about a metric. Stands beside the metric; `index.ts` lists all pages. */
export interface MetricPage {
  readonly id: string;
  readonly group: "choice" | "classification" | "text" | "detection" | "moments" | "retrieval" | "agreement" | "regression" | "dialogue";
  readonly title: string;
  /** In words, exact enough to compute it by hand. */
  readonly definition: string;
  /** In plain text with Unicode signs. */
  readonly formula?: string;
  readonly options: readonly MetricOption[];
  readonly citation: string;
  /** The implementation it was compared with and its version, or that its values were worked out by hand. */
  readonly checkedAgainst: string;
  readonly edgeCases: string;
  /** Its signature with the default options, then those of named variants. */
  readonly signatures: readonly string[];
}
