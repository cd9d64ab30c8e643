import { join } from "node:path";
import { inParallel } from "../../files/in-parallel.ts";
import { isDraft, sweepDraft } from "./draft-file.ts";
import { namesIn, statIfThere } from "./optional-files.ts";

/** A file of the cache: a blob under its digest, or an entry under its key. */
export interface CacheFile {
  readonly id: string;
  readonly path: string;
  readonly sizeBytes: number;
  /** When it was written or used last: its time of modification. */
  readonly usedMs: number;
}

export function isDigest(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

export function blobPath(directory: string, digest: string): string {
  return join(directory, "blobs", digest.slice(0, 2), digest.slice(2));
}

export function entryPath(directory: string, key: string): string {
  return join(directory, "entries", `${key}.json`);
}

/** The two digits by which blobs are spread over folders; only those in use. */
export async function blobShards(directory: string): Promise<readonly string[]> {
  return (await namesIn(join(directory, "blobs"))).filter((name) => /^[0-9a-f]{2}$/.test(name));
}

/**
 * The blobs of one shard. Whatever is not ours is passed over; abandoned drafts are removed on the
 * way.
 */
export async function blobFiles(directory: string, shard: string): Promise<readonly CacheFile[]> {
  const folder = join(directory, "blobs", shard);
  return files(folder, await namesIn(folder), (name) =>
    /^[0-9a-f]{62}$/.test(name) ? shard + name : undefined,
  );
}

/** All entries, or those named; in the same way. */
export async function entryFiles(
  directory: string,
  names?: readonly string[],
): Promise<readonly CacheFile[]> {
  const folder = join(directory, "entries");
  return files(folder, names ?? (await entryNames(directory)), (name) =>
    /^[0-9a-f]{64}\.json$/.test(name) ? name.slice(0, -".json".length) : undefined,
  );
}

export async function entryNames(directory: string): Promise<readonly string[]> {
  return namesIn(join(directory, "entries"));
}

async function files(
  folder: string,
  names: readonly string[],
  idOf: (name: string) => string | undefined,
): Promise<readonly CacheFile[]> {
  const found: CacheFile[] = [];
  await inParallel(names, async (name) => {
    const path = join(folder, name);
    if (isDraft(name)) return sweepDraft(path);
    const id = idOf(name);
    const facts = id === undefined ? undefined : await statIfThere(path);
    if (id !== undefined && facts)
      found.push({ id, path, sizeBytes: facts.size, usedMs: facts.mtimeMs });
  });
  return found;
}
