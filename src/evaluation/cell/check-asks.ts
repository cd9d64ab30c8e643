import type { ChatSystem, System } from "../../core/asking/system.ts";
import type { Sampler } from "../../core/data/media.ts";
import { protocolFor } from "../../core/family.ts";
import { UserError } from "../../core/user-error.ts";
import type { Task } from "../task/open-task.ts";

type AskedTask = Pick<Task, "id" | "family" | "settings" | "samples" | "frames" | "probe">;

/**
 * Whether a system can be asked what the task asks.
 * @throws {UserError} before anything is asked, where it cannot tell likelihoods that are wanted,
 * takes fewer frames than it would be shown, would be shown the future, or cannot be shown parts of
 * a video.
 */
export async function checkAsks(task: AskedTask, system: System): Promise<void> {
  const protocol = protocolFor(task.family, system.speaks);
  if (protocol && system.sees) await checkParts(task, system);
  if (system.speaks !== "chat") return;
  if (protocol?.wantsLikelihoods?.(task.settings) && !system.scoresChoices)
    throw new UserError(
      `the system "${system.id}" cannot tell how likely choices are, which the task "${task.id}" asks for`,
      `leave it out${protocol.repliesInstead ? `, or ask for replies (${protocol.repliesInstead})` : ""}`,
    );
  // Probes are shown no more than the system that they are of, which is looked at itself.
  if (protocol?.looksPerAsk && !task.probe)
    await checkFrames(task, system, protocol.looksPerAsk(task.settings));
  if (protocol?.framesAtOnce && !task.probe)
    await checkFramesAtOnce(task, system, protocol.framesAtOnce(task.settings));
}

/**
 * Whether a grader can be shown what it looks at, which are parts of videos. @throws {UserError}
 * where the task's sampler names no parts, or it takes fewer frames than it would be shown.
 */
export async function checkGraderAsks(
  task: AskedTask,
  grader: System,
  looks: number,
): Promise<void> {
  if (looks === 0 || grader.speaks !== "chat") return;
  if (namesTimes(task.frames)) throw wholeTimes(task);
  await checkFrames(task, grader, looks);
}

/** Systems that take whole videos cannot be shown a part, and some samplers name no part. */
async function checkParts(task: AskedTask, system: System): Promise<void> {
  const { id, family, settings, samples } = task;
  const takesVideos = "takesVideos" in system && system.takesVideos === true;
  const hasTimes = namesTimes(task.frames);
  const cuts = protocolFor(family, system.speaks)?.cuts;
  if (!takesVideos && !(hasTimes && cuts)) return;
  for await (const batch of samples)
    for (const { sample, lost } of batch) {
      if (lost !== undefined) continue;
      const isCut = cuts?.(sample, settings) === true;
      const isPart = family.data.refs(sample).some(({ from, to }) => from ?? to);
      if (takesVideos && (isCut || isPart))
        throw new UserError(
          `the system "${system.id}" takes whole videos, and the task "${id}" shows parts of them (${sample.id})`,
          "let it be shown frames (chat: video: frames)",
        );
      if (hasTimes && isCut) throw wholeTimes(task);
    }
}

function namesTimes({ strategy }: Sampler): boolean {
  return strategy === "explicit" || strategy === "window";
}

function wholeTimes({ id, frames }: AskedTask): UserError {
  return new UserError(
    `the task "${id}" shows parts of videos, and frames.strategy: ${frames.strategy} names times of the whole video`,
    "choose a strategy that applies to each part, such as uniform or fps",
  );
}

async function checkFrames(
  task: AskedTask,
  { id: system, maxFrames, takesVideos }: ChatSystem,
  looks: number,
) {
  const { id, frames } = task;
  const each = frameCountOf(frames) ?? 0;
  if (
    takesVideos ||
    maxFrames === undefined ||
    each * looks <= maxFrames ||
    !(await hasVideos(task))
  )
    return;
  const shown =
    looks === 1
      ? `${each} of each video, or part of it,`
      : `up to ${looks} parts with ${each} each`;
  throw new UserError(
    `the system "${system}" takes ${maxFrames} frames in one request, and the task "${id}" shows ${shown} at once`,
    `ask for fewer (frames.count), or set maxFrames of the system if it takes more`,
  );
}

async function checkFramesAtOnce(
  task: AskedTask,
  { id: system, maxFrames = Infinity, takesVideos }: ChatSystem,
  asked: number,
) {
  const { id, frames } = task;
  const shown = Math.min(asked, frameCountOf(frames) ?? Infinity);
  if ((!takesVideos && shown <= maxFrames) || !(await hasVideos(task))) return;
  if (takesVideos)
    throw new UserError(
      `the system "${system}" takes whole videos, and the task "${id}" shows them as time passes: it would see what has not happened yet`,
      "let it be shown frames (chat: video: frames)",
    );
  throw new UserError(
    `the system "${system}" takes ${maxFrames} frames in one request, and the task "${id}" shows up to ${shown} at once`,
    `set options.contextFrames to ${maxFrames} or less, or maxFrames of the system if it takes more`,
  );
}

async function hasVideos({ family, samples }: AskedTask): Promise<boolean> {
  for await (const batch of samples)
    if (batch.some(({ sample }) => family.data.refs(sample).some(({ kind }) => kind === "video")))
      return true;
  return false;
}

function frameCountOf(sampler: Sampler): number | undefined {
  if (sampler.strategy === "explicit") return sampler.times.length;
  return "count" in sampler ? sampler.count : undefined;
}
