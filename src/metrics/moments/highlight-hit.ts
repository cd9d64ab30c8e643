import type { SampleMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import { choiceOption } from "../metric-option.ts";
import { sampleMetric } from "../sample-metric.ts";
import type { HasSaliency } from "./has-moments.ts";

/** From which grade on a clip is a highlight, by QVHighlights' names. */
export const highlightGrades = { fair: 2, good: 3, "very-good": 4 } as const;

export type HighlightGrade = keyof typeof highlightGrades;

export const highlightGradeNames: readonly HighlightGrade[] = ["fair", "good", "very-good"];

export interface HighlightOptions {
  readonly measure: string;
  readonly grade: HighlightGrade;
}

/**
 * HIT@1: share of queries whose highest-scored clip reaches the grade with at least one rater. See
 * the page for the rest.
 */
export function highlightHit({ measure, grade }: HighlightOptions): SampleMetric<HasSaliency> {
  const least = highlightGrades[grade];
  return sampleMetric({
    id: `highlight-hit@1-${grade}`,
    title: `Highlight hit at 1, at least ${grade}`,
    signature: signature("highlight-hit", 1, {
      k: 1,
      minGrade: least,
      raters: "any",
      ties: "earliest",
    }),
    measure,
    kind: "proportion",
    best: 1,
    worst: 0,
    value: ({ scores, graded }) => {
      let top = 0;
      for (let clip = 1; clip < scores.length; clip++) if (scores[clip]! > scores[top]!) top = clip;
      return scores.length > 0 &&
        graded.some(({ clip, grades }) => clip === top && grades.some((one) => one >= least))
        ? 1
        : 0;
    },
    ceiling: (evidence) => shareWithHighlight(evidence, least),
  });
}

function shareWithHighlight(evidence: Iterable<HasSaliency>, least: number): number {
  let reachable = 0;
  let count = 0;
  for (const { graded } of evidence) {
    if (graded.some(({ grades }) => grades.some((one) => one >= least))) reachable++;
    count++;
  }
  return count === 0 ? 1 : reachable / count;
}

export const gradeOption = choiceOption(
  {
    name: "grade",
    default: "all three",
    keys: ["minGrade"],
    meaning:
      "from which grade on a clip is a highlight: fair (2 or more), good (3 or more) or very-good (4); QVHighlights leads with very-good",
  },
  highlightGradeNames,
);

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "highlight-hit",
    group: "moments",
    title: "Highlight HIT@1",
    options: [gradeOption],
    page: () => ({
      definition:
        "Share of queries whose clip of highest score, the earliest of equals, was given at least the named grade by at least one rater.",
      formula: "HIT@1 = 1/Q · Σ_q [max over raters of grade(argmax score) ≥ minimum]",
      citation:
        "Lei, Berg and Bansal, QVHighlights, NeurIPS 2021 (moment_detr, standalone_eval/eval.py)",
      checkedAgainst:
        "moment_detr's standalone_eval (2fa9e32, retyped) on random queries; the metrics file of its sample predictions on QVHighlights val, all three figures to their 2 decimals",
      edgeCases:
        "A query none of whose clips reaches the grade counts and cannot be hit: the ceiling says what can be reached. A highest score past the last clip, or no scores at all, is a miss.",
      signatures: [highlightHit({ measure: "", grade: "very-good" }).signature],
    }),
    offers: [
      offer({
        id: "highlight-hit",
        title: "Highlight HIT@1",
        reads: "saliency",
        options: [gradeOption],
        create: (measure, { grade }) =>
          (grade ? [grade] : highlightGradeNames).map((one) =>
            highlightHit({ measure, grade: one }),
          ),
      }),
    ],
  },
];
