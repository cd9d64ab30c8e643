import type { LabelEvidence } from "../../core/scores/aspect.ts";
import type { SampleMetric } from "../../core/scores/metric.ts";
import { studentQuantile } from "../../math/distribution/student-quantile.ts";
import { groupIndices } from "../../math/group-indices.ts";
import { leastGroups } from "../../math/interval/interval.ts";
import { type PoweredAnswers, predictionPowered } from "../../math/interval/prediction-powered.ts";
import type { CorrectedScore, JudgeBias } from "../../summary/rejudge-summary.ts";
import { caution, none } from "../interval/score-intervals.ts";

/** One answer under one aspect. */
export interface JudgedAnswer {
  readonly group: string;
  /** What the judge says; `null` where it says nothing that could be read. */
  readonly verdict: string | null;
  /** What people come to, where they labelled it. */
  readonly people: LabelEvidence | undefined;
}

type LabelMetric = SampleMetric<LabelEvidence>;

/** With fewer groups of labelled answers, a tuned power is biased (`npm run simulate:judge`). */
const leastTunedGroups = 50;

/**
 * What people are expected to say of all answers, from the judge's verdicts and labels of some;
 * `undefined` where no answer is labelled or the score is not defined.
 */
export function correctedByLabels(
  metric: LabelMetric,
  answers: readonly JudgedAnswer[],
): CorrectedScore | undefined {
  const groupsWithLabels = new Set(answers.flatMap(({ people, group }) => (people ? [group] : [])));
  const tunes = groupsWithLabels.size >= leastTunedGroups;
  const found = predictionPowered(poweredAnswers(metric, answers), { tunes });
  if (!found) return undefined;
  const { value, standardError, power, labelled, labelledGroups, isUnanimous } = found;
  return {
    value,
    ...intervalOf(metric, { value, standardError, groups: labelledGroups, isUnanimous }),
    n: answers.length,
    judged: judgedScore(metric, answers).value,
    power,
    labelled,
  };
}

/** The same by the bias that labels of other answers show, for answers that nobody labelled. */
export function correctedByBias(
  metric: LabelMetric,
  answers: readonly JudgedAnswer[],
  bias: JudgeBias,
): CorrectedScore | undefined {
  const { value: judged, standardError } = judgedScore(metric, answers);
  if (judged === null) return undefined;
  const value = within(metric, judged + bias.difference);
  const { groups, isUnanimous } = bias;
  return {
    value,
    ...intervalOf(metric, {
      value,
      standardError: Math.hypot(standardError, bias.standardError),
      groups,
      isUnanimous,
    }),
    n: answers.length,
    judged,
    power: 1,
    labelled: 0,
  };
}

/** How much higher people score the labelled answers than the judge does. */
export function judgeBias(
  metric: LabelMetric,
  answers: readonly JudgedAnswer[],
): JudgeBias | undefined {
  const labelled = answers.filter(({ people }) => people !== undefined);
  const { judged, people, groups, groupCount } = poweredAnswers(metric, labelled);
  const [own, given] = [ratioOf(judged), ratioOf(people)];
  if (!own || !given) return undefined;
  const sums = new Float64Array(groupCount);
  for (let i = 0; i < labelled.length; i++)
    sums[groups[i]!]! +=
      (people.values[i]! - given.value * people.weights[i]!) / given.weight -
      (judged.values[i]! - own.value * judged.weights[i]!) / own.weight;
  return {
    difference: given.value - own.value,
    standardError: clusteredError(sums),
    answers: labelled.length,
    groups: groupCount,
    isUnanimous: labelled.every((_, i) => judged.values[i] === people.values[i]),
  };
}

function poweredAnswers(metric: LabelMetric, answers: readonly JudgedAnswer[]): PoweredAnswers {
  const parts = (values: readonly (number | null)[]) => ({
    values: Float64Array.from(values, (value) => value ?? 0),
    weights: Float64Array.from(values, (value) => (value === null ? 0 : 1)),
  });
  return {
    judged: parts(answers.map(({ verdict }) => metric.value(asLabel(verdict)))),
    people: parts(answers.map(({ people }) => (people ? metric.value(people) : null))),
    isLabelled: Uint8Array.from(answers, ({ people }) => (people ? 1 : 0)),
    ...groupIndices(
      answers.length,
      answers.map(({ group }) => group),
    ),
  };
}

/** A verdict as if people had come to it. */
export function asLabel(verdict: string | null): LabelEvidence {
  const mark = verdict === null ? Number.NaN : Number(verdict);
  return {
    ratings: [],
    final: verdict,
    mark: Number.isNaN(mark) ? null : mark,
    isDisputed: false,
    judged: verdict,
  };
}

function judgedScore(metric: LabelMetric, answers: readonly JudgedAnswer[]) {
  const { judged, groups, groupCount } = poweredAnswers(metric, answers);
  const found = ratioOf(judged);
  if (!found) return { value: null, standardError: 0 };
  const sums = new Float64Array(groupCount);
  for (let i = 0; i < answers.length; i++)
    sums[groups[i]!]! += (judged.values[i]! - found.value * judged.weights[i]!) / found.weight;
  return { value: found.value, standardError: clusteredError(sums) };
}

function ratioOf({ values, weights }: PoweredAnswers["judged"]) {
  const weight = weights.reduce((sum, one) => sum + one, 0);
  return weight === 0
    ? undefined
    : { value: values.reduce((sum, one) => sum + one, 0) / weight, weight };
}

function clusteredError(sums: Float64Array): number {
  const groups = sums.length;
  const squares = sums.reduce((sum, one) => sum + one * one, 0);
  return groups < 2 ? 0 : Math.sqrt((groups / (groups - 1)) * squares);
}

interface Estimated {
  readonly value: number;
  readonly standardError: number;
  /** Of labelled answers. */
  readonly groups: number;
  readonly isUnanimous: boolean;
}

/**
 * Limits of t with the groups of labelled answers. Where people and the judge never differ, labels
 * show no variance at all; then it is what the largest share of groups on which they may still
 * differ would add.
 */
function intervalOf(
  metric: LabelMetric,
  { value, standardError, groups, isUnanimous }: Estimated,
): Pick<CorrectedScore, "low" | "high" | "interval"> {
  if (groups < leastGroups)
    return none(`fewer than ${leastGroups} groups with labelled answers (${groups})`);
  const range = metric.worst === null ? 0 : Math.abs(metric.best - metric.worst);
  const unseen = isUnanimous ? (1 - 0.025 ** (1 / groups)) * range : 0;
  const reach = Math.hypot(studentQuantile(0.975, groups - 1) * standardError, unseen);
  return {
    low: within(metric, value - reach),
    high: within(metric, value + reach),
    interval: `prediction-powered, t, ${groups} groups with labels${caution(groups)}`,
  };
}

function within({ best, worst }: LabelMetric, value: number): number {
  const [low, high] = [Math.min(best, worst ?? best), Math.max(best, worst ?? best)];
  return worst === null ? value : Math.min(high, Math.max(low, value));
}
