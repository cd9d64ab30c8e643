import { durationText } from "../../report/table/load-table.ts";
import { formatPercent } from "../../summary/format-number.ts";
import type {
  LoadResult,
  LoadSweep,
  LoadTarget,
  SweepStep,
} from "../../summary/performance/load-summary.ts";

export interface SweepOptions {
  /** The first rate, in requests per second. */
  readonly from: number;
  readonly targets: readonly LoadTarget[];
  /** Loads the service at a rate. */
  load(rate: number): Promise<LoadResult>;
  onStep?(step: SweepStep): void;
}

/** Rates double until one is not kept; then the space between is halved so often. */
const halvings = 3;
const mostRate = 100_000;
/** A service falls behind where it leaves more than this share of what it is asked, and more than a few. */
const leftShare = 0.05;
const few = 3;

/** Whether so many answers per second are as many as were asked for. */
export function keepsUp(answersPerSecond: number, rate: number, seconds: number): boolean {
  const left = (rate - answersPerSecond) * seconds;
  return left <= Math.max(few, leftShare * rate * seconds);
}

/** Raises the rate until the service breaks its targets or falls behind, and finds where. */
export async function sweepLoad({ from, targets, load, onStep }: SweepOptions): Promise<LoadSweep> {
  const steps: SweepStep[] = [];
  const tried = async (rate: number): Promise<boolean> => {
    const result = await load(rate);
    const step = { rate, result, failures: failuresOf(rate, result, targets) };
    steps.push(step);
    onStep?.(step);
    return step.failures.length === 0;
  };
  let knee: number | null = null;
  let brokenAt: number | null = null;
  for (let rate = from; rate <= mostRate && brokenAt === null; rate *= 2)
    if (await tried(rate)) knee = rate;
    else brokenAt = rate;
  for (let at = 0; at < halvings && knee !== null && brokenAt !== null; at++) {
    const middle = (knee + brokenAt) / 2;
    if (await tried(middle)) knee = middle;
    else brokenAt = middle;
  }
  return { steps: steps.toSorted((a, b) => a.rate - b.rate), targets, knee, brokenAt };
}

function failuresOf(
  rate: number,
  result: LoadResult,
  targets: readonly LoadTarget[],
): readonly string[] {
  const missed = targets
    .filter((target) => !isKept(result, target))
    .map(
      (target) =>
        `${target.measure} is ${limitText(target, figureOf(result, target.measure))}, not below ${limitText(target, target.below)}`,
    );
  return keepsUp(result.throughput, rate, result.seconds)
    ? missed
    : [...missed, `answers ${formatPercent(result.throughput / rate)} of what it is asked`];
}

function limitText({ measure }: LoadTarget, value: number | null): string {
  return measure === "errorRate" ? formatPercent(value) : durationText(value);
}

/** Whether a result is below a limit; what was not measured is not. */
export function isKept(result: LoadResult, { measure, below }: LoadTarget): boolean {
  const value = figureOf(result, measure);
  return value !== null && value < below;
}

/** Requests without an answer count as slower than any answer. */
export function figureOf(result: LoadResult, measure: LoadTarget["measure"]): number | null {
  if (measure === "errorRate" || measure === "mean" || measure === "max") return result[measure];
  return (result.withErrors ?? result)[measure];
}
