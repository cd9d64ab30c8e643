/** What charts there are, in the order in which they are written, with what each shows. */
export const chartKinds = {
  scores: "scores with intervals, by system, for each task",
  differences: "differences to the first system, with intervals",
  tasks: "all tasks in one chart",
  slices: "scores by group of samples, such as levels",
  frames: "score against the number of frames shown",
  budget: "score against frames, tokens, cost and latency, with the best for each budget",
  trends: "scores over runs of one name, in time",
  coverage: "how work on samples ended",
  times: "how long samples took, by part",
  analyses: "curves, confusion matrices and tables of a run's analyses",
} as const;

export type ChartKind = keyof typeof chartKinds;

/** A specification of Vega-Lite, with its data inside. */
export type Spec = Readonly<Record<string, unknown>>;

/** One chart, ready to be drawn or to be changed in other tools. */
export interface Chart {
  /** Also the name of its files. */
  readonly id: string;
  readonly kind: ChartKind;
  readonly title: string;
  readonly spec: Spec;
}

/** How charts are drawn, whatever they show. */
export interface ChartLook {
  /** `column`: 85 mm, a column of a paper; `page`: 176 mm, both of them. */
  readonly width: ChartWidth;
  /** Without titles, for papers that put them into captions. */
  readonly hasTitles: boolean;
}

/** In millimetres. */
export const chartWidths = { column: 85, page: 176 } as const;

export type ChartWidth = keyof typeof chartWidths;

/** A name as part of a file's name. */
export function slug(...parts: readonly string[]): string {
  return parts
    .map((part) =>
      part
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}@.]+/gu, "-")
        .replaceAll(/^[-.]+|[-.]+$/g, ""),
    )
    .filter((part) => part !== "")
    .join("-")
    .slice(0, 120);
}
