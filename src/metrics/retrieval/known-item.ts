import type { CorpusMetric, ReferenceLine, SampleMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import type { MetricDeclaration } from "../metric-declaration.ts";
import { assertWeights, sampleMetric } from "../sample-metric.ts";

/** What is read of a query that one known item of a pool belongs to. */
export interface HasItemRank {
  /** Where the item stands, from 1 on; `null` where it is not in the answer. */
  readonly rank: number | null;
  /** How many items the pool has; `null` where the truth is hidden, and the sample does not count. */
  readonly candidates: number | null;
}

/** Mean of 1 ÷ rank of the known item; 0 where it is not in the answer. */
export function knownItemMrr(measure: string): SampleMetric<HasItemRank> {
  return sampleMetric({
    id: "known-item-mrr",
    title: "Mean reciprocal rank",
    signature: signature("known-item-reciprocal-rank", 1, { unanswered: "zero" }),
    measure,
    kind: "mean",
    best: 1,
    worst: 0,
    value: ({ rank, candidates }) => (candidates === null ? null : rank === null ? 0 : 1 / rank),
    references: (evidence) =>
      meanLine(evidence, harmonicMean, "mean of 1 / rank over all orders of the pool"),
  });
}

/** Share of queries whose known item is among the first k. */
export function knownItemTop(
  measure: string,
  { k }: { readonly k: number },
): SampleMetric<HasItemRank> {
  return sampleMetric({
    id: `known-item-top-${k}`,
    title: `Top-${k} accuracy`,
    signature: signature("known-item-top", 1, { k, unanswered: "wrong" }),
    measure,
    kind: "proportion",
    best: 1,
    worst: 0,
    value: ({ rank, candidates }) =>
      candidates === null ? null : rank !== null && rank <= k ? 1 : 0,
    references: (evidence) =>
      meanLine(evidence, (candidates) => Math.min(1, k / candidates), "k / size of the pool"),
  });
}

/** Mean or median rank of the known item; answered queries only. */
export function knownItemRank(
  measure: string,
  figure: "mean" | "median",
): CorpusMetric<HasItemRank> {
  return {
    id: `known-item-${figure}-rank`,
    title: figure === "mean" ? "Mean rank" : "Median rank",
    signature: signature(`known-item-${figure}-rank`, 1, { unanswered: "dropped" }),
    measure,
    kind: "corpus",
    best: 1,
    // No pool is that large; without it a higher rank would be the better one.
    worst: Number.MAX_SAFE_INTEGER,
    population: "answered",
    counts: ({ rank, candidates }) => rank !== null && candidates !== null,
    references: (evidence) =>
      meanLine(evidence, (candidates) => (candidates + 1) / 2, "half-way through the pool"),
    prepare(evidence) {
      const ranks = Array.from(evidence, ({ rank, candidates }) =>
        candidates === null ? null : rank,
      );
      const order = ranks.flatMap((rank, at) => (rank === null ? [] : [at]));
      order.sort((a, b) => ranks[a]! - ranks[b]!);
      return (weights) => {
        if (weights) assertWeights(weights, ranks.length);
        const weightOf = (at: number) => (weights ? weights[at]! : 1);
        const total = order.reduce((sum, at) => sum + weightOf(at), 0);
        if (total === 0) return null;
        if (figure === "mean")
          return order.reduce((sum, at) => sum + weightOf(at) * ranks[at]!, 0) / total;
        return weightedMedian(order, { ranks, weightOf, total });
      };
    },
  };
}

interface Weighing {
  readonly ranks: readonly (number | null)[];
  weightOf(at: number): number;
  readonly total: number;
}

/** Half-way between the two ranks in the middle, where the middle falls between two. */
function weightedMedian(order: readonly number[], { ranks, weightOf, total }: Weighing): number {
  let below = 0;
  for (let place = 0; place < order.length; place++) {
    below += weightOf(order[place]!);
    if (below * 2 < total) continue;
    const rank = ranks[order[place]!]!;
    if (below * 2 > total) return rank;
    const next = order.slice(place + 1).find((at) => weightOf(at) > 0);
    return next === undefined ? rank : (rank + ranks[next]!) / 2;
  }
  return ranks[order.at(-1)!]!;
}

/** What a random order of so many items is expected to give: H(n) / n. */
function harmonicMean(candidates: number): number {
  let sum = 0;
  for (let rank = 1; rank <= candidates; rank++) sum += 1 / rank;
  return sum / candidates;
}

function meanLine(
  evidence: Iterable<HasItemRank>,
  of: (candidates: number) => number,
  note: string,
): readonly ReferenceLine[] {
  const known = new Map<number, number>();
  let sum = 0;
  let count = 0;
  for (const { candidates } of evidence) {
    if (candidates === null || candidates < 1) continue;
    const value = known.get(candidates) ?? of(candidates);
    known.set(candidates, value);
    sum += value;
    count++;
  }
  return count === 0 ? [] : [{ id: "chance", value: sum / count, note }];
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "known-item",
    group: "retrieval",
    title: "Rank of a known item",
    options: [],
    page: () => ({
      definition:
        "Where the one right item of a pool stands: mean reciprocal rank, top-k accuracy, mean and median rank. Shown with what a random order of the pool is expected to reach.",
      formula: "MRR = (1/N) Σ 1/rank; top-k = share with rank ≤ k; chance: H(n)/n, k/n, (n + 1)/2",
      citation: "Xperience task suite",
      checkedAgainst: "values worked out by hand; chance MRR of 348 candidates .01848",
      edgeCases:
        "No answer, or one that leaves the item out, counts 0; mean and median rank are of answered queries that hold it. The median of an even number lies half-way between the two in the middle.",
      signatures: [
        knownItemMrr("").signature,
        knownItemTop("", { k: 5 }).signature,
        knownItemRank("", "mean").signature,
        knownItemRank("", "median").signature,
      ],
    }),
  },
];
