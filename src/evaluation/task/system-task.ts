import type { FramesConfig, SystemConfig } from "../../config/config.ts";
import type { Task } from "./open-task.ts";
import { type ProbeOptions, probeTask } from "./probe-task.ts";

/**
 * A task as one of the systems meets it: with the frames and options that the system sets for
 * itself, and under a condition where it is a probe. A probe is shown what the system is shown that
 * it is of.
 */
export async function systemTask(task: Task, id: string, options: ProbeOptions): Promise<Task> {
  const ofId = (wanted: string) => options.systems.find((system) => system.id === wanted)!;
  const probed = await probeTask(task, id, options);
  return ownTask(probed, ofId(probed.probe?.of ?? id));
}

function ownTask(task: Task, { frames, options }: SystemConfig): Task {
  const taken = Object.entries(options ?? {}).filter(([name]) =>
    task.family.asking.systemOptions?.includes(name),
  );
  const shown = frames === undefined ? task.frames : framesOf(task.frames, frames);
  const merged = { ...(task.settings.options as object), ...Object.fromEntries(taken) };
  const settings =
    taken.length === 0
      ? task.settings
      : { ...task.settings, options: task.family.data.options.parse(merged) };
  return {
    ...task,
    frames: shown,
    media: frames === undefined ? task.media : task.media.withFrames(shown),
    settings,
    scoring: { ...task.scoring, settings },
    own: {
      ...(frames === undefined ? {} : { frames }),
      ...(taken.length === 0 ? {} : { options: Object.fromEntries(taken) }),
    },
  };
}

/** A number is the task's choice of so many. */
function framesOf(task: FramesConfig, own: number | FramesConfig): FramesConfig {
  return typeof own === "number" ? ({ ...task, count: own } as FramesConfig) : own;
}
