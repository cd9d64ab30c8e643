import { protocolFor } from "../core/family.ts";
import type { ChatSystem, System } from "../core/system.ts";
import { UserError } from "../core/user-error.ts";
import type { Task } from "./open-task.ts";

type AskedTask = Pick<Task, "id" | "family" | "settings" | "samples" | "frameCount" | "probe">;

/**
 * Whether a system can be asked what the task asks.
 * @throws {UserError} before anything is asked, where it cannot tell likelihoods that are wanted, or takes fewer frames than it would be shown.
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
}

async function checkFrames({ id, family, samples, frameCount = 0 }: AskedTask, { id: system, maxFrames, takesVideos }: ChatSystem) {
  if (takesVideos || maxFrames === undefined || frameCount <= maxFrames) return;
  for await (const batch of samples)
    for (const { sample } of batch)
      if (family.media(sample).some(({ kind }) => kind === "video"))
        throw new UserError(
          `the system "${system}" takes ${maxFrames} frames in one request, and the task "${id}" shows ${frameCount} of each video`,
          `ask for fewer (frames.count), or set maxFrames of the system if it takes more`,
        );
}
