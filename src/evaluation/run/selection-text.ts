import type { Selection } from "../../datasets/select-samples.ts";

/**
 * A selection in words, so that a part is never taken for the whole; `null` where all samples are
 * taken.
 */
export function selectionText({ ids, fast, sample, limit, seed, shard }: Selection): string | null {
  const parts: string[] = [];
  if (shard) parts.push(`part ${shard.number} of ${shard.count}, whole groups by digest`);
  if (limit !== undefined) parts.push(`the first ${limit} samples of each task`);
  if (sample !== undefined) parts.push(`${sample} samples of each task at random (seed ${seed})`);
  if (fast !== undefined)
    parts.push(`the fast subset (at most ${fast} samples of each task, whole groups by digest)`);
  if (ids) parts.push(ids.length === 1 ? `the sample ${ids[0]}` : `${ids.length} samples by id`);
  return parts.length === 0 ? null : parts.join(", of ");
}
