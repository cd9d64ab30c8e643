import { inParallel } from "../../files/in-parallel.ts";
import { removeFile, removeIf } from "./draft-file.ts";
import { blobsOf, readEntry } from "./frame-entry.ts";
import { blobFiles, blobShards, type CacheFile, entryFiles } from "./frame-files.ts";
import { statIfThere, textIfThere } from "./optional-files.ts";

export interface PruneOptions {
  readonly directory: string;
  readonly maxBytes: number;
  /** What was written or used within this time stays. */
  readonly protectMs: number;
  /** Entries that nobody used for so long go in any case; infinite if left out. */
  readonly unusedMs?: number | undefined;
}

export interface PruneReport {
  readonly removedEntries: number;
  readonly removedBlobs: number;
  readonly freedBytes: number;
  readonly remainingEntries: number;
  readonly remainingBlobs: number;
  /** More than was asked for when the rest was used too recently to be removed. */
  readonly remainingBytes: number;
}

interface Entry {
  readonly file: CacheFile;
  readonly blobs: ReadonlySet<string>;
}

/** What is in the cache, and what this pruning does to it. */
interface Inventory {
  readonly blobs: ReadonlyMap<string, CacheFile>;
  readonly entries: readonly Entry[];
  /** How many remaining entries use a blob. */
  readonly uses: Map<string, number>;
  readonly isOld: (file: CacheFile) => boolean;
}

/**
 * Removes the entries that were used longest ago until the cache fits and none is too old, and
 * every blob that no remaining entry uses. An entry goes before its blobs, so that being killed
 * leaves blobs without an entry (removed next time) and no entry without its blobs.
 */
export async function pruneFrames(options: PruneOptions): Promise<PruneReport> {
  const { blobs, entries, uses, isOld } = await takeInventory(options);
  const tally = { entries: entries.length, blobs: blobs.size, bytes: totalBytes(blobs, entries) };
  const before = { ...tally };

  const dropBlobs = (digests: Iterable<string>) =>
    inParallel(digests, async (digest) => {
      const blob = blobs.get(digest);
      if (
        !blob ||
        (uses.get(digest) ?? 0) > 0 ||
        !isOld(blob) ||
        !(await removeUnused(blob, isOld))
      )
        return;
      tally.blobs--;
      tally.bytes -= blob.sizeBytes;
    });

  const { maxBytes, unusedMs = Number.POSITIVE_INFINITY } = options;
  const isWanted = (file: CacheFile) =>
    tally.bytes <= maxBytes && Date.now() - file.usedMs <= unusedMs;
  await dropBlobs(blobs.keys());
  for (const { file, blobs: digests } of entries.toSorted(
    (a, b) => a.file.usedMs - b.file.usedMs,
  )) {
    if (isWanted(file) || !isOld(file)) break;
    if (!(await removeUnused(file, isOld))) continue;
    tally.entries--;
    tally.bytes -= file.sizeBytes;
    for (const digest of digests) uses.set(digest, (uses.get(digest) ?? 1) - 1);
    await dropBlobs(digests);
  }
  return {
    removedEntries: before.entries - tally.entries,
    removedBlobs: before.blobs - tally.blobs,
    freedBytes: before.bytes - tally.bytes,
    remainingEntries: tally.entries,
    remainingBlobs: tally.blobs,
    remainingBytes: tally.bytes,
  };
}

/**
 * Blobs are listed before entries, so that the entries known here are at least those that the
 * listed blobs belong to.
 */
async function takeInventory({ directory, protectMs }: PruneOptions): Promise<Inventory> {
  const isOld = (file: CacheFile) => Date.now() - file.usedMs > protectMs;
  const blobs = new Map<string, CacheFile>();
  for (const shard of await blobShards(directory))
    for (const blob of await blobFiles(directory, shard)) blobs.set(blob.id, blob);
  const entries: Entry[] = [];
  const uses = new Map<string, number>();
  await inParallel(await entryFiles(directory), async (file) => {
    const text = await textIfThere(file.path);
    if (text === undefined) return;
    const entry = readEntry(text);
    if (!entry && isOld(file)) return void (await removeFile(file.path));
    const used = new Set(entry ? blobsOf(entry).keys() : []);
    for (const digest of used) uses.set(digest, (uses.get(digest) ?? 0) + 1);
    entries.push({ file, blobs: used });
  });
  return { blobs, entries, uses, isOld };
}

/** Removes a file unless somebody has used it since it was listed. */
function removeUnused(file: CacheFile, isOld: Inventory["isOld"]): Promise<boolean> {
  return removeIf(file.path, async (aside) => {
    const now = await statIfThere(aside);
    return now === undefined || isOld({ ...file, usedMs: now.mtimeMs });
  });
}

function totalBytes(blobs: Inventory["blobs"], entries: readonly Entry[]): number {
  let sum = 0;
  for (const { sizeBytes } of blobs.values()) sum += sizeBytes;
  for (const { file } of entries) sum += file.sizeBytes;
  return sum;
}
