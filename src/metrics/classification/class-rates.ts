import type { CorpusMetric, Score } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import type { MetricDeclaration } from "../metric-declaration.ts";
import { assertWeights } from "../sample-metric.ts";
import type { HasLabels } from "./class-counts.ts";

/** How samples are counted against one class. */
interface ClassTable {
  readonly tp: number;
  readonly tn: number;
  readonly fp: number;
  readonly fn: number;
  /** Samples of other classes without an answer: nothing was said that could be right or wrong. */
  readonly unsaid: number;
}

interface Rate {
  readonly title: string;
  readonly best: number;
  readonly worst: number | null;
  readonly isTotal?: true;
  /** Whether a perfect system reaches what the truth says, and not the best value. */
  readonly isDescriptive?: true;
  of(table: ClassTable): number | null;
}

const ratio = (part: number, whole: number) => (whole === 0 ? null : part / whole);
const all = ({ tp, tn, fp, fn, unsaid }: ClassTable) => tp + tn + fp + fn + unsaid;
const count = (title: string, of: (table: ClassTable) => number): Rate => ({
  title,
  best: 0,
  worst: null,
  isTotal: true,
  isDescriptive: true,
  of: (table) => (all(table) === 0 ? null : of(table)),
});
const share = (title: string, of: (table: ClassTable) => number): Rate => ({
  title,
  best: 1,
  worst: 0,
  isDescriptive: true,
  of: (table) => ratio(of(table), all(table)),
});

const rates = {
  precision: { title: "Precision", best: 1, worst: 0, of: ({ tp, fp }) => ratio(tp, tp + fp) },
  recall: { title: "Recall", best: 1, worst: 0, of: ({ tp, fn }) => ratio(tp, tp + fn) },
  tp: count("True positives", ({ tp }) => tp),
  tn: count("True negatives", ({ tn }) => tn),
  fp: count("False positives", ({ fp }) => fp),
  fn: count("False negatives", ({ fn }) => fn),
  "positive-rate-true": share("True share of positives", ({ tp, fn }) => tp + fn),
  "positive-rate-pred": share("Predicted share of positives", ({ tp, fp }) => tp + fp),
} as const satisfies Readonly<Record<string, Rate>>;

export type ClassRate = keyof typeof rates;

/**
 * A figure of one class against all others: precision, recall, the four counts, and how many
 * samples are of the class or are said to be. No answer misses a sample of the
 * class, and is no true negative elsewhere.
 */
export function classRate(
  measure: string,
  name: ClassRate,
  { positive }: { readonly positive: string },
): CorpusMetric<HasLabels> {
  const { of, isDescriptive, ...described }: Rate = rates[name];
  const score = (evidence: Iterable<HasLabels>): Score => {
    // 0 tn, 1 fp, 2 fn, 3 tp, 4 nothing said; −1 where the truth is hidden.
    const cells = Int8Array.from(
      Array.from(evidence, ({ truth, predicted }) => {
        if (truth === null) return -1;
        if (truth !== positive && predicted === null) return 4;
        return (truth === positive ? 2 : 0) + (predicted === positive ? 1 : 0);
      }),
    );
    return (weights) => {
      if (weights) assertWeights(weights, cells.length);
      const sums = [0, 0, 0, 0, 0];
      for (let at = 0; at < cells.length; at++)
        if (cells[at]! >= 0) sums[cells[at]!]! += weights ? weights[at]! : 1;
      const [tn, fp, fn, tp, unsaid] = sums as [number, number, number, number, number];
      return of({ tp, tn, fp, fn, unsaid });
    };
  };
  return {
    ...described,
    id: name,
    signature: signature("class-rate", 2, { figure: name, positive, unanswered: "miss" }),
    measure,
    kind: "corpus",
    counts: ({ truth }) => truth !== null,
    ...(isDescriptive && {
      ceiling: (evidence) =>
        score(Iterator.from(evidence).map(({ truth }) => ({ truth, predicted: truth })))() ??
        described.best,
    }),
    prepare: score,
  };
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "class-rates",
    group: "classification",
    title: "Precision, recall and counts of one label",
    options: [{ name: "positive", default: "1", meaning: "the class that counts as positive" }],
    page: () => ({
      definition:
        "One label against all others: precision, recall, true and false positives and negatives, and the shares of samples that are positive or are said to be.",
      formula:
        "precision = tp / (tp + fp); recall = tp / (tp + fn); shares: (tp + fn) / n, (tp + fp) / n",
      citation: "scikit-learn, confusion_matrix and precision_recall_fscore_support",
      checkedAgainst: "the Xperience task suite’s recorded figures, to 1e-9",
      edgeCases:
        "Null where the divisor is 0. No answer misses a sample of the label and is no true negative elsewhere, so that the four counts may add up to less than n; hidden truths do not count.",
      signatures: [
        classRate("", "precision", { positive: "1" }).signature,
        classRate("", "recall", { positive: "1" }).signature,
      ],
    }),
  },
];
