import type { Table } from "../core/scores/analysis.ts";
import {
  type Aspect,
  type LabelEvidence,
  type QuoteRule,
  usualQuoteRule,
} from "../core/scores/aspect.ts";
import type { Metric } from "../core/scores/metric.ts";
import { groupIndices } from "../math/group-indices.ts";
import type { AspectSummary, JudgeSummary, PeopleSummary } from "../summary/aspect-summary.ts";
import { formatScore } from "../summary/format-number.ts";
import type { ScoreSummary, Scores } from "../summary/score-summary.ts";
import type { OrderedEvidence } from "./evidence/evidence-set.ts";
import { scoreEvidence } from "./score-evidence.ts";

/** One labelled answer. */
export interface LabelledItem {
  /** What answers that belong together share, such as a video: intervals draw whole groups. */
  readonly group: string;
  readonly evidence: LabelEvidence;
  readonly isAdjudicated: boolean;
}

export interface AspectRequest {
  readonly aspect: Aspect;
  /** In an order that depends on their content alone. */
  readonly items: readonly LabelledItem[];
  readonly raters: readonly string[];
  /** Answers that there were to label. */
  readonly answers: number;
  readonly rule: QuoteRule | undefined;
  readonly judge: Pick<JudgeSummary, "role" | "name"> | undefined;
  readonly seed: number;
}

/** What people say of an aspect, whether it may be quoted, and how far the judge agrees. */
export function summariseAspect(request: AspectRequest): AspectSummary {
  const { aspect, items, judge } = request;
  const people = items.length > 0 ? peopleSummary(request) : undefined;
  return {
    id: aspect.id,
    title: aspect.title,
    ...(people ? { people } : {}),
    ...(judge
      ? { judge: judgeSummary(request, { ...judge, isQuoted: people?.withheld === null }) }
      : {}),
  };
}

function peopleSummary({
  aspect,
  items,
  raters,
  answers,
  rule = usualQuoteRule,
  seed,
}: AspectRequest): PeopleSummary {
  const shared = items.filter(
    ({ evidence }) => evidence.ratings.filter((rating) => rating !== null).length > 1,
  ).length;
  const measures = raters.length < 2 ? [] : aspect.raterAgreement(raters.length);
  const agreement = scoredLabels(items, measures, seed);
  const withheld =
    shared === 0
      ? "no answer was labelled by two raters, so that nobody knows how far they agree"
      : reasonToWithhold(agreement, measures[0]!.id, rule);
  return {
    raters,
    answers,
    labelled: items.length,
    shared,
    adjudicated: items.filter(({ isAdjudicated }) => isAdjudicated).length,
    disputed: items.filter(({ evidence }) => evidence.isDisputed).length,
    agreement,
    rule,
    withheld,
    scores: withheld === null ? scoredLabels(items, aspect.scores, seed) : {},
  };
}

function reasonToWithhold(
  agreement: Scores,
  id: string,
  { kappaAbove, kappaBy }: QuoteRule,
): string | null {
  const { title, value, low, interval } = agreement[id]!;
  if (value === null) return `${title} is not defined: raters used a single value`;
  const limit = `it must be above ${kappaAbove}`;
  if (kappaBy === "point")
    return value > kappaAbove ? null : `${title} is ${formatScore(value, "plain")}, and ${limit}`;
  if (low === null)
    return `${title} has no lower limit (${interval.replace(/^none: /, "")}), and ${limit}`;
  return low > kappaAbove
    ? null
    : `the lower limit of ${title} is ${formatScore(low, "plain")}, and ${limit}`;
}

interface ComparedJudge extends Pick<JudgeSummary, "role" | "name"> {
  /** Whether what people say is quoted: the sums of a table of both would tell it. */
  readonly isQuoted: boolean;
}

function judgeSummary(
  { aspect, items, seed }: AspectRequest,
  { isQuoted, ...judge }: ComparedJudge,
): JudgeSummary {
  const compared = items.filter(
    ({ evidence: { final, judged } }) => final !== null && judged !== null,
  );
  if (compared.length === 0) return { ...judge, n: 0, agreement: {} };
  return {
    ...judge,
    n: compared.length,
    agreement: scoredLabels(compared, aspect.judgeAgreement, seed),
    ...(isQuoted ? { confusion: confusion(compared, aspect.values) } : {}),
  };
}

/** Who says what: a row for each thing that people say, a column for each that the judge says. */
export function confusion(
  items: readonly Pick<LabelledItem, "evidence">[],
  values: readonly string[],
  corner = "people \\ judge",
): Table {
  const count = (final: string, judged: string) =>
    items.filter(({ evidence }) => evidence.final === final && evidence.judged === judged).length;
  return {
    kind: "table",
    columns: [corner, ...values],
    rows: values.map((final) => [final, ...values.map((judged) => count(final, judged))]),
  };
}

/** With the intervals that any score of a run has. */
export function scoredLabels(
  items: readonly Pick<LabelledItem, "group" | "evidence">[],
  metrics: readonly Metric<LabelEvidence>[],
  seed: number,
): Scores {
  if (metrics.length === 0) return {};
  const settings = { unanswered: "exclude", seed, unscored: 0 } as const;
  const { metrics: scores } = scoreEvidence(
    orderedItems(items),
    metrics as readonly Metric[],
    settings,
  );
  return Object.fromEntries(Object.entries(scores).map(([id, score]) => [id, plain(score)]));
}

/** Labels have no truth that could be hidden and no ceiling but the best. */
function plain({ hidden: _hidden, ...score }: ScoreSummary): ScoreSummary {
  return score;
}

function orderedItems(items: readonly Pick<LabelledItem, "group" | "evidence">[]): OrderedEvidence {
  const evidence = items.map((item) => item.evidence);
  return {
    n: items.length,
    ...groupIndices(
      items.length,
      items.map(({ group }) => group),
    ),
    answered: new Uint8Array(items.length).fill(1),
    slices: [],
    evidence: (_measure, weights) =>
      weights ? evidence.filter((_, at) => weights[at]! > 0) : evidence,
  };
}
