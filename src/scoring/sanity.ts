import type { Sample } from "../core/data/sample.ts";
import type { Lent } from "../core/family/lent.ts";
import type { Family } from "../core/family.ts";
import type { Random } from "../core/random.ts";
import type { Grades, Observation } from "../core/scores/measure.ts";
import { lessIsBetter, type Metric } from "../core/scores/metric.ts";
import { formatTarget, meetsTarget } from "../core/scores/target.ts";
import { formatNumber } from "../summary/format-number.ts";

/** One thing that a sound task must show, and what it shows. */
export interface SanityFinding {
  /**
   * `oracle`: the truth reaches its score; `silence`: saying nothing does not; `degradation`: worse
   * predictions never score better.
   */
  readonly kind: "oracle" | "silence" | "degradation";
  readonly metric: string;
  readonly title: string;
  /** In words, such as "1 (ceiling)" or "never rises: 0 → .1 → .5". */
  readonly expected: string;
  readonly scores: readonly (number | null)[];
  readonly passes: boolean;
  /**
   * Whether the verdict rests on it: where a named set of criteria is asked for, on that set alone;
   * the rest is shown.
   */
  readonly decides: boolean;
  /** Why it does not pass, or what the reader should know. */
  readonly explanations: readonly string[];
}

export interface SanityRequest {
  readonly family: Family;
  readonly options: unknown;
  readonly lent: Lent;
  readonly samples: readonly Sample[];
  /** A named set of the family's criteria; without it, every metric must reach its ceiling. */
  readonly criteria?: string | undefined;
  /** What the task's graders make of a prediction; no grades if left out. */
  grade?(sample: Sample, prediction: unknown): Promise<Grades>;
  /** A generator of its own for every text it is given. */
  random(key: string): Random;
}

/** How far a score may be from its ceiling: sums of many fractions in another order. */
const tolerance = 1e-9;
const mostExplanations = 5;
const undefinedHere = "nothing: it is not defined on these samples";
const nothingShown = "not defined on these samples: they show nothing about it";

/**
 * Puts the oracle, silence and the family's degradations through the very measures and metrics that
 * score systems.
 */
export async function checkSanity(request: SanityRequest): Promise<readonly SanityFinding[]> {
  const { family, options, lent } = request;
  const { metrics } = family.scoring(options, lent);
  const oracle = await graded(request, predictAll(request, family.proof.baselines.oracle));
  const findings = oracleFindings(request, metrics, oracle);
  const shown = [
    silenceFinding(request, metrics[0]!),
    ...(await degradationFindings(request, metrics)),
  ];
  return [
    ...findings.map((finding) => ({ ...finding, decides: true })),
    ...shown.map((finding) => ({ ...finding, decides: request.criteria === undefined })),
  ];
}

/** Before it is known whether the verdict rests on it. */
type Found = Omit<SanityFinding, "decides">;

type Observations = readonly Observation<Sample, unknown>[];

function predictAll(
  { samples }: SanityRequest,
  predict: (sample: Sample) => unknown,
): Observations {
  return samples.map((sample) => ({
    sample,
    prediction: predict(sample),
    outcome: "answered",
    grades: {},
  }));
}

async function graded({ grade }: SanityRequest, observations: Observations): Promise<Observations> {
  if (!grade) return observations;
  const all: Observation<Sample, unknown>[] = [];
  for (const one of observations)
    all.push({ ...one, grades: await grade(one.sample, one.prediction) });
  return all;
}

function toleranceOf({ family }: SanityRequest, metric: Metric): number {
  return family.proof.sanity?.roundings?.[metric.id] ?? tolerance;
}

function evidenceOf(
  { family, options, lent }: SanityRequest,
  metric: Metric,
  observations: Observations,
): readonly unknown[] {
  const measure = family
    .scoring(options, lent)
    .measures.find(({ signature }) => signature === metric.measure);
  if (!measure)
    throw new TypeError(`${metric.id} names a measure that does not exist: ${metric.measure}`);
  return observations.map((observation) => measure.measure(observation));
}

function oracleFindings(
  request: SanityRequest,
  metrics: readonly Metric[],
  oracle: Observations,
): readonly Found[] {
  const { family, criteria } = request;
  const targets = criteria === undefined ? undefined : family.proof.sanity?.criteria[criteria];
  const byMeasure = new Map<string, readonly unknown[]>();
  return metrics.flatMap((metric): readonly Found[] => {
    const target = targets?.[metric.id];
    if (targets && !target) return [];
    const evidence = byMeasure.get(metric.measure) ?? evidenceOf(request, metric, oracle);
    byMeasure.set(metric.measure, evidence);
    const score = metric.prepare(evidence)();
    const about = {
      kind: "oracle",
      metric: metric.id,
      title: metric.title,
      scores: [score],
    } as const;
    // If not even the headline is defined, nothing was shown; what has a target must be shown.
    if (score === null)
      return [
        {
          ...about,
          expected: target ? formatTarget(target) : undefinedHere,
          passes: !target && metric !== metrics[0],
          explanations: [nothingShown],
        },
      ];
    const ceiling = metric.ceiling?.(evidence) ?? metric.best;
    const wanted = target?.value ?? ceiling;
    const distance = toleranceOf(request, metric) * Math.max(1, Math.abs(wanted));
    const mayStayBelow = !target && metric.belowCeiling !== undefined;
    const passes = target
      ? meetsTarget(score, target)
      : Math.abs(score - wanted) <= distance || (mayStayBelow && isShortOf(metric, score, wanted));
    const expected = target
      ? formatTarget(target)
      : mayStayBelow
        ? `at most ${formatNumber(wanted)}: ${metric.belowCeiling}`
        : `${passes ? formatNumber(wanted) : Number(wanted.toPrecision(7))}${wanted === metric.best ? "" : " (the most these samples allow)"}`;
    const limits =
      ceiling < wanted
        ? [`even the truth reaches no more than ${Number(ceiling.toPrecision(7))} on these samples`]
        : [];
    return [
      {
        ...about,
        expected,
        passes,
        explanations: passes
          ? []
          : [...limits, ...deviations(request, metric, { oracle, evidence })],
      },
    ];
  });
}

function isShortOf(metric: Metric, score: number, ceiling: number): boolean {
  return lessIsBetter(metric) ? score > ceiling : score < ceiling;
}

/** Samples on which the oracle falls short, with the family's reasons. */
function deviations(
  request: SanityRequest,
  metric: Metric,
  { oracle, evidence }: { readonly oracle: Observations; readonly evidence: readonly unknown[] },
): readonly string[] {
  const { family, options, lent } = request;
  const { graders } = lent;
  const short = oracle.filter((_, i) => {
    const score = metric.prepare([evidence[i]!])();
    const ceiling = metric.ceiling?.([evidence[i]!]) ?? metric.best;
    return score !== null && Math.abs(score - ceiling) > toleranceOf(request, metric);
  });
  const told = short.flatMap(({ sample, prediction, grades }) => {
    const reasons =
      family.proof.sanity?.explain(sample, prediction, { options, graders, grades }) ?? [];
    return (reasons.length > 0 ? reasons : ["scores less than it should"]).map(
      (reason) => `${sample.id}: ${reason}`,
    );
  });
  const more = told.length - mostExplanations;
  return more > 0 ? [...told.slice(0, mostExplanations), `and ${more} more`] : told;
}

/** Saying nothing must not be as good as the truth, where there is anything to say. */
function silenceFinding(request: SanityRequest, headline: Metric): Found {
  const { family } = request;
  const observations = request.samples.map(
    (sample): Observation<Sample, unknown> => ({
      sample,
      prediction: family.proof.baselines.empty(sample),
      outcome: "unparsed",
      grades: {},
    }),
  );
  const score = headline.prepare(evidenceOf(request, headline, observations))();
  const passes =
    score === null ||
    (lessIsBetter(headline)
      ? score > headline.best + tolerance
      : score < headline.best - tolerance);
  return {
    kind: "silence",
    metric: headline.id,
    title: headline.title,
    expected: `worse than ${headline.best}`,
    scores: [score],
    passes,
    explanations: passes ? [] : ["saying nothing is scored as if it were right"],
  };
}

type Degradation = Family["proof"]["degradations"][number];

async function degradationFindings(
  request: SanityRequest,
  metrics: readonly Metric[],
): Promise<readonly Found[]> {
  const findings: Found[] = [];
  for (const degradation of request.family.proof.degradations) {
    const metric = metrics.find(({ id }) => id === degradation.metric);
    if (metric) findings.push(await degradationFinding(request, degradation, metric));
  }
  return findings;
}

async function degradationFinding(
  request: SanityRequest,
  degradation: Degradation,
  metric: Metric,
): Promise<Found> {
  const { family, random } = request;
  const amounts = [0, ...degradation.amounts];
  const spoilt = (amount: number) =>
    predictAll(request, (sample) =>
      degradation.apply(family.proof.baselines.oracle(sample), sample, {
        amount,
        random: random(`${degradation.id}/${sample.id}`),
      }),
    );
  if (areAlike(spoilt(amounts.at(-1)!), spoilt(0))) return unspoilt(degradation, metric);
  const scores: (number | null)[] = [];
  for (const amount of amounts)
    scores.push(
      metric.prepare(evidenceOf(request, metric, await graded(request, spoilt(amount))))(),
    );
  const known = scores.filter((score) => score !== null);
  const sign = lessIsBetter(metric) ? -1 : 1;
  const rises = known.findIndex((score, i) => i > 0 && sign * (score - known[i - 1]!) > tolerance);
  const falls = known.length < 2 || sign * (known[0]! - known.at(-1)!) > 0;
  const reasons = [
    ...(rises > 0
      ? [
          `${degradation.id}: ${metric.id} is better at ${amounts[rises]} than at ${amounts[rises - 1]}`,
        ]
      : []),
    ...(falls ? [] : [`${degradation.id}: ${metric.id} is not worse at the end than at the start`]),
  ];
  return {
    kind: "degradation",
    metric: metric.id,
    title: `${degradation.id}: ${degradation.summary}`,
    expected: `never better along ${amounts.join(", ")}, and worse at the end`,
    scores,
    passes: reasons.length === 0,
    explanations: reasons,
  };
}

/**
 * Whether a kind of mistake cannot be made here at all, such as a wrong order where there is one
 * thing to say.
 */
function areAlike(some: Observations, others: Observations): boolean {
  return some.every(
    ({ prediction }, at) => JSON.stringify(prediction) === JSON.stringify(others[at]!.prediction),
  );
}

function unspoilt({ id, summary }: Degradation, metric: Metric): Found {
  return {
    kind: "degradation",
    metric: metric.id,
    title: `${id}: ${summary}`,
    expected: "nothing: it cannot happen on these samples",
    scores: [],
    passes: true,
    explanations: [],
  };
}
