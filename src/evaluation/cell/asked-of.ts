import type { System } from "../../core/asking/system.ts";
import type { MediaSource, Sampler } from "../../core/data/media.ts";
import { isRecord, type Json } from "../../core/json.ts";
import { UserError } from "../../core/user-error.ts";
import type { AskedSummary } from "../../summary/asked-summary.ts";
import type { Task } from "../task/open-task.ts";

/** How a system is asked, for readers of its scores. `media` is what it is shown. */
export function askedOf(
  { own }: Pick<Task, "own">,
  media: MediaSource | undefined,
): AskedSummary | undefined {
  const sampler = isRecord(media?.identity) ? media.identity.sampler : undefined;
  const frames = isRecord(sampler) ? { frames: sampler as unknown as Sampler } : {};
  const options = own?.options ? { options: own.options as Readonly<Record<string, Json>> } : {};
  const asked = { ...frames, ...options };
  return Object.keys(asked).length === 0 ? undefined : asked;
}

/**
 * Frames that a system sets for itself need a system that is shown some.
 * @throws {UserError} where it is not.
 */
export function checkOwnFrames({ own }: Pick<Task, "own">, system: System): void {
  if (own?.frames === undefined) return;
  const refuse = (why: string) => {
    throw new UserError(
      `the system "${system.id}" ${why}, and its frames are set`,
      "leave out frames of the system",
    );
  };
  if (!("sees" in system) || !system.sees) refuse("is shown no frames");
  if (system.speaks === "chat" && system.takesVideos) refuse("takes whole videos");
}
