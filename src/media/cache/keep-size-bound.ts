import { join } from "node:path";
import { writeWhole } from "./draft-file.ts";
import { estimateBytes } from "./estimate-bytes.ts";
import { statIfThere } from "./optional-files.ts";
import { type PruneOptions, pruneFrames } from "./prune-frames.ts";

/**
 * Keeps a growing cache near its bound, called after every write: past 110 % it prunes to 90 %. It
 * looks at the disk by chance, on average once in a fiftieth of the bound: that needs no count of
 * what all the processes, which may write once and end, have written together. Pruning reads all
 * entries, so it is done at most once in a fifth of the protected time, also when it could not
 * remove enough.
 */
export async function keepSizeBound(options: PruneOptions, writtenBytes: number): Promise<void> {
  const { directory, maxBytes, protectMs } = options;
  if (
    Math.random() * (maxBytes / 50) > writtenBytes ||
    (await estimateBytes(directory)) <= maxBytes * 1.1
  )
    return;
  const mark = join(directory, "last-prune");
  const last = await statIfThere(mark);
  if (last && Date.now() - last.mtimeMs < protectMs / 5) return;
  await writeWhole(mark, "");
  await pruneFrames({ ...options, maxBytes: maxBytes * 0.9 });
}
