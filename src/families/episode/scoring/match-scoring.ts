import type { Analysis } from "../../../core/scores/analysis.ts";
import type { Measure } from "../../../core/scores/measure.ts";
import type { Metric } from "../../../core/scores/metric.ts";
import { signature } from "../../../core/scores/signature.ts";
import {
  type HasItemRank,
  knownItemMrr,
  knownItemRank,
  knownItemTop,
} from "../../../metrics/retrieval/known-item.ts";
import type { EpisodePrediction, EpisodeSample } from "../schema.ts";
import { named } from "./named-metric.ts";

interface MatchEvidence extends HasItemRank {
  /** The rank of the window that lies so many before the right one, for each shift. */
  readonly shifted: readonly (number | null)[];
}

const m = signature("episode-rank", 1);

/** By how many windows queries are shifted for the curve of alignment. */
const shifts = [-40, -20, -10, -5, 0, 5, 10, 20, 40] as const;

/** How many windows are looked among. */
export function poolSize({ pool }: Pick<EpisodeSample, "pool">): number | undefined {
  return pool?.windows.reduce((sum, [from, to]) => sum + to - from, 0);
}

/** Where the right window stands; `null` where the answer does not hold it. */
export function rankOf(prediction: EpisodePrediction, window: number): number | null {
  if ("rank" in prediction) return prediction.rank;
  const at = "ranking" in prediction ? prediction.ranking.indexOf(window) : -1;
  return at < 0 ? null : at + 1;
}

function matchMeasure(): Measure<EpisodeSample, EpisodePrediction, MatchEvidence> {
  return {
    signature: m,
    measure({ sample, prediction }) {
      const { truth } = sample;
      if (truth?.kind !== "match") return { rank: null, candidates: null, shifted: [] };
      const places =
        "ranking" in prediction
          ? new Map(prediction.ranking.map((window, at) => [window, at + 1]))
          : undefined;
      return {
        rank: rankOf(prediction, truth.window),
        candidates: poolSize(sample) ?? null,
        shifted: places ? shifts.map((shift) => places.get(truth.window - shift) ?? null) : [],
      };
    },
  };
}

/**
 * How well queries find the window that they are shifted from: sensors that are out of step have
 * their best score beside 0.
 */
function alignmentStress(): Analysis<MatchEvidence> {
  return {
    id: "alignment-stress",
    title: "MRR where queries are shifted against candidates",
    measure: m,
    analyse(evidence) {
      const sums = shifts.map(() => ({ sum: 0, count: 0 }));
      for (const { shifted } of evidence)
        for (const [at, rank] of shifted.entries())
          if (rank !== null) {
            sums[at]!.sum += 1 / rank;
            sums[at]!.count++;
          }
      return {
        kind: "curve",
        x: "shift of the query, windows",
        y: "MRR",
        points: shifts.flatMap((shift, at) => {
          const { sum, count } = sums[at]!;
          return count === 0 ? [] : [[shift, sum / count] as const];
        }),
        notes: ["over queries whose shifted window is among the candidates; rankings only"],
      };
    },
  };
}

const makers: Readonly<Record<string, () => Metric>> = {
  mrr: () => named("mrr", knownItemMrr(m)),
  median_rank: () => named("median_rank", knownItemRank(m, "median")),
  mean_rank: () => named("mean_rank", knownItemRank(m, "mean")),
  top1_accuracy: () => named("top1_accuracy", knownItemTop(m, { k: 1 })),
  top5_accuracy: () => named("top5_accuracy", knownItemTop(m, { k: 5 })),
  top10_accuracy: () => named("top10_accuracy", knownItemTop(m, { k: 10 })),
};

/** Scores of tasks whose answer is a ranking of windows. */
export function matchScoring(ids: readonly string[]) {
  return {
    measures: [matchMeasure()],
    metrics: ids.map((id) => makers[id]!()),
    analyses: [alignmentStress()] as readonly Analysis[],
  };
}
