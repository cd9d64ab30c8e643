import type { Analysis, Curve } from "../../core/scores/analysis.ts";
import type { MetricDeclaration } from "../metric-declaration.ts";
import { type LabelRanking, rankLabels } from "./label-ranking.ts";
import { byTask } from "./mean-of-tasks.ts";
import type { HasTaskScores } from "./rescale-scores.ts";

/** Recalls from 0 to 1 at which precision is read off, as in COCO's evaluation. */
const levels = Array.from({ length: 101 }, (_, at) => at / 100);

/**
 * Precision against recall of "is it this label?", by falling raw score: at each of 101 recalls the
 * highest precision at this recall or a higher one, mean over the labels of a task, then over tasks.
 * Empty where no label is true of anything.
 */
export function precisionRecallCurve(measure: string): Analysis<HasTaskScores> {
  return {
    id: "precision-recall",
    title: "Precision against recall of labels",
    measure,
    analyse(evidence): Curve {
      const tasks = [...byTask(evidence).values()].flatMap(({ items }) => {
        const { perLabel } = rankLabels(items);
        return perLabel.length === 0 ? [] : [meanCurve(perLabel.map(interpolated))];
      });
      const precisions = tasks.length === 0 ? [] : meanCurve(tasks);
      return {
        kind: "curve",
        x: "recall",
        y: "precision",
        points: precisions.map((precision, at) => [levels[at]!, precision]),
        notes:
          tasks.length === 0
            ? []
            : [
                `by raw scores; the highest precision at this recall or above, mean over labels${tasks.length > 1 ? " and then over tasks" : ""}`,
              ],
      };
    },
  };
}

/** The highest precision at each level of recall or above. */
function interpolated({ points }: LabelRanking): readonly number[] {
  const reached = points();
  let at = reached.length - 1;
  let highest = 0;
  return levels
    .toReversed()
    .map((level) => {
      // Recalls are quotients: a level that equals one may differ from it in the last digit.
      for (; at >= 0 && reached[at]![0] >= level - 1e-12; at--)
        highest = Math.max(highest, reached[at]![1]);
      return highest;
    })
    .toReversed();
}

function meanCurve(curves: readonly (readonly number[])[]): readonly number[] {
  return levels.map((_, at) => curves.reduce((sum, own) => sum + own[at]!, 0) / curves.length);
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "precision-recall",
    group: "classification",
    title: "Precision against recall",
    options: [],
    page: () => ({
      definition:
        "A curve: the precision of each label against its recall, by falling raw score, mean over the labels of a task and then over tasks.",
      formula: "P(r) = max over r′ ≥ r of precision at recall r′, at r = 0, 0.01, …, 1",
      citation: "Everingham et al. 2010, “The PASCAL Visual Object Classes (VOC) Challenge”; COCO",
      checkedAgainst: "rankings worked out by hand",
      edgeCases:
        "Equal scores come in together. Samples without an answer, and labels without a score, come last. A label that is never true is left out.",
      signatures: [],
    }),
  },
];
