import type { GateConfig } from "../../config/config.ts";
import type { Metric } from "../../core/scores/metric.ts";
import { metricNames, metricsNamed } from "../../core/scores/metric-names.ts";
import { closest } from "../../core/suggest.ts";
import { UserError } from "../../core/user-error.ts";
import { holm } from "../../math/significance/holm.ts";
import { alignedSamples } from "../../scoring/comparison/aligned-samples.ts";
import { pairSystems } from "../../scoring/comparison/paired-systems.ts";
import { PreparedSystem } from "../../scoring/comparison/prepared-system.ts";
import { type Regression, regressions } from "../../scoring/comparison/regression.ts";
import type { GateCheck } from "../../summary/gate-summary.ts";
import { differencesBetween } from "../compare/comparable.ts";
import type { GatheredSystem } from "../compare/gathered-system.ts";
import type { LineUpEntry } from "../compare/line-up.ts";
import { regressionCheck } from "./regression-check.ts";

export interface RegressionRequest {
  readonly gate: GateConfig;
  readonly seed: number;
  /** Whether systems are compared that were scored on other data or by other rules. */
  readonly allowsDifferent: boolean;
}

export interface RegressionFindings {
  readonly checks: readonly GateCheck[];
  readonly notes: readonly string[];
}

interface Pair {
  readonly now: GatheredSystem;
  readonly before: GatheredSystem;
  /** What both are compared by, the headline first. */
  readonly metrics: readonly Metric[];
  /** What the baseline does not have. */
  readonly lacking: readonly Metric[];
}

/**
 * Sets every system on every task against the baseline that has it too. P-values are corrected by
 * Holm over all of these tests, so that an unchanged run fails with a probability of at most alpha.
 * @throws {UserError} where they were scored on other data or by other rules, with what differs.
 */
export function regressionChecks(
  now: readonly GatheredSystem[],
  before: readonly GatheredSystem[],
  request: RegressionRequest,
): RegressionFindings {
  const { gate, allowsDifferent } = request;
  const isOneEach = [now, before].every(
    (own) => new Set(own.map(({ system }) => system)).size === 1,
  );
  const partner = (one: GatheredSystem, others: readonly GatheredSystem[]) =>
    others.find(({ task, system }) => task === one.task && (isOneEach || system === one.system));
  checkNames(gate.metrics, now);
  const pairs = before.flatMap((old): Pair[] => {
    const own = partner(old, now);
    return own ? [{ now: own, before: old, ...metricsOf(own, old, gate.metrics) }] : [];
  });
  if (pairs.length === 0)
    throw new UserError(
      `the baseline has none of the run's systems: ${placesOf(before)}; the run has ${placesOf(now)}`,
      "name one system of each (run#system), or save a new baseline",
    );
  const differing = differencesOf(pairs);
  if (differing.length > 0 && !allowsDifferent)
    throw new UserError(
      `not comparable with the baseline. What differs:\n${differing.map((text) => `  ${text}`).join("\n")}`,
      "save a new baseline (--save-baseline), or compare what both have in common (--allow-different)",
    );
  const tests = pairs.reduce((sum, { metrics }) => sum + metrics.length, 0);
  const level = gate.alpha / Math.max(1, tests);
  const found = pairs.flatMap((pair) => tested(pair, request, level));
  const adjusted = holm(found.map(({ one }) => one.worse));
  return {
    checks: [
      ...found.map((test, i) => ({
        task: test.pair.now.task,
        system: test.pair.now.system,
        ...regressionCheck(test.one, { ...test, gate, level, adjusted: adjusted[i]! }),
      })),
      ...pairs.flatMap(({ now: own, lacking }) =>
        lacking.map(({ title }) =>
          undecided(own, title, "not in the baseline", "save a new baseline"),
        ),
      ),
      ...before
        .filter((old) => !partner(old, now))
        .map((old) =>
          undecided(old, "", "not in the run", "run it too, or save a new baseline without it"),
        ),
    ],
    notes: [
      ...differing.map((text) => `not comparable with the baseline as it stands: ${text}`),
      ...now
        .filter((own) => !partner(own, before))
        .map(({ task, system }) => `${task}, ${system}: not in the baseline`),
    ],
  };
}

function placesOf(systems: readonly GatheredSystem[]): string {
  return systems.map(({ task, system }) => `${system} on ${task}`).join(", ");
}

function checkNames(names: readonly string[], systems: readonly GatheredSystem[]): void {
  const known = [...new Set(systems.flatMap(({ scored }) => metricNames(scored.metrics)))];
  for (const name of names)
    if (!known.includes(name)) {
      const near = closest(name, known);
      throw new UserError(
        `gate.metrics: no task has a metric "${name}"`,
        `${near ? `did you mean "${near}"? ` : ""}names here: ${known.join(", ")}`,
      );
    }
}

/** The headline and the metrics that were asked for. */
function metricsOf(
  { scored: { metrics: all } }: GatheredSystem,
  { scored: old }: GatheredSystem,
  names: readonly string[],
): Pick<Pair, "metrics" | "lacking"> {
  const asked = new Set(names.flatMap((name) => metricsNamed(name, all)));
  const { metrics = [], lacking = [] } = Object.groupBy(
    all.filter(({ id }, at) => at === 0 || asked.has(id)),
    ({ id }) => (old.metrics.some((one) => one.id === id) ? "metrics" : "lacking"),
  );
  return { metrics, lacking };
}

/** What differs, each once with the systems that it concerns. */
function differencesOf(pairs: readonly Pair[]): readonly string[] {
  const all = pairs.flatMap((pair) => whatDiffers(pair).map((text) => ({ ...pair.now, text })));
  const groups = Map.groupBy(all, ({ task, text }) => JSON.stringify([task, text]));
  return [...groups.values()].map((own) => {
    const { task, text } = own[0]!;
    return `task ${task}, ${own.map(({ system }) => system).join(", ")}: ${text}`;
  });
}

function whatDiffers({ now, before, metrics }: Pair): readonly string[] {
  const entry = (one: GatheredSystem, name: string): LineUpEntry => ({ ...one, name });
  const own = { ...now, scored: { ...now.scored, metrics } };
  return differencesBetween(entry(own, "the run"), entry(before, "the baseline"));
}

interface Tested {
  readonly pair: Pair;
  readonly one: Regression;
  readonly leftOut: number;
}

function tested(
  pair: Pair,
  { gate: { margin }, seed }: RegressionRequest,
  level: number,
): readonly Tested[] {
  const { now, before, metrics } = pair;
  const systems = pairSystems(
    new PreparedSystem(now.scored.evidence),
    new PreparedSystem(before.scored.evidence),
  );
  const { leftOut } = alignedSamples(
    { name: "the run", samples: now.scored.samples! },
    { name: "the baseline", samples: before.scored.samples! },
  );
  const both = metrics.map((metric) => ({
    metric,
    second: before.scored.metrics.find(({ id }) => id === metric.id),
  }));
  const { unanswered } = now.scoring;
  return regressions(both, systems, { unanswered, seed, margin, level }).map((one) => ({
    pair,
    one,
    leftOut,
  }));
}

function undecided(
  { task, system }: GatheredSystem,
  title: string,
  measured: string,
  reason: string,
): GateCheck {
  return {
    ...{ kind: "regression", task, system, state: "undecided", measured, reason },
    name: title === "" ? "Against the baseline" : `${title} against the baseline`,
    rule: "what the baseline has is compared",
  };
}
