import { lessIsBetter } from "../core/scores/metric.ts";
import {
  type CountedShare,
  formatTarget,
  isCountedShare,
  isMachineFigure,
  type MachineFigure,
  meetsTarget,
  parseTargetPlace,
  type Target,
  type TargetPlace,
  type Targets,
} from "../core/scores/target.ts";
import type { AspectSummary } from "./aspect-summary.ts";
import { isBaseline } from "./baseline-systems.ts";
import { formatScore } from "./format-number.ts";
import { metricUnit } from "./metric-unit.ts";
import { ownProperty } from "./own-property.ts";
import { machineFigure } from "./performance/machine-figure.ts";
import type { ScoreSummary } from "./score-summary.ts";
import type { Summary } from "./summary.ts";
import type { SystemSummary } from "./system-summary.ts";
import type { TargetVerdict } from "./target-verdict.ts";

/** Where slices come from that the data may lack, by their names. */
type SliceSources = Readonly<Record<string, string>>;

/**
 * The summary with a verdict on every target, by task, for all systems that are not only there to
 * be compared with. `sources`, by task, explain slices that no sample has.
 */
export function withTargets(
  summary: Summary,
  targets: Readonly<Record<string, Targets>>,
  sources: Readonly<Record<string, SliceSources>> = {},
): Summary {
  if (Object.keys(targets).length === 0) return summary;
  const tasks = summary.tasks.map((task) => {
    const own = Object.entries(ownProperty(targets, task.id) ?? {});
    if (own.length === 0) return task;
    const from = ownProperty(sources, task.id) ?? {};
    return {
      ...task,
      systems: task.systems.map((system) =>
        isBaseline(system)
          ? system
          : {
              ...system,
              targets: judged(own, system, { sources: from, machine: summary.machine }),
            },
      ),
    };
  });
  return { ...summary, tasks };
}

function judged(
  targets: readonly (readonly [string, Target])[],
  system: SystemSummary,
  {
    sources,
    machine,
  }: { readonly sources: SliceSources; readonly machine: Summary["machine"] | undefined },
): readonly TargetVerdict[] {
  return targets.map(([text, target]) => {
    const place = parseTargetPlace(text) ?? { metric: text };
    const { metric } = place;
    const found = isCountedShare(metric)
      ? ofShare(system, { ...place, metric }, target)
      : isMachineFigure(metric)
        ? ofMachine(machineFigure(metric, machine), { metric, slice: place.slice }, target)
        : ofScore(system, { ...place, sources }, target);
    return { ...place, target: formatTarget(target), ...found };
  });
}

type SourcedPlace = TargetPlace & { readonly sources: SliceSources };

type Finding = Omit<TargetVerdict, "metric" | "slice" | "target">;

/** Shares are counted, not estimated: there is nothing uncertain about them. */
function ofShare(
  system: SystemSummary,
  { metric, slice }: TargetPlace & { readonly metric: CountedShare },
  target: Target,
): Finding {
  const value = slice ? null : system[metric];
  const title = { coverage: "Coverage", answered: "Answered" }[metric];
  const common = { title, value, low: null, high: null, n: system.total };
  if (value === null)
    return {
      ...common,
      verdict: "not measured",
      reason: slice ? `${metric} is counted over all samples only` : "nothing was planned",
    };
  return { ...common, verdict: meetsTarget(value, target) ? "met" : "not met" };
}

const machineTitles: Readonly<Record<MachineFigure, string>> = {
  "peak-vram-gb": "Peak GPU memory (GB)",
  "peak-memory-gb": "Peak memory (GB)",
  "storage-gb-per-video-hour": "Storage per hour of video (GB)",
};

/** What the machine was seen to do is known, as far as it was watched. */
function ofMachine(
  figure: number | string,
  { metric, slice }: { readonly metric: MachineFigure; readonly slice: TargetPlace["slice"] },
  target: Target,
): Finding {
  const title = machineTitles[metric];
  if (slice)
    return { ...nothingFound, title, reason: `${metric} is of the whole run, not of some samples` };
  if (typeof figure === "string") return { ...nothingFound, title, reason: figure };
  const verdict = meetsTarget(figure, target) ? "met" : "not met";
  return { ...nothingFound, title, value: figure, n: 1, verdict };
}

function ofScore(system: SystemSummary, place: SourcedPlace, target: Target): Finding {
  const found = scoreAt(system, place);
  if (typeof found === "string")
    return {
      ...nothingFound,
      title: system.metrics[place.metric]?.title ?? place.metric,
      reason: found,
    };
  const { title, value, low, high, n } = found;
  const common = { title, value, low, high, n };
  if (value === null)
    return { ...common, verdict: "not measured", reason: undefinedReason(system, place) };
  const isMet = meetsTarget(value, target);
  if (!isMet && isBeyond(found, target)) {
    const most = formatScore(found.ceiling, metricUnit(found));
    return {
      ...common,
      verdict: "unreachable",
      reason: `a perfect system reaches ${most} on these samples`,
    };
  }
  const does = isMet ? "meets" : "misses";
  if (low === null || high === null)
    return {
      ...common,
      verdict: "not certain",
      reason: `the score ${does} it, without an interval: ${found.interval.replace(/^none\W*/, "")}`,
    };
  if (meetsTarget(low, target) !== meetsTarget(high, target))
    return {
      ...common,
      verdict: "not certain",
      reason: `the score ${does} it, its interval reaches to the other side`,
    };
  return { ...common, verdict: isMet ? "met" : "not met" };
}

/** Sums of many fractions in another order. */
const rounding = 1e-9;

/**
 * Whether not even the best score that these samples allow meets a target that asks for better
 * ones.
 */
function isBeyond(score: ScoreSummary, target: Target): boolean {
  const { ceiling } = score;
  const isLess = lessIsBetter(score);
  if (ceiling === null || isLess !== target.operator.startsWith("<")) return false;
  return !meetsTarget(ceiling + (isLess ? -rounding : rounding), target);
}

const nothingFound = { value: null, low: null, high: null, n: 0, verdict: "not measured" } as const;

const mostShown = 8;

/** The score, or why there is none. */
function scoreAt(
  { metrics, slices, aspects = [] }: SystemSummary,
  { metric, slice, sources }: SourcedPlace,
): ScoreSummary | string {
  if (!slice)
    return (
      scoreByPeople(aspects, metric) ??
      ownProperty(metrics, metric) ??
      "the metric was not computed"
    );
  const values = ownProperty(slices, slice.name);
  const source = ownProperty(sources, slice.name);
  const from = source === undefined ? "" : `, which comes from ${source}`;
  if (!values)
    return `no sample has ${slice.name}${from}; there are ${listed(Object.keys(slices)) || "no slices"}`;
  const found = ownProperty(values, slice.value);
  return found
    ? (ownProperty(found.metrics, metric) ?? "the metric was not computed")
    : `no sample has ${slice.name} "${slice.value}"; there are ${listed(Object.keys(values))}`;
}

/** What people say, where it may be quoted, is worth more than what a judge says. */
function scoreByPeople(
  aspects: readonly AspectSummary[],
  metric: string,
): ScoreSummary | undefined {
  const scores = aspects.map(({ people }) => people && ownProperty(people.scores, metric));
  return scores.find((score) => score !== undefined && score.value !== null);
}

function undefinedReason({ aspects = [] }: SystemSummary, { metric, slice }: TargetPlace): string {
  const withheld = slice ? undefined : aspects.find(({ id }) => id === metric)?.people?.withheld;
  return withheld
    ? `what people say is not quoted: ${withheld}`
    : "the score is not defined on these samples";
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostShown).join(", ");
  return names.length > mostShown ? `${shown} and ${names.length - mostShown} more` : shown;
}
