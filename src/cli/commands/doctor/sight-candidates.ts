import type { SystemConfig } from "../../../config/config.ts";
import type { LoadedConfig } from "../../../config/load-config.ts";
import type { Finding } from "../../../core/asking/system-kind.ts";
import { findById } from "../../../core/registry.ts";
import {
  type DistinctPart,
  mergedParts,
  rowsText,
} from "../../../evaluation/matrix/distinct-parts.ts";
import { type SightDemand, sightDemand } from "./sight-demand.ts";

/** A system that may be shown something, and by which tasks. */
export interface SightCandidate {
  readonly system: SystemConfig;
  /** One that asks it. */
  readonly task: string;
  readonly family: string;
  /** Of the tasks that ask it and show something, the largest first. */
  readonly demands: readonly SightDemand[];
}

interface Candidates {
  readonly candidates: readonly DistinctPart<SightCandidate>[];
  /** What is wrong with the data of tasks. */
  readonly findings: readonly Finding[];
}

/**
 * The systems of all rows, each once for what it is shown; probes are left out, which are shown
 * what the systems are that they are of.
 */
export async function sightCandidates(loaded: LoadedConfig): Promise<Candidates> {
  const rows =
    loaded.rows.length > 0
      ? loaded.rows.map(({ config, name }) => ({ config, names: [name] }))
      : [{ ...loaded, names: [] }];
  const findings: Finding[] = [];
  const parts: DistinctPart<SightCandidate>[] = [];
  for (const { config, names } of rows) {
    const demands = new Map<string, SightDemand>();
    for (const task of config.tasks) {
      const demand = await sightDemand(task, { ...loaded, config });
      if (demand && "state" in demand)
        findings.push({ ...demand, what: `${demand.what}${rowsText(names, loaded)}` });
      else if (demand) demands.set(task.id, demand);
    }
    for (const system of config.systems) {
      const tasks = config.tasks.filter((task) => task.systems?.includes(system.id) ?? true);
      const wanted = tasks
        .flatMap(({ id }) => demands.get(id) ?? [])
        .toSorted((a, b) => b.frames - a.frames);
      const isProbe =
        findById(loaded.registries.systemKinds, system.kind, "kind of system").probe !== undefined;
      if (tasks[0] && !isProbe)
        parts.push({
          part: { system, task: tasks[0].id, family: tasks[0].family, demands: wanted },
          names,
        });
    }
  }
  return {
    candidates: mergedParts(parts, ({ system: { id, kind, settings }, demands }) => [
      id,
      kind,
      settings,
      demands,
    ]),
    findings,
  };
}
