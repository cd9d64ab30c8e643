import type { GateConfig } from "../../config/config.ts";
import type { Regression } from "../../scoring/comparison/regression.ts";
import { isTotal } from "../../scoring/interval/score-intervals.ts";
import {
  formatCount,
  formatDifference,
  formatDifferenceInterval,
  formatProbability,
  formatQuantity,
  formatScore,
  type Unit,
} from "../../summary/format-number.ts";
import type { GateCheck, GateState } from "../../summary/gate-summary.ts";
import { metricUnit } from "../../summary/metric-unit.ts";

interface Judged {
  readonly gate: GateConfig;
  /** Of each test by itself. */
  readonly level: number;
  /** The p-value of a loss beyond the margin, corrected for all tests. */
  readonly adjusted: number;
  readonly leftOut: number;
}

/** What a test against the baseline comes to, in words and figures. */
export function regressionCheck(
  one: Regression,
  judged: Judged,
): Omit<GateCheck, "task" | "system"> {
  const { metric, found, margin } = one;
  const { best, worst } = metric;
  const unit = metricUnit({ best, worst, ...(isTotal(metric) ? { isTotal: true } : {}) });
  const interval =
    found.low === null ? "" : ` [${formatDifferenceInterval(found.low, found.high, unit)}]`;
  const { gate, adjusted } = judged;
  return {
    kind: "regression",
    name: `${metric.title} against the baseline`,
    state: stateOf(one, judged),
    measured:
      found.value === null
        ? "not defined"
        : `${formatScore(found.second, unit)} → ${formatScore(found.first, unit)}, ${formatDifference(found.value, unit)}${interval}${points(unit)}`,
    rule: gate.strict
      ? `a loss of more than ${size(margin, unit)} ruled out, α ${gate.alpha}`
      : `no loss of more than ${size(margin, unit)} shown, α ${gate.alpha}`,
    reason: [resultText(one, judged), ...sizeTexts(one, judged, unit)].join("; "),
    regression: {
      metric: metric.id,
      baseline: found.second,
      value: found.first,
      difference: found.value,
      low: found.low,
      high: found.high,
      margin,
      p: one.worse,
      adjusted,
      pNotWorse: one.notWorse,
      test: one.test,
      n: found.n,
      groups: found.groups,
      minimumDetectableLoss: one.detectable,
    },
  };
}

function stateOf({ untested, notWorse }: Regression, { gate, adjusted }: Judged): GateState {
  if (untested !== undefined) return "undecided";
  if (adjusted <= gate.alpha) return "failed";
  return gate.strict && notWorse > gate.alpha ? "undecided" : "passed";
}

function resultText({ untested, worse, notWorse, found }: Regression, judged: Judged): string {
  const { gate, adjusted } = judged;
  if (untested !== undefined) return untested;
  const corrected = adjusted > worse ? `, corrected ${formatProbability(adjusted)}` : "";
  const loss = `(p ${formatProbability(worse)}${corrected})`;
  if (adjusted <= gate.alpha) return `such a loss is shown ${loss}`;
  const ruledOut = `(p ${formatProbability(notWorse)})`;
  if (notWorse <= gate.alpha) return `such a loss is ruled out ${ruledOut}`;
  const isSame = found.changes?.differences.every((one) => one === 0) ?? found.standardError === 0;
  const seen = isSame ? "no sample differs" : `no such loss is shown ${loss}`;
  return gate.strict ? `${seen}, and none is ruled out ${ruledOut}` : seen;
}

/** Where there are more groups for each that must get worse, other things decide. */
const mostGroups = 20;

/** How many samples there are and, where they show no loss, what they can show at all. */
function sizeTexts(one: Regression, judged: Judged, unit: Unit): readonly string[] {
  const { n, groups } = one.found;
  const { leftOut } = judged;
  const set =
    groups === n
      ? formatQuantity(n, "sample")
      : `${formatQuantity(n, "sample")} in ${formatQuantity(groups, "group")}`;
  const limits = stateOf(one, judged) === "failed" ? [] : limitTexts(one, unit);
  return [
    [set, limits.join("; ")].filter((part) => part !== "").join(": "),
    ...(leftOut === 0 ? [] : [`${formatQuantity(leftOut, "sample")} without a score left out`]),
  ];
}

function limitTexts(
  { found: { groups }, needed, detectable, isHopeless }: Regression,
  unit: Unit,
): readonly string[] {
  const isTelling = needed?.of === "samples" || (needed && mostGroups * needed.count >= groups);
  const least = isTelling
    ? [
        `fails only where at least ${formatCount(needed.count)} ${needed.of} get worse (more where others get better)`,
      ]
    : [];
  const loss =
    detectable === null
      ? isHopeless
        ? ["not even the loss of everything fails four times out of five"]
        : []
      : [`a true loss of ${size(detectable, unit)} fails four times out of five`];
  return [...least, ...loss];
}

/** "2 points", or in the unit of the score. */
function size(value: number, unit: Unit): string {
  const digits = unit === "percent" ? value * 100 : value;
  const text = String(Number(digits.toPrecision(3)));
  return `${text}${points(unit)}`;
}

function points(unit: Unit): string {
  return unit === "percent" ? " points" : "";
}
