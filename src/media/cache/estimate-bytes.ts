import { blobFiles, blobShards, type CacheFile, entryFiles, entryNames } from "./frame-files.ts";

const enoughBlobs = 4_000;
const enoughEntries = 500;

/**
 * About how many bytes a cache holds, in a time that does not grow with it: digests spread blobs
 * evenly, so a few shards, chosen at random, stand for all (within some per cent). Small caches are
 * counted whole.
 */
export async function estimateBytes(directory: string): Promise<number> {
  return (await estimateBlobs(directory)) + (await estimateEntries(directory));
}

async function estimateBlobs(directory: string): Promise<number> {
  const shards = shuffled(await blobShards(directory));
  let seenShards = 0;
  let seenBlobs = 0;
  let bytes = 0;
  for (const shard of shards) {
    const blobs = await blobFiles(directory, shard);
    bytes += total(blobs);
    seenBlobs += blobs.length;
    seenShards++;
    if (seenBlobs >= enoughBlobs) break;
  }
  return seenShards === 0 ? 0 : (bytes * shards.length) / seenShards;
}

async function estimateEntries(directory: string): Promise<number> {
  const names = shuffled(await entryNames(directory));
  const looked = names.slice(0, enoughEntries);
  return looked.length === 0
    ? 0
    : (total(await entryFiles(directory, looked)) * names.length) / looked.length;
}

function total(files: readonly CacheFile[]): number {
  return files.reduce((sum, file) => sum + file.sizeBytes, 0);
}

function shuffled<T>(items: readonly T[]): T[] {
  const list = items.slice();
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [list[i], list[j]] = [list[j]!, list[i]!];
  }
  return list;
}
