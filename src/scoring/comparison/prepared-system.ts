import type { Metric, Score } from "../../core/scores/metric.ts";
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

  /** Takes a metric that is prepared already. */
  take(prepared: PreparedMetric): void {
    this.#prepared.set(prepared.metric, prepared);
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

  /** Keeps what metrics scored on resamples of the whole set. */
  keep(metric: Metric, resampled: Resampled): void {
    this.#resampled.set(metric, resampled);
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
    return found.map(({ values }, i) => ({
      values,
      jackknife: jackknifed(this.evidence, scores[i]!, base),
    }));
  }
}

function jackknifed(
  { groups, groupCount }: DigestedEvidence,
  score: Score,
  base?: Uint32Array,
): Float64Array | undefined {
  const { ranks, rankCount } = rankGroups({ groups, groupCount, base });
  if (rankCount > mostJackknifedGroups) return undefined;
  const left = { groups: ranks, groupCount: rankCount, score, base, mostBlocks: rankCount };
  return jackknifeScores(left);
}

/** A system with metrics of its own, none of which leaves out a sample. */
export interface ResampledSystem {
  readonly system: PreparedSystem;
  readonly metrics: readonly Metric[];
}

/**
 * Scores systems that hold the very same samples in one pass over the resamples, which then need to
 * be drawn but once, and keeps what they scored.
 */
export function resampleTogether(
  systems: readonly ResampledSystem[],
  { resamples, seed }: Pick<Resampling, "resamples" | "seed">,
): void {
  const [first] = systems;
  if (!first) return;
  const all = systems.flatMap(({ system, metrics }) =>
    metrics.map((metric) => ({ system, metric })),
  );
  const scores = all.map(({ system, metric }) => system.prepare(metric).score);
  const { groups, groupCount } = first.system.evidence;
  const found = clusterBootstrap({ groups, groupCount, scores, resamples, seed });
  for (const [i, { system, metric }] of all.entries())
    system.keep(metric, {
      values: found[i]!.values,
      jackknife: jackknifed(system.evidence, scores[i]!),
    });
}
