import type { ScoreSummary } from "./score-summary.ts";

/** What people reach: a second annotator's truth, scored against the first one's. */
export interface AnnotatorScores {
  /** The file of the second annotation, as the configuration names it. */
  readonly file: string;
  /** Samples that both annotated. */
  readonly samples: number;
  /** By metric id; only those that are defined. */
  readonly scores: Readonly<Record<string, AnnotatorScore>>;
}

type AnnotatorScore = Pick<ScoreSummary, "title" | "value" | "low" | "high" | "interval" | "n">;
