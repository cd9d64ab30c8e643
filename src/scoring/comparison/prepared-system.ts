import type { Metric } from "../../core/scores/metric.ts";
import { clusterBootstrap, rankGroups } from "../../math/interval/cluster-bootstrap.ts";
import { jackknifeScores } from "../../math/interval/jackknife-scores.ts";
import { mostJackknifedGroups } from "../../math/significance/bootstrap-difference.ts";
import type { DigestedEvidence } from "../evidence/evidence-set.ts";
import { type PreparedMetric, prepareMetric } from "../evidence/prepared-metric.ts";

/** What a score was on each resample and, of few groups, without each of them. */
export interface Resampled {
  readonly values: Float64Array;
  readonly jackknife: Float64Array | undefined;
}

interface Resampling {
  readonly resamples: number;
  readonly seed: number;
  /** Which samples count; all of them if absent. */
  readonly base: Uint32Array | undefined;
}

/**
 * The evidence of one system. Metrics are prepared once, and resamples of the whole set are scored
 * once, however many systems it is set against.
 */
export class PreparedSystem {
  readonly evidence: DigestedEvidence;
  readonly #prepared = new Map<Metric, PreparedMetric>();
  readonly #resampled = new Map<Metric, Resampled>();

  constructor(evidence: DigestedEvidence) {
    this.evidence = evidence;
  }

  prepare(metric: Metric): PreparedMetric {
    const known = this.#prepared.get(metric) ?? prepareMetric(this.evidence, metric);
    this.#prepared.set(metric, known);
    return known;
  }

  /**
   * The metrics on resamples of whole groups. Resamples depend on the seed and on which of the
   * samples that count share a group: systems with the same samples are scored on the same ones.
   */
  resample(metrics: readonly Metric[], resampling: Resampling): readonly Resampled[] {
    const isWhole = resampling.base === undefined;
    const open = metrics.filter((metric) => !isWhole || !this.#resampled.has(metric));
    const found = new Map(isWhole ? this.#resampled : []);
    for (const [i, one] of this.#resample(open, resampling).entries()) found.set(open[i]!, one);
    if (isWhole) for (const [metric, one] of found) this.#resampled.set(metric, one);
    return metrics.map((metric) => found.get(metric)!);
  }

  #resample(
    metrics: readonly Metric[],
    { resamples, seed, base }: Resampling,
  ): readonly Resampled[] {
    if (metrics.length === 0) return [];
    const { groups, groupCount } = this.evidence;
    const scores = metrics.map((metric) => this.prepare(metric).score);
    const found = clusterBootstrap({
      groups,
      groupCount,
      scores,
      resamples,
      seed,
      ...(base && { base }),
    });
    const { ranks, rankCount } = rankGroups({ groups, groupCount, base });
    return found.map(({ values }, i) => ({
      values,
      jackknife:
        rankCount > mostJackknifedGroups
          ? undefined
          : jackknifeScores({
              groups: ranks,
              groupCount: rankCount,
              score: scores[i]!,
              base,
              mostBlocks: rankCount,
            }),
    }));
  }
}
