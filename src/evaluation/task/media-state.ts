import { createHash } from "node:crypto";
import type { PlannedSample } from "../../core/data/dataset.ts";
import type { Task } from "./open-task.ts";

/** Learns how the files of samples lie as these go by. */
export interface MediaStateReader {
  add(batch: readonly PlannedSample[]): Promise<void>;
  /** What all of them come to; nothing can be added afterwards. */
  finish(): string;
}

export function mediaStateReader({
  family,
  media,
}: Pick<Task, "family" | "media">): MediaStateReader {
  const sum = createHash("sha256");
  return {
    async add(batch) {
      const refs = batch.flatMap(({ sample }) => family.data.refs(sample));
      // Remote files are asked about side by side.
      const states = await Promise.all(refs.map((ref) => media.state(ref)));
      for (const [at, ref] of refs.entries())
        sum.update(`${JSON.stringify(ref.path)} ${states[at]}\n`);
    },
    finish: () => sum.digest("hex"),
  };
}

/**
 * Digests how every file lies that a task's samples are about: where it is equal, none of them was
 * changed, added or removed since.
 */
export async function mediaState(
  task: Pick<Task, "samples" | "family" | "media">,
): Promise<string> {
  const reader = mediaStateReader(task);
  for await (const batch of task.samples) await reader.add(batch);
  return reader.finish();
}
