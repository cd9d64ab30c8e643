import type { CorpusMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { UserError } from "../../core/user-error.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import { textOption } from "../metric-option.ts";
import { countLabels, type HasLabels } from "./class-counts.ts";
import { f1 } from "./f1-averages.ts";

/**
 * F1 of one class against all others, the F1 of binary tasks. `null` where the class is neither
 * true nor predicted. Always answering `positive` already gives 2p/(1 + p) at prevalence p: .667 on
 * balanced data.
 */
export function classF1(
  measure: string,
  { positive }: { readonly positive: string },
): CorpusMetric<HasLabels> {
  return {
    id: `f1-${positive}`,
    title: `F1 of ${positive}`,
    signature: signature("class-f1", 1, { positive, unanswered: "miss" }),
    measure,
    kind: "corpus",
    best: 1,
    worst: 0,
    counts: ({ truth }) => truth !== null,
    prepare(evidence) {
      const counts = countLabels(evidence);
      const index = counts.classes.indexOf(positive);
      return (weights) => {
        const totals = counts.count(weights);
        return index < 0 ? null : f1(totals(index));
      };
    },
  };
}

const positiveOption = textOption({
  name: "positive",
  default: "none",
  meaning: "the class whose F1 is computed",
});

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "class-f1",
    group: "classification",
    title: "F1 of one label",
    options: [positiveOption],
    page: () => ({
      definition: "F1 of one label against all others: the F1 of binary tasks.",
      formula: "2·hits / (2·hits + misses + false alarms)",
      citation: 'scikit-learn, f1_score(average="binary")',
      checkedAgainst: "scikit-learn 1.9.1, to 1e-9",
      edgeCases:
        "Null where the label is neither true nor predicted. Always answering it gives 2p/(1 + p) at prevalence p, .667 on balanced data.",
      signatures: [classF1("", { positive: "yes" }).signature],
    }),
    offers: [
      offer({
        id: "class-f1",
        title: "F1 of one class",
        isApart: true,
        reads: "labels",
        options: [positiveOption],
        create(measure, { positive }) {
          if (positive === undefined)
            throw new UserError("class-f1 needs the class", "give it by --positive <label>");
          return [{ ...classF1(measure, { positive }), id: "class-f1" }];
        },
      }),
    ],
  },
];
