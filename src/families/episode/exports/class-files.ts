import type { ExportPiece } from "../../../core/family/display-facet.ts";
import { csv } from "./csv.ts";

/** What was true and what was said of one sample; `null` where nothing was said. */
export interface ClassPair {
  readonly truth: string;
  readonly predicted: string | null;
}

/** `per_class_metrics.csv` and `confusion_matrix.csv`, as the suite writes them. */
export function classFiles(
  pairs: readonly ClassPair[],
  offered: readonly string[],
): readonly ExportPiece[] {
  const classes = [
    ...new Set([
      ...offered,
      ...pairs.flatMap(({ truth, predicted }) =>
        predicted === null ? [truth] : [truth, predicted],
      ),
    ]),
  ];
  const count = (test: (pair: ClassPair) => boolean) => pairs.filter(test).length;
  const rows = classes.map((name, id) => {
    const support = count(({ truth }) => truth === name);
    const predicted = count((pair) => pair.predicted === name);
    const hits = count((pair) => pair.truth === name && pair.predicted === name);
    return [
      id,
      name,
      support,
      predicted,
      // The suite writes 0 where there is nothing to divide by.
      predicted === 0 ? 0 : hits / predicted,
      support === 0 ? 0 : hits / support,
      support + predicted === 0 ? 0 : (2 * hits) / (support + predicted),
    ];
  });
  return [
    {
      path: "per_class_metrics.csv",
      text: csv(
        ["class_id", "class_name", "support", "predicted", "precision", "recall", "f1"],
        rows,
      ),
    },
    {
      path: "confusion_matrix.csv",
      text: csv(
        ["true\\pred", ...classes],
        classes.map((truth) => [
          truth,
          ...classes.map((said) =>
            count((pair) => pair.truth === truth && pair.predicted === said),
          ),
        ]),
      ),
    },
  ];
}
