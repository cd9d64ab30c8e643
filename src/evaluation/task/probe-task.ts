import type { Registries, SystemConfig } from "../../config/config.ts";
import { conditionedFamily } from "../../core/asking/conditioned-family.ts";
import type { Probe } from "../../core/asking/system-kind.ts";
import { findById } from "../../core/registry.ts";
import { closest } from "../../core/suggest.ts";
import { UserError } from "../../core/user-error.ts";
import { AnswerRelay } from "./answer-relay.ts";
import type { Task } from "./open-task.ts";
import { plainSamples } from "./plain-samples.ts";

/** A task under a condition where the system is a probe, else as it is. */
export async function probeTask(task: Task, id: string, options: ProbeOptions): Promise<Task> {
  const { asks } = options;
  const probe = probeOf(task, id, options);
  if (!probe) return task;
  const { condition } = probe;
  const surveyed =
    asks && condition.survey ? await condition.survey(plainSamples(task.samples)) : null;
  const family = conditionedFamily(task.family, condition, surveyed);
  return {
    ...task,
    family,
    scoring: { ...task.scoring, family },
    probe,
    conditioned: {
      condition: condition.id,
      ownRefs: (sample) => task.family.data.refs(sample),
      ...(condition.frames ? { frames: condition.frames } : {}),
    },
    ...relayed(task, id, probe),
  };
}

/** A task whose samples hold what another system found, where the probe is to be given that. */
function relayed(
  { id, family, samples, asksSystem }: Task,
  reader: string,
  { after }: Probe,
): Pick<Task, "samples" | "relay"> | undefined {
  if (after === undefined) return undefined;
  if (!asksSystem(after))
    throw new UserError(
      `the system "${reader}" reads what "${after}" finds, but the task "${id}" does not ask that system`,
      "add it to the systems of the task",
    );
  const relay = new AnswerRelay(after, (sample, found) =>
    family.asking.probes!.withFound!(sample, found),
  );
  return { samples: relay.samples(samples), relay };
}

export interface ProbeOptions {
  readonly systems: readonly SystemConfig[];
  readonly registries: Registries;
  /** False: replies are only read again, so that nothing needs to be surveyed. */
  readonly asks: boolean;
}

/**
 * @throws {UserError} where the probe is of a system that does not exist, or that is a probe
 * itself.
 */
function probeOf(
  { family, scoring }: Task,
  id: string,
  { systems, registries }: ProbeOptions,
): Probe | undefined {
  const { kind, settings } = systems.find((system) => system.id === id)!;
  const probe = findById(registries.systemKinds, kind, "kind of system").probe?.(settings, {
    id,
    family,
    seed: scoring.seed,
  });
  if (!probe) return undefined;
  for (const [other, role] of [
    [probe.of, "is of"],
    ...(probe.after === undefined ? [] : [[probe.after, "reads what is found by"]]),
  ] as const)
    checkOther(other!, { id, role: role!, systems, registries });
  return probe;
}

/** Another system of the configuration that is no probe itself. */
function checkOther(
  other: string,
  {
    id,
    role,
    systems,
    registries,
  }: Pick<ProbeOptions, "systems" | "registries"> & { readonly id: string; readonly role: string },
): void {
  const inner = systems.find((system) => system.id === other);
  const ids = systems.map((system) => system.id).filter((one) => one !== id);
  const near = closest(other, ids);
  if (!inner || other === id)
    throw new UserError(
      `the probe "${id}" ${role} "${other}", which is no other system here`,
      near ? `did you mean "${near}"?` : `systems here: ${ids.join(", ") || "none"}`,
    );
  if (findById(registries.systemKinds, inner.kind, "kind of system").probe)
    throw new UserError(
      `the probe "${id}" ${role} "${other}", which is a probe itself`,
      "name the system that both are of",
    );
}
