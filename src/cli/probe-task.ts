import type { Registries, SystemConfig } from "../config/config.ts";
import { conditionedFamily } from "../core/conditioned-family.ts";
import type { SampleBatches } from "../core/dataset.ts";
import { findById } from "../core/registry.ts";
import { closest } from "../core/suggest.ts";
import type { Probe } from "../core/system-kind.ts";
import { UserError } from "../core/user-error.ts";
import type { Task } from "./open-task.ts";

/** A task as one of the systems meets it: under a condition where that system is a probe, else as it is. */
export async function probeTask(task: Task, id: string, options: ProbeOptions): Promise<Task> {
  const { asks } = options;
  const probe = probeOf(task, id, options);
  if (!probe) return task;
  const { condition } = probe;
  const surveyed = asks && condition.survey ? await condition.survey(samplesOf(task.samples)) : null;
  const family = conditionedFamily(task.family, condition, surveyed);
  return { ...task, family, scoring: { ...task.scoring, family }, probe };
}

interface ProbeOptions {
  readonly systems: readonly SystemConfig[];
  readonly registries: Registries;
  /** False: replies are only read again, so that nothing needs to be surveyed. */
  readonly asks: boolean;
}

/** @throws {UserError} where the probe is of a system that does not exist, or that is a probe itself. */
function probeOf({ family, scoring }: Task, id: string, { systems, registries }: ProbeOptions): Probe | undefined {
  const { kind, settings } = systems.find((system) => system.id === id)!;
  const probe = findById(registries.systemKinds, kind, "kind of system").probe?.(settings, { id, family, seed: scoring.seed });
  if (!probe) return undefined;
  const inner = systems.find((system) => system.id === probe.of);
  const ids = systems.map((system) => system.id).filter((other) => other !== id);
  const near = closest(probe.of, ids);
  if (!inner || probe.of === id)
    throw new UserError(
      `the probe "${id}" is of "${probe.of}", which is no other system here`,
      near ? `did you mean "${near}"?` : `systems here: ${ids.join(", ") || "none"}`,
    );
  if (findById(registries.systemKinds, inner.kind, "kind of system").probe)
    throw new UserError(`the probe "${id}" is of "${probe.of}", which is a probe itself`, "name the system that both are of");
  return probe;
}

function samplesOf(batches: SampleBatches) {
  return {
    async *[Symbol.asyncIterator]() {
      for await (const batch of batches) yield batch.map(({ sample }) => sample);
    },
  };
}
