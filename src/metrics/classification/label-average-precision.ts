import type { CorpusMetric, ReferenceLine, Score } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import { textOption } from "../metric-option.ts";
import { type HasLabelScores, trueLabels } from "./has-label-scores.ts";
import { type LabelRankings, rankLabels } from "./label-ranking.ts";
import { randomAveragePrecision } from "./random-average-precision.ts";

/**
 * `macro`: mean over labels that are true somewhere. `micro`: one ranking of all pairs of sample
 * and label. Or one label by name.
 */
export type RankingAverage = "macro" | "micro" | { readonly label: string };

/**
 * Average precision of "is it this label?" against the rest: Σ (gain in recall) × precision over
 * the falling scores, not interpolated, equal scores taken in together (scikit-learn's
 * `average_precision_score`). A label without true weight is left out of `macro`; a sample without
 * an answer ranks below all others.
 */
export function labelAveragePrecision(
  measure: string,
  average: RankingAverage,
): CorpusMetric<HasLabelScores> {
  const name = typeof average === "string" ? average : average.label;
  return {
    id: `label-ap-${name}`,
    title:
      typeof average === "string"
        ? `Average precision of labels (${name})`
        : `Average precision of ${name}`,
    signature: signature("label-average-precision", 1, {
      average: typeof average === "string" ? average : `label=${name}`,
      interpolated: false,
      ties: "together",
      unanswered: "last",
    }),
    measure,
    kind: "corpus",
    best: 1,
    worst: 0,
    smallSetBias: "kept",
    counts: (item) => trueLabels(item) !== null,
    prepare: (evidence) => averaged(rankLabels(evidence), average),
    ...(average === "macro" && {
      references: (evidence: Iterable<HasLabelScores>) => chanceLine(evidence),
    }),
  };
}

function averaged({ perLabel, pooled }: LabelRankings, average: RankingAverage): Score {
  if (average === "micro") return (weights) => pooled.averagePrecision(weights);
  const chosen =
    average === "macro" ? perLabel : perLabel.filter(({ label }) => label === average.label);
  return (weights) => {
    const values = chosen
      .map((ranking) => ranking.averagePrecision(weights))
      .filter((value) => value !== null);
    return values.length === 0
      ? null
      : values.reduce((sum, value) => sum + value, 0) / values.length;
  };
}

/** What rankings in random order are expected to reach. */
function chanceLine(evidence: Iterable<HasLabelScores>): readonly ReferenceLine[] {
  const ranked = new Map<string, { size: number; positives: number }>();
  for (const { options, ...truth } of evidence) {
    const truths = trueLabels(truth);
    if (truths === null) continue;
    for (const label of new Set([...options, ...truths])) {
      const counts = ranked.get(label) ?? { size: 0, positives: 0 };
      ranked.set(label, counts);
      counts.size++;
      if (truths.includes(label)) counts.positives++;
    }
  }
  const values = [...ranked.values()]
    .filter(({ positives }) => positives > 0)
    .map(({ size, positives }) => randomAveragePrecision(size, positives));
  return values.length === 0
    ? []
    : [{ id: "chance", value: values.reduce((sum, value) => sum + value, 0) / values.length }];
}

const averageOption = textOption({
  name: "average",
  default: "macro",
  meaning:
    "macro: mean over labels that are true somewhere; micro: one ranking of all pairs of sample and label; or one label by name",
});

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "label-average-precision",
    group: "classification",
    title: "Average precision of labels",
    options: [averageOption],
    page: () => ({
      definition:
        "Samples ranked by the score of a label, against the rest: gains in recall times precision, summed over falling scores, not interpolated.",
      formula: "AP = Σ (R_n − R_{n−1})·P_n",
      citation: "scikit-learn, average_precision_score",
      checkedAgainst: "scikit-learn 1.9.1, to 1e-9, with ties and weights",
      edgeCases:
        "Equal scores come in together, so that a constant score gives the prevalence. No answer ranks below all others. A label without true weight is left out. Shown with what a random order is expected to reach, (R − 1)/(N − 1) + (H/N)(N − R)/(N − 1).",
      signatures: [
        labelAveragePrecision("", "macro").signature,
        labelAveragePrecision("", "micro").signature,
      ],
    }),
    offers: [
      offer({
        id: "label-ap",
        title: "One-vs-rest average precision, from score:<label> columns",
        isApart: true,
        reads: "labelScores",
        options: [averageOption],
        create: (measure, { average = "macro" }) => [
          {
            ...labelAveragePrecision(
              measure,
              average === "macro" || average === "micro" ? average : { label: average },
            ),
            id: "label-ap",
          },
        ],
      }),
    ],
  },
];
