import type { PlottedRun } from "../../src/report/plot/plotted-run.ts";
import type { ComparedScore } from "../../src/summary/comparison-summary.ts";
import type { ScoreSummary } from "../../src/summary/score-summary.ts";
import type { Summary, TaskSummary } from "../../src/summary/summary.ts";
import type { AnalysisSummary, SystemSummary } from "../../src/summary/system-summary.ts";
import { exampleSummary } from "./example-summary.ts";

/** What charts show of a made-up system. */
export interface PlotExample {
  readonly id: string;
  readonly kind?: string;
  readonly value: number | null;
  /** Half of the interval; none where it is 0. */
  readonly half?: number;
  readonly frames?: number;
  readonly tokens?: number;
  readonly cost?: number;
  readonly seconds?: number;
  readonly slices?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly analyses?: readonly AnalysisSummary[];
}

const [pattern] = exampleSummary().tasks[0]!.systems;

function plotScore(value: number | null, half = 0.03125): ScoreSummary {
  const { accuracy } = pattern!.metrics;
  const hasInterval = value !== null && half > 0;
  return {
    ...accuracy!,
    value,
    low: hasInterval ? value - half : null,
    high: hasInterval ? value + half : null,
  };
}

function plotSystem(example: PlotExample): SystemSummary {
  const { id, kind = "chat", value, half, frames, tokens, cost, seconds, slices = {} } = example;
  const { asked: _, resources: __, probe: ___, ...rest } = pattern!;
  const hasResources = [tokens, cost, seconds].some((one) => one !== undefined);
  return {
    ...rest,
    id,
    kind,
    headline: "accuracy",
    metrics: { accuracy: plotScore(value, half) },
    slices: Object.fromEntries(
      Object.entries(slices).map(([name, values]) => [
        name,
        Object.fromEntries(
          Object.entries(values).map(([part, score]) => [
            part,
            { n: 100, metrics: { accuracy: plotScore(score, 0.08) } },
          ]),
        ),
      ]),
    ),
    analyses: example.analyses ?? [],
    ...(frames === undefined
      ? {}
      : { asked: { frames: { strategy: "uniform", count: frames } as const } }),
    ...(hasResources ? { resources: resources({ tokens, cost, seconds }, rest.total) } : {}),
  };
}

function resources(
  { tokens = 0, cost, seconds }: Record<"tokens" | "cost" | "seconds", number | undefined>,
  total: number,
): NonNullable<SystemSummary["resources"]> {
  const time = (median: number) => ({ n: total, mean: median, median, p95: median * 2.4 });
  return {
    asks: total,
    cached: 0,
    retries: 0,
    tokens: { input: tokens * total, output: 0, cachedInput: 0, reasoning: 0 },
    cost: cost === undefined ? null : cost * total,
    unpriced: 0,
    times:
      seconds === undefined
        ? {}
        : { decode: time(seconds * 90), queue: time(seconds * 10), total: time(seconds * 1000) },
  };
}

export function plotTask(
  systems: readonly PlotExample[],
  more: Partial<TaskSummary> = {},
): TaskSummary {
  return { id: "plant", family: "multiple-choice", systems: systems.map(plotSystem), ...more };
}

/** The first system is what the others are compared with. */
export function plotComparisons(
  baseline: string,
  differences: Readonly<Record<string, readonly [difference: number, half: number]>>,
): NonNullable<TaskSummary["comparisons"]> {
  return Object.entries(differences).map(([system, [difference, half]]) => ({
    system,
    baseline,
    headline: "accuracy",
    samples: { aligned: 100, leftOut: 0, reasons: [] },
    metrics: { accuracy: compared(difference, half) },
  }));
}

function compared(difference: number, half: number): ComparedScore {
  const { title, kind, best, worst } = plotScore(0.5);
  return {
    ...{ title, kind, best, worst, difference },
    baseline: 0.5,
    value: 0.5 + difference,
    low: difference - half,
    high: difference + half,
    interval: "paired",
    p: 0.01,
    test: "paired",
    adjusted: 0.01,
    correction: "Holm",
    verdict: "better",
    minimumDetectableEffect: 0.05,
    n: 100,
    groups: 50,
  };
}

export function plotRun(
  tasks: readonly TaskSummary[],
  more: Partial<Omit<PlottedRun, "summary">> = {},
): PlottedRun {
  const summary: Summary = { ...exampleSummary(), name: "plant", tasks };
  return {
    name: "plant",
    series: "plant",
    createdAt: "2026-11-15T12:00:00.000Z",
    ...more,
    summary,
  };
}
