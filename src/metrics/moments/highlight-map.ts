import type { SampleMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import { sampleMetric } from "../sample-metric.ts";
import type { HasSaliency } from "./has-moments.ts";
import {
  gradeOption,
  type HighlightOptions,
  highlightGradeNames,
  highlightGrades,
} from "./highlight-hit.ts";

/**
 * Mean over queries and raters of the interpolated average precision of the ranking of clips. See
 * the page for the rest.
 */
export function highlightMap({ measure, grade }: HighlightOptions): SampleMetric<HasSaliency> {
  const least = highlightGrades[grade];
  return sampleMetric({
    id: `highlight-map-${grade}`,
    title: `Highlight mAP, at least ${grade}`,
    signature: signature("highlight-map", 1, {
      minGrade: least,
      noHighlight: 0,
      raters: "mean",
      ties: "one-step",
    }),
    measure,
    kind: "mean",
    best: 1,
    worst: 0,
    value: (query) => meanOverRaters(query, least),
    ceiling: (evidence) => meanReachable(evidence, least),
  });
}

function meanOverRaters({ scores, clipCount, graded }: HasSaliency, least: number): number | null {
  const raters = graded[0]?.grades.length ?? 0;
  if (raters === 0) return null;
  const scored = Float64Array.from({ length: clipCount }, (_, clip) => scores[clip] ?? 0);
  const order = Uint32Array.from(scored.keys()).sort((a, b) => scored[b]! - scored[a]!);
  let sum = 0;
  for (let rater = 0; rater < raters; rater++) {
    const isHighlight = new Uint8Array(clipCount);
    for (const { clip, grades } of graded) if (grades[rater]! >= least) isHighlight[clip] = 1;
    sum += averagePrecision({ order, scored, isHighlight });
  }
  return sum / raters;
}

interface RankedClips {
  readonly order: Uint32Array;
  readonly scored: Float64Array;
  readonly isHighlight: Uint8Array;
}

/**
 * Clips of one score come in together, and such a step counts once, however many highlights it
 * brings.
 */
function averagePrecision({ order, scored, isHighlight }: RankedClips): number {
  const precisions: number[] = [];
  let found = 0;
  let foundBefore = 0;
  for (let rank = 0; rank < order.length; rank++) {
    found += isHighlight[order[rank]!]!;
    const isStep = rank + 1 === order.length || scored[order[rank]!] !== scored[order[rank + 1]!];
    if (!isStep || found === foundBefore) continue;
    precisions.push(found / (rank + 1));
    foundBefore = found;
  }
  let highest = 0;
  let sum = 0;
  for (const precision of precisions.toReversed()) {
    highest = Math.max(highest, precision);
    sum += highest;
  }
  return precisions.length === 0 ? 0 : sum / precisions.length;
}

function meanReachable(evidence: Iterable<HasSaliency>, least: number): number {
  let sum = 0;
  let count = 0;
  for (const { graded } of evidence) {
    const raters = graded[0]?.grades.length ?? 0;
    if (raters === 0) continue;
    for (let rater = 0; rater < raters; rater++)
      if (graded.some(({ grades }) => grades[rater]! >= least)) sum += 1 / raters;
    count++;
  }
  return count === 0 ? 1 : sum / count;
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "highlight-map",
    group: "moments",
    title: "Highlight mAP",
    options: [gradeOption],
    page: () => ({
      definition:
        "For each query and rater, the clips are ranked by falling score and those the rater gave at least the named grade are to be found. The precision at a recall is the highest at that recall or beyond; mean over the steps at which recall rises. Mean over raters, then over queries.",
      formula: "AP = mean over steps i of max over steps j ≥ i of found_j/seen_j",
      citation:
        "Lei, Berg and Bansal, QVHighlights, NeurIPS 2021 (moment_detr, standalone_eval/eval.py and utils.py)",
      checkedAgainst:
        "moment_detr's standalone_eval (2fa9e32, retyped, with scikit-learn 1.9.1) on random queries, to 1e-12; the metrics file of its sample predictions on QVHighlights val, all three figures to their 2 decimals",
      edgeCases:
        "Clips of equal score form one step, which counts once. A rater who gave no clip the grade contributes 0, as in the official program: the ceiling says what can be reached. Missing scores are 0, scores past the last clip are not read. A query that nobody graded does not count.",
      signatures: [highlightMap({ measure: "", grade: "very-good" }).signature],
    }),
    offers: [
      offer({
        id: "highlight-map",
        title: "Highlight mAP",
        reads: "saliency",
        options: [gradeOption],
        create: (measure, { grade }) =>
          (grade ? [grade] : highlightGradeNames).map((one) =>
            highlightMap({ measure, grade: one }),
          ),
      }),
    ],
  },
];
