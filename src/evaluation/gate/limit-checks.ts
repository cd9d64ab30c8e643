import type { Config, GateConfig } from "../../config/config.ts";
import { lessIsBetter } from "../../core/scores/metric.ts";
import { isCounted, meetsTarget, type Target } from "../../core/scores/target.ts";
import { leastGroups } from "../../math/interval/interval.ts";
import { wilson } from "../../math/interval/wilson.ts";
import { nameOf, targetText, unitOf } from "../../report/table/target-table.ts";
import { isBaseline } from "../../summary/baseline-systems.ts";
import {
  formatCount,
  formatDollars,
  formatInterval,
  formatPercent,
  formatQuantity,
  formatScore,
} from "../../summary/format-number.ts";
import type { GateCheck, GateState } from "../../summary/gate-summary.ts";
import { outcomeList, totalOf, uncoveredKinds } from "../../summary/outcome-totals.ts";
import { resourceTotals } from "../../summary/resource-totals.ts";
import type { Summary } from "../../summary/summary.ts";
import type { SystemSummary } from "../../summary/system-summary.ts";
import type { TargetVerdict } from "../../summary/target-verdict.ts";

type Held = Omit<GateCheck, "task" | "system">;

/** What the given systems of a run are held to by themselves, without a baseline. */
export function limitChecks(
  summary: Summary,
  config: Config,
  systems: ReadonlySet<string>,
): readonly GateCheck[] {
  const checks = summary.tasks.flatMap((task) =>
    task.systems
      .filter(({ id }) => systems.has(id))
      .flatMap((system) =>
        systemChecks(system, config).map((check) => ({
          task: task.id,
          system: system.id,
          ...check,
        })),
      ),
  );
  return [completeCheck(summary), ...checks, ...costChecks(summary, config.gate)];
}

function completeCheck({ complete, tasks }: Summary): GateCheck {
  const left = tasks
    .flatMap(({ systems }) => systems)
    .reduce((sum, { outcomes }) => sum + outcomes.pending, 0);
  return {
    kind: "complete",
    name: "Complete",
    state: complete ? "passed" : "undecided",
    measured: complete ? "nothing is left to do" : `${formatQuantity(left, "sample")} left to do`,
    rule: "every sample was asked",
    ...(complete ? {} : { reason: "run it again: it goes on where it stopped" }),
  };
}

function systemChecks(system: SystemSummary, config: Config): readonly Held[] {
  return [
    ...(system.targets ?? []).map((verdict) => targetCheck(system, verdict, config.gate)),
    ...shareChecks(system, config),
    ...parseChecks(system, config.gate),
    ...judgeChecks(system, config.gate),
    ...latencyChecks(system, config.gate),
  ];
}

function targetCheck(system: SystemSummary, verdict: TargetVerdict, { targets }: GateConfig): Held {
  const { metric, target, value, low, high } = verdict;
  const unit = unitOf(system, metric);
  const interval = low === null ? "" : ` [${formatInterval(low, high, unit)}]`;
  const by = { score: "by the score", met: "by the whole interval", possible: "not ruled out" };
  const fact = sizeFact(system, verdict);
  const reason = [verdict.reason, fact].filter((part) => part !== undefined).join("; ");
  return {
    kind: "target",
    name: `Target of ${nameOf(verdict)}`,
    state: targetState(verdict, targets),
    measured: `${formatScore(value, unit)}${interval}`,
    rule: `${targetText(target, unit)}, ${isCounted(metric) ? "counted" : by[targets]}`,
    ...(reason === "" ? {} : { reason }),
  };
}

function targetState(
  { verdict, value, target }: TargetVerdict,
  rule: GateConfig["targets"],
): GateState {
  if (verdict === "not measured") return "undecided";
  if (verdict !== "not certain") return verdict === "met" ? "passed" : "failed";
  const isKept = { score: meetsTarget(value!, writtenTarget(target)), met: false, possible: true };
  return isKept[rule] ? "passed" : "failed";
}

function writtenTarget(text: string): Target {
  const [operator, value] = text.split(" ");
  return { operator: operator as Target["operator"], value: Number(value) };
}

/** What so many samples, each alone in its group, can show of a share. */
function sizeFact(
  { metrics, groups }: SystemSummary,
  { metric, slice, target, n, verdict }: TargetVerdict,
): string | undefined {
  const score = slice ? undefined : metrics[metric];
  if (verdict !== "not certain" || score?.kind !== "proportion" || lessIsBetter(score))
    return undefined;
  const { value: bound } = writtenTarget(target);
  if (!target.startsWith(">") || groups !== n || n < leastGroups) return undefined;
  for (let right = 0; right <= n; right++)
    if (wilson(right, n).low >= bound)
      return `the interval keeps it from ${formatCount(right)} of ${formatCount(n)} right on`;
  return `not even ${formatCount(n)} of ${formatCount(n)} right would keep it with the whole interval`;
}

function shareChecks(system: SystemSummary, { minCoverage, minAnswered }: Config): readonly Held[] {
  const { outcomes, total } = system;
  const reached = total - outcomes.pending;
  if (reached === 0) return [];
  const covered = reached - totalOf(outcomes, uncoveredKinds);
  const why = outcomeList({ ...outcomes, answered: 0, pending: 0 });
  const share = (kind: "coverage" | "answered", count: number, least: number): Held => {
    const isKept = count / reached >= least;
    return {
      kind,
      name: kind === "coverage" ? "Coverage" : "Answered",
      state: isKept ? "passed" : "failed",
      measured: `${formatCount(count)} of ${formatCount(reached)}`,
      rule: `at least ${percent(least)}`,
      ...(isKept || why === "" ? {} : { reason: why }),
    };
  };
  return [
    share("coverage", covered, minCoverage),
    ...(isBaseline(system) ? [] : [share("answered", outcomes.answered, minAnswered)]),
  ];
}

function parseChecks({ outcomes }: SystemSummary, { minParseRate }: GateConfig): readonly Held[] {
  const { answered, unparsed } = outcomes;
  const whole = answered + unparsed;
  if (whole === 0) return [];
  return [
    {
      kind: "parse rate",
      name: "Parse rate",
      state: answered / whole >= minParseRate ? "passed" : "failed",
      measured: `${formatCount(answered)} of ${formatCount(whole)} replies`,
      rule: `at least ${percent(minParseRate)}`,
    },
  ];
}

function judgeChecks(
  { graders = [] }: SystemSummary,
  { maxJudgeFailures }: GateConfig,
): readonly Held[] {
  return graders
    .filter(({ due }) => due > 0)
    .map(({ role, due, graded, reasons }) => {
      const isKept = (due - graded) / due <= maxJudgeFailures;
      return {
        kind: "judge failures",
        name: `Failures of ${role}`,
        state: isKept ? "passed" : "failed",
        measured: `${formatCount(due - graded)} of ${formatCount(due)} answers`,
        rule: `at most ${percent(maxJudgeFailures)}`,
        ...(isKept || !reasons[0] ? {} : { reason: reasons[0].reason }),
      };
    });
}

function latencyChecks({ resources }: SystemSummary, gate: GateConfig): readonly Held[] {
  const limits = [
    ["Median latency", gate.maxMedianSeconds, "median"],
    ["P95 latency", gate.maxP95Seconds, "p95"],
  ] as const;
  return limits.flatMap(([name, most, part]): Held[] => {
    if (most === undefined) return [];
    const times = resources?.times.total;
    const rule = `at most ${most} s`;
    if (!times || times.n === 0)
      return [
        {
          ...{ kind: "latency", name, rule, state: "undecided", measured: "no times" },
          reason: "the system says nothing of how long its asks took",
        },
      ];
    const seconds = times[part] / 1000;
    const state = seconds <= most ? "passed" : "failed";
    const measured = `${formatScore(seconds, "plain")} s of ${formatQuantity(times.n, "sample")}`;
    return [{ kind: "latency", name, rule, state, measured }];
  });
}

function costChecks({ tasks }: Summary, { maxCost }: GateConfig): readonly GateCheck[] {
  if (maxCost === undefined) return [];
  const systems = tasks.flatMap((task) => task.systems);
  const all = systems.flatMap(({ resources, graders = [] }) =>
    [resources, ...graders.map((grader) => grader.resources)].flatMap((one) => one ?? []),
  );
  const { cost, asks } = resourceTotals(all);
  const unpriced = all.reduce((sum, one) => sum + one.unpriced, 0);
  const common = {
    kind: "cost",
    name: "Cost",
    rule: `at most ${formatDollars(maxCost)} USD`,
  } as const;
  if (cost === null)
    return [
      {
        ...{ ...common, state: "undecided", measured: formatQuantity(asks, "ask") },
        reason: "no price is known: name them in the configuration (prices)",
      },
    ];
  const isKept = cost <= maxCost;
  return [
    {
      ...common,
      state: isKept ? (unpriced === 0 ? "passed" : "undecided") : "failed",
      measured: `${formatDollars(cost)} USD for ${formatQuantity(asks, "ask")}`,
      ...(unpriced === 0
        ? {}
        : { reason: `the cost of ${formatQuantity(unpriced, "ask")} is not known` }),
    },
  ];
}

function percent(share: number): string {
  return formatPercent(share, Number.isInteger(Math.round(share * 1e6) / 1e4) ? 0 : 2);
}
