import type { LoadedConfig } from "../../config/load-config.ts";
import type { Selection } from "../../datasets/select-samples.ts";
import type { ActivityClock } from "../machine/activity-clock.ts";
import { openTask, type Task } from "../task/open-task.ts";
import { rememberedSamples } from "../task/remembered-samples.ts";
import { newDecoders } from "../task/task-media.ts";

interface Opening {
  readonly selection: Selection;
  readonly isOffline: boolean | undefined;
  readonly clock?: ActivityClock | undefined;
  onWarning(text: string): void;
  onNote(text: string): void;
}

/** The tasks of a configuration, whose systems are to be asked. */
export function openTasks(
  { config, directory, registries }: LoadedConfig,
  { selection, isOffline, clock, onWarning, onNote }: Opening,
): readonly Task[] {
  const decoders = newDecoders();
  return config.tasks.map((task) => {
    const opened = openTask(task, {
      directory,
      families: registries.families,
      selection,
      seed: config.seed,
      repeats: config.repeats,
      prices: config.prices,
      graders: config.graders,
      systemKinds: registries.systemKinds,
      isOffline,
      decoders,
      clock,
      remoteBytes: config.cache.remote,
      onWarning,
      onNote,
    });
    return { ...opened, samples: rememberedSamples(opened.samples) };
  });
}
