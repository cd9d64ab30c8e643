import type { ChatSystem, System } from "../../core/asking/system.ts";
import { protocolFor } from "../../core/family.ts";
import { UserError } from "../../core/user-error.ts";
import type { Task } from "../task/open-task.ts";

type AskedTask = Pick<Task, "id" | "family" | "settings" | "samples" | "frameCount" | "probe">;

/**
 * Whether a system can be asked what the task asks.
 * @throws {UserError} before anything is asked, where it cannot tell likelihoods that are wanted,
 * takes fewer frames than it would be shown, or would be shown the future.
 */
export async function checkAsks(task: AskedTask, system: System): Promise<void> {
  if (system.speaks !== "chat") return;
  const protocol = protocolFor(task.family, system.speaks);
  if (protocol?.wantsLikelihoods?.(task.settings) && !system.scoresChoices)
    throw new UserError(
      `the system "${system.id}" cannot tell how likely choices are, which the task "${task.id}" asks for`,
      "leave it out, or ask for replies (multiple-choice: options.answer: letter; dialogue: no options.talkThreshold)",
    );
  // Probes are shown no more than the system that they are of, which is looked at itself.
  if (protocol?.asksWithAllFrames && !task.probe) await checkFrames(task, system);
  if (protocol?.framesAtOnce && !task.probe)
    await checkFramesAtOnce(task, system, protocol.framesAtOnce(task.settings));
}

async function checkFrames(task: AskedTask, { id: system, maxFrames, takesVideos }: ChatSystem) {
  const { id, frameCount = 0 } = task;
  if (takesVideos || maxFrames === undefined || frameCount <= maxFrames || !(await hasVideos(task)))
    return;
  throw new UserError(
    `the system "${system}" takes ${maxFrames} frames in one request, and the task "${id}" shows ${frameCount} of each video`,
    `ask for fewer (frames.count), or set maxFrames of the system if it takes more`,
  );
}

async function checkFramesAtOnce(
  task: AskedTask,
  { id: system, maxFrames = Infinity, takesVideos }: ChatSystem,
  asked: number,
) {
  const { id, frameCount = Infinity } = task;
  const shown = Math.min(asked, frameCount);
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
