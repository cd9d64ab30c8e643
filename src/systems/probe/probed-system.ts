import type { Asked } from "../../core/asking/asked.ts";
import type { Condition } from "../../core/asking/condition.ts";
import type { DirectSystem, System } from "../../core/asking/system.ts";
import type { Sample } from "../../core/data/sample.ts";
import type { Json } from "../../core/json.ts";
import { answered } from "../../core/run/outcome.ts";
import { UserError } from "../../core/user-error.ts";

export interface ProbedAs {
  readonly id: string;
  readonly kind: string;
  readonly condition: Condition;
}

/**
 * A system under a condition. Systems that are asked by a protocol are only renamed: the family's
 * protocol puts the condition. Systems that answer samples directly are given changed samples, and
 * their predictions are read back.
 */
export function probedSystem(system: System, { id, kind, condition }: ProbedAs): System {
  if (
    condition.frames &&
    (system.speaks === "prediction" ||
      !system.sees ||
      ("takesVideos" in system && system.takesVideos))
  )
    throw new UserError(
      `the probe "${id}" changes frames, and its system is shown none`,
      "choose a system that is shown frames, or leave the probe out",
    );
  if (system.speaks !== "prediction") return { ...system, id, kind };
  return { ...probedDirectly(system, condition), id, kind };
}

function probedDirectly(system: DirectSystem, condition: Condition): DirectSystem {
  const { replyOf: _, fit, sends, ...rest } = system;
  const change = (sample: Sample) => condition.sample?.(sample) ?? { sample };
  return {
    ...rest,
    ...(fit ? { fit } : {}),
    ...(sends ? { sends: (sample) => sends(change(sample).sample) } : {}),
    identity: {
      system: system.identity,
      condition: { id: condition.id, ...(condition.identity as Record<string, Json>) },
    },
    async ask(samples, signal, turn): Promise<readonly Asked<unknown>[]> {
      const changed = samples.map(change);
      const asked = await system.ask(
        changed.map(({ sample }) => sample),
        signal,
        turn,
      );
      return asked.map((one, i) => {
        const restore = changed[i]?.restore;
        return one.kind === "answered" && restore
          ? { ...one, ...answered(restore(one.value)) }
          : one;
      });
    },
  };
}
