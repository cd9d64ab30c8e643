import type { PositionBiasSummary } from "../../summary/position-bias-summary.ts";
import type { GainSummary, ProbeSummary } from "../../summary/probe-summary.ts";
import type { UnansweredPolicy } from "../../summary/score-summary.ts";
import type { TaskSummary } from "../../summary/summary.ts";
import { type OptionOrder, positionBias, shiftOf } from "./bias.ts";
import type { ScoredEvidence } from "./common-rows.ts";
import { gainOf as gainScore, pairedDifferences } from "./paired-difference.ts";
import { pairSystems } from "./paired-systems.ts";
import { PreparedSystem } from "./prepared-system.ts";

/** A system of a task that is a probe, or that one is of. */
export interface ProbedSystem {
  readonly id: string;
  readonly probe?: ProbeSummary | undefined;
  readonly scored: ScoredEvidence;
}

interface FindingSettings {
  readonly unanswered: UnansweredPolicy;
  readonly seed: number;
}

/** What the probes of a task say about the systems they are of. */
export function probeFindings(
  systems: readonly ProbedSystem[],
  settings: FindingSettings,
): Pick<TaskSummary, "gains" | "positionBias"> {
  const gains = systems.flatMap((system) => gainOf(system, systems, settings));
  const bias = systems.flatMap((system) => biasOf(system, systems, settings));
  return {
    ...(gains.length > 0 ? { gains } : {}),
    ...(bias.length > 0 ? { positionBias: bias } : {}),
  };
}

function gainOf(
  { id, probe, scored }: ProbedSystem,
  systems: readonly ProbedSystem[],
  settings: FindingSettings,
): GainSummary[] {
  const inner = probe && systems.find((system) => system.id === probe.of)?.scored;
  if (!probe || !inner) return [];
  const pair = pairSystems(new PreparedSystem(inner.evidence), new PreparedSystem(scored.evidence));
  const found = pairedDifferences(
    inner.metrics.map((metric) => ({ metric })),
    pair,
    settings,
  );
  const metrics = inner.metrics.map(({ id: metric }, i) => [metric, gainScore(found[i]!)] as const);
  return [
    { of: probe.of, probe: id, condition: probe.condition, metrics: Object.fromEntries(metrics) },
  ];
}

function biasOf(
  system: ProbedSystem,
  systems: readonly ProbedSystem[],
  settings: FindingSettings,
): PositionBiasSummary[] {
  if (system.probe) return [];
  const turned = systems.flatMap(({ id, probe, scored }): OptionOrder[] => {
    const shift = probe?.of === system.id ? shiftOf(probe) : undefined;
    return shift === undefined ? [] : [{ system: id, shift, scored }];
  });
  const orders = [
    { system: system.id, shift: 0, scored: system.scored },
    ...turned.sort((a, b) => a.shift - b.shift),
  ];
  const bias = positionBias(system.id, orders, settings);
  return bias ? [bias] : [];
}
