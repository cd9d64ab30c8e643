import type { Sample } from "../core/data/sample.ts";
import type { ScoringFacet } from "../core/family/scoring-facet.ts";
import type { Family } from "../core/family.ts";
import type { Measure } from "../core/scores/measure.ts";
import { lessIsBetter, type Metric, type Weights } from "../core/scores/metric.ts";
import { studentQuantile } from "../math/distribution/student-quantile.ts";
import { bootstrapError } from "../math/interval/bootstrap-error.ts";
import { clusterBootstrap } from "../math/interval/cluster-bootstrap.ts";
import { clusteredMeanInterval } from "../math/interval/clustered-mean.ts";
import { leastGroups } from "../math/interval/interval.ts";
import { isReference } from "../summary/baseline-systems.ts";
import type { ErrorCost, ErrorCosts } from "../summary/error-cost.ts";
import type { UnansweredPolicy } from "../summary/score-summary.ts";
import { commonRows } from "./comparison/common-rows.ts";
import { type DigestedEvidence, EvidenceSet } from "./evidence/evidence-set.ts";
import { prepareMetric } from "./evidence/prepared-metric.ts";
import { caution, groupTotals, type IntervalSummary, none } from "./interval/score-intervals.ts";
import type { ScoredSystem, Scoring } from "./scoring.ts";

interface CostSettings {
  readonly family: Family;
  readonly metric: Metric;
  readonly measure: Measure<Sample, unknown, unknown>;
  readonly unanswered: UnansweredPolicy;
  readonly seed: number;
}

/** Metrics of larger sets as a whole take too long to be scored with every class put right. */
const largestSet = 20_000;
const resamples = 200;

/**
 * Finds what each class of mistakes costs: the score if those samples were answered perfectly, minus
 * the score. Keeps the evidence of perfect answers to the samples with mistakes.
 */
export class ErrorCostMeter {
  readonly #settings: CostSettings;
  readonly #perfect: EvidenceSet;
  #errorClass = "";

  constructor(settings: CostSettings) {
    this.#settings = settings;
    this.#perfect = new EvidenceSet([settings.measure], () => ({ class: this.#errorClass }));
  }

  /** A sample that shows a mistake. */
  add(sample: Sample, digest: string, errorClass: string): void {
    this.#errorClass = errorClass;
    const prediction = this.#settings.family.proof.baselines.oracle(sample);
    this.#perfect.add({ sample, prediction, outcome: "answered", grades: {} }, digest);
  }

  /** `undefined` where there are no mistakes, or nobody can say what they cost. */
  finish(evidence: DigestedEvidence): ErrorCosts | undefined {
    const perfect = this.#perfect.ordered();
    const [slice] = perfect.slices;
    if (!slice || perfect.n === 0) return undefined;
    const { metric, unanswered } = this.#settings;
    const population = metric.population ?? (unanswered === "exclude" ? "answered" : "all");
    const mask = population === "answered" ? evidence.answered : undefined;
    const rows = commonRows([evidence.digests, perfect.digests]);
    const mended = {
      perfect,
      mask,
      rows: rows[0]!,
      twins: rows[1]!,
      codes: rows[1]!.map((row) => slice.codes[row]!),
    };
    const costOf = metric.kind === "corpus" ? costsOfSet : costsOfMean;
    const found = costOf(evidence, mended, this.#settings);
    if (!found) return undefined;
    const named = slice.values.map((name, code) => ({
      class: name,
      samples: mended.codes.filter((one) => one === code).length,
      ...found.classes[code]!,
    }));
    return {
      metric: metric.id,
      classes: named.filter(({ samples }) => samples > 0).toSorted((a, b) => b.cost - a.cost),
      all: { class: "all mistakes", samples: mended.rows.length, ...found.all },
    };
  }
}

interface Costed {
  /** The headline. */
  readonly metric: Metric | undefined;
  readonly system: ScoredSystem;
}

/**
 * `undefined` where nobody can say what a mistake costs, and of answers that are made from the truth
 * or by a rule, of which nobody asks it.
 */
export function errorCostMeter(
  { family, unanswered, seed, lent }: Scoring,
  {
    measures,
    lateRules,
    oracleShortfall,
  }: Pick<ScoringFacet<Sample, unknown, unknown>, "measures" | "lateRules" | "oracleShortfall">,
  { metric, system }: Costed,
): ErrorCostMeter | undefined {
  const measure = measures.find(({ signature }) => signature === metric?.measure);
  // What a grader would say of the perfect answer is not known without asking it.
  const isGraded = family.people.graders.some(
    ({ role, isRequired }) => isRequired && lent.graders[role] !== undefined,
  );
  if (isGraded) return undefined;
  return metric && measure && !lateRules && oracleShortfall !== "unknown" && !isReference(system)
    ? new ErrorCostMeter({ family, metric, measure, unanswered, seed })
    : undefined;
}

/** Samples with mistakes, and perfect answers to them. */
interface Mended {
  readonly perfect: DigestedEvidence;
  /** 1 where a sample counts; all do where absent. */
  readonly mask: Uint8Array | undefined;
  /** Where they stand in the evidence, and where their perfect answers do. */
  readonly rows: Uint32Array;
  readonly twins: Uint32Array;
  /** Their classes. */
  readonly codes: Uint32Array;
}

type Cost = Omit<ErrorCost, "class" | "samples">;

interface Costs {
  /** By code. */
  readonly classes: readonly Cost[];
  readonly all: Cost;
}

function classCount({ codes }: Mended): number {
  return codes.reduce((most, code) => Math.max(most, code + 1), 0);
}

/** A mean over samples: a class costs what its samples miss, over all samples. */
function costsOfMean(
  evidence: DigestedEvidence,
  mended: Mended,
  { metric, seed }: CostSettings,
): Costs | undefined {
  const { values } = prepareMetric(evidence, metric);
  const { values: perfect } = prepareMetric(mended.perfect, metric);
  const sign = lessIsBetter(metric) ? -1 : 1;
  const counts = (row: number) => !Number.isNaN(values![row]) && (mended.mask?.[row] ?? 1) === 1;
  const lossOf = (code: number | undefined) => {
    const losses = Float64Array.from(values!, (_, row) => (counts(row) ? 0 : Number.NaN));
    for (const [i, row] of mended.rows.entries()) {
      if (!counts(row) || (code !== undefined && mended.codes[i] !== code)) continue;
      const best = perfect![mended.twins[i]!]!;
      // Only a grader could say what a perfect answer is worth: the best.
      losses[row] = sign * ((Number.isNaN(best) ? metric.best : best) - values![row]!);
    }
    return losses;
  };
  const range =
    metric.worst === null ? Number.POSITIVE_INFINITY : Math.abs(metric.best - metric.worst);
  const costOf = (losses: Float64Array): Cost | undefined => {
    const { sums, counts: sizes } = groupTotals(evidence, losses, undefined);
    const n = sizes.reduce((sum, size) => sum + size, 0);
    if (n === 0) return undefined;
    const cost = sums.reduce((sum, one) => sum + one, 0) / n;
    const groups = sizes.length;
    if (groups < leastGroups)
      return { cost, ...none(`fewer than ${leastGroups} groups (${groups})`) };
    const low = losses.some((loss) => loss < 0) ? -range : 0;
    const found = clusteredMeanInterval({
      ...{ sums, sizes: Float64Array.from(sizes), seed },
      range: { low, high: range },
      resamples: 1_000,
    });
    return { cost, ...(found ? described(found, groups) : none("all groups are alike")) };
  };
  const all = costOf(lossOf(undefined));
  const classes = Array.from({ length: classCount(mended) }, (_, code) => costOf(lossOf(code)));
  return all && { all, classes: classes.map((one) => one ?? all) };
}

function described(
  { low, high }: { readonly low: number; readonly high: number },
  groups: number,
): IntervalSummary {
  return {
    low,
    high,
    interval: `cluster bootstrap, studentised, and at least t${caution(groups)}`,
  };
}

/** A number about the whole set: it is scored with the samples of each class put right. */
function costsOfSet(
  evidence: DigestedEvidence,
  mended: Mended,
  { metric, seed }: CostSettings,
): Costs | undefined {
  const { n, groups, groupCount } = evidence;
  if (metric.kind !== "corpus" || metric.isTotal || n > largestSet) return undefined;
  const union = [...evidence.evidence(metric.measure), ...mended.perfect.evidence(metric.measure)];
  const counted = Uint8Array.from(union, (one) => (metric.counts?.(one) === false ? 0 : 1));
  const base = Uint32Array.from(
    { length: n },
    (_, row) => counted[row]! * (mended.mask?.[row] ?? 1),
  );
  const score = metric.prepare(union);
  const weights = new Uint32Array(union.length);
  const { rows, twins, codes } = mended;
  // Called for every resample: plain loops.
  const scored = (isMended: (code: number) => boolean) => (given?: Weights) => {
    weights.fill(0);
    for (let row = 0; row < n; row++) weights[row] = (given ? given[row]! : 1) * base[row]!;
    for (let i = 0; i < rows.length; i++) {
      if (!isMended(codes[i]!)) continue;
      const twin = n + twins[i]!;
      weights[twin] = weights[rows[i]!]! * counted[twin]!;
      weights[rows[i]!] = 0;
    }
    return score(weights);
  };
  const scores = [
    scored(() => false),
    scored(() => true),
    ...Array.from({ length: classCount(mended) }, (_, code) => scored((one) => one === code)),
  ];
  const points = scores.map((one) => one());
  const plain = prepareMetric(evidence, metric).score(base);
  // What depends on the whole set would be another score with perfect answers in it.
  if (points[0] === null || plain === null || Math.abs(points[0]! - plain) > 1e-9) return undefined;
  const size = new Set(groups.filter((_, row) => base[row]! > 0)).size;
  const drawn =
    size < leastGroups
      ? undefined
      : clusterBootstrap({ groups, groupCount, scores, resamples, seed, base });
  const sign = lessIsBetter(metric) ? -1 : 1;
  const range =
    metric.worst === null ? Number.POSITIVE_INFINITY : Math.abs(metric.best - metric.worst);
  const costOf = (at: number): Cost => {
    const cost = sign * ((points[at] ?? points[0]!) - points[0]!);
    if (!drawn) return { cost, ...none(`fewer than ${leastGroups} groups (${size})`) };
    const values = drawn[at]!.values.map((value, i) => sign * (value - drawn[0]!.values[i]!));
    const error = bootstrapError({ values, estimate: cost, groupCount: size })?.standardError;
    if (!error) return { cost, ...none("the bootstrap gives no standard error") };
    const reach = studentQuantile(0.975, size - 1) * error;
    return {
      cost,
      low: Math.max(cost >= 0 ? 0 : -range, cost - reach),
      high: Math.min(range, cost + reach),
      interval: `cluster bootstrap, t, ${resamples} resamples${caution(size)}`,
    };
  };
  return {
    all: costOf(1),
    classes: Array.from({ length: classCount(mended) }, (_, code) => costOf(2 + code)),
  };
}
