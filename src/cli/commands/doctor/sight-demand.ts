import type { TaskConfig } from "../../../config/config.ts";
import type { LoadedConfig } from "../../../config/load-config.ts";
import type { Finding } from "../../../core/asking/system-kind.ts";
import type { FrameEncoding } from "../../../core/data/media.ts";
import { protocolFor } from "../../../core/family.ts";
import { UserError } from "../../../core/user-error.ts";
import { openTask, type Task } from "../../../evaluation/task/open-task.ts";

/** What a task shows to a chat system in one request. */
export interface SightDemand {
  readonly task: string;
  /** At most. */
  readonly frames: number;
  readonly hasVideos: boolean;
  readonly encoding: FrameEncoding;
}

/** Samples that are looked at to learn whether a task shows anything. */
const lookedAt = 20;

/**
 * What a task would show, by its first samples; `undefined` where these name no picture and no
 * video. Data that cannot be read is a finding.
 */
export async function sightDemand(
  config: TaskConfig,
  {
    directory,
    registries,
    config: { seed },
  }: Pick<LoadedConfig, "directory" | "registries" | "config">,
): Promise<SightDemand | Finding | undefined> {
  const options = {
    directory,
    seed,
    families: registries.families,
    selection: { seed, limit: lookedAt },
    onWarning() {},
  };
  const { longestSide, format, quality } = config.frames;
  try {
    const task = openTask(config, options);
    await using _media = task.media;
    const each = framesAtOnce(config, task);
    let [frames, hasVideos] = [0, false];
    for await (const batch of task.samples)
      for (const { sample } of batch) {
        const media = task.family.data.refs(sample);
        hasVideos ||= media.some(({ kind }) => kind === "video");
        frames = Math.max(
          frames,
          media.reduce((sum, { kind }) => sum + (kind === "video" ? each : 1), 0),
        );
      }
    return frames === 0
      ? undefined
      : { task: config.id, frames, hasVideos, encoding: { longestSide, format, quality } };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const hint = error instanceof UserError && error.hint !== undefined ? `; ${error.hint}` : "";
    return { what: `data of ${config.id}`, state: "problem", detail: `${error.message}${hint}` };
  }
}

/** Of one video. Samplers that take as many as there are say how many these may be, or nothing. */
function framesAtOnce({ frames }: TaskConfig, { family, settings }: Task): number {
  const chosen =
    "count" in frames
      ? frames.count
      : "times" in frames
        ? frames.times.length
        : "max" in frames
          ? frames.max
          : Infinity;
  return Math.min(chosen, protocolFor(family, "chat")?.framesAtOnce?.(settings) ?? Infinity);
}
