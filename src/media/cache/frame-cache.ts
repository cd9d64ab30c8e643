import { resolve } from "node:path";
import type { MediaFrames } from "../../core/data/media.ts";
import { contentDigest } from "../../files/content-digest.ts";
import { digestOf, readBlob, readKnownBlob, writeBlob } from "./blob-store.ts";
import { removeFile, writeWhole } from "./draft-file.ts";
import { blobsOf, readEntry, writeEntry } from "./frame-entry.ts";
import { blobFiles, blobPath, blobShards, entryFiles, entryPath, isDigest } from "./frame-files.ts";
import { statIfThere, textIfThere, touchIfThere } from "./if-there.ts";
import { inParallel } from "./in-parallel.ts";
import { keepSizeBound } from "./keep-size-bound.ts";
import { LostFrame } from "./lost-frame.ts";
import { type PruneReport, pruneFrames } from "./prune-frames.ts";

export interface FrameCacheOptions {
  readonly directory: string;
  /**
   * Kept approximately: it is exceeded by a tenth before anything is removed, and by whatever was
   * used within `protectMs`.
   */
  readonly maxBytes: number;
  /** What was written or used within this time is never pruned, by any process. Five minutes. */
  readonly protectMs?: number;
}

interface CacheStats {
  readonly entries: number;
  readonly blobs: number;
  /** Lengths of all files; the disk rounds each up to its blocks. */
  readonly bytes: number;
}

interface ListedEntry {
  readonly key: string;
  /** The request in plain text. */
  readonly request: string;
  /** SHA-256 of the file that the frames were taken from. */
  readonly source: string;
  readonly frames: number;
  readonly distinct: number;
  /** With its blobs; entries that share blobs count them each. */
  readonly sizeBytes: number;
  /** Milliseconds since 1970. */
  readonly usedMs: number;
}

/**
 * Encoded frames on disk, found by what was asked for and kept by their content. Any number of
 * processes may use one directory; being killed at any moment damages nothing; whatever is read is
 * checked against its digest, so that damage costs time and never an answer.
 */
export interface FrameCache {
  /**
   * What an equal request gave before; `undefined` when it is not known or any part of it is
   * missing or damaged.
   */
  get(requestText: string): Promise<MediaFrames | undefined>;
  /**
   * Keeps the answer to a request; `blobs` holds the bytes of every digest that its frames name.
   */
  put(
    requestText: string,
    frames: MediaFrames,
    blobs: ReadonlyMap<string, Uint8Array>,
  ): Promise<void>;
  /**
   * The bytes of a frame that `get` or `put` vouched for within `protectMs`; rejects with
   * `LostFrame` when they are gone or damaged.
   */
  bytes(digest: string): Promise<Uint8Array>;
  stats(): Promise<CacheStats>;
  /** All entries, the most recently used first. */
  list(): Promise<readonly ListedEntry[]>;
  /**
   * Removes what was used longest ago until at most `maxBytes` are left, and whatever nobody used
   * for `unusedMs`.
   */
  prune(maxBytes: number, unusedMs?: number): Promise<PruneReport>;
  /** Removes everything, also what another process is about to read. */
  clear(): Promise<CacheStats>;
}

const defaultProtectMs = 300_000;

/** Opens a frame cache; the directory is made when something is first kept in it. */
export function openFrameCache(options: FrameCacheOptions): FrameCache {
  const directory = resolve(options.directory);
  const { maxBytes, protectMs = defaultProtectMs } = options;
  if (!(maxBytes >= 0)) throw new RangeError(`maxBytes must be a number of bytes, not ${maxBytes}`);
  return {
    get: (requestText) => get(directory, requestText, protectMs),
    async put(requestText, frames, blobs) {
      await keepSizeBound(
        { directory, maxBytes, protectMs },
        await put(directory, requestText, { frames, blobs }),
      );
    },
    bytes: (digest) => bytes(directory, digest, protectMs),
    stats: () => stats(directory),
    list: () => list(directory),
    prune: (atMost, unusedMs) => pruneFrames({ directory, maxBytes: atMost, protectMs, unusedMs }),
    clear: () => clear(directory),
  };
}

/**
 * Uses are noted at most once a minute: a hit then costs no write, and a protection of minutes
 * loses little.
 */
function isStale(usedMs: number, protectMs: number): boolean {
  return Date.now() - usedMs > Math.min(60_000, protectMs / 5);
}

async function get(
  directory: string,
  requestText: string,
  protectMs: number,
): Promise<MediaFrames | undefined> {
  const path = entryPath(directory, contentDigest(requestText));
  const [facts, text] = await Promise.all([statIfThere(path), textIfThere(path)]);
  const entry = text === undefined ? undefined : readEntry(text);
  if (!facts || entry?.request !== requestText) return undefined;
  const stale = isStale(facts.mtimeMs, protectMs);
  try {
    await inParallel(blobsOf(entry.media), async (digest) => {
      // Touched before it is read: from then on no pruning process takes it away.
      if (stale) await touchIfThere(blobPath(directory, digest));
      await readBlob(directory, digest);
    });
  } catch (error) {
    if (error instanceof LostFrame) return undefined;
    throw error;
  }
  // After its blobs: an entry used within the last minute vouches for them.
  if (stale) await touchIfThere(path);
  return entry.media;
}

interface Answer {
  readonly frames: MediaFrames;
  readonly blobs: ReadonlyMap<string, Uint8Array>;
}

/** Returns how many bytes were kept. */
async function put(
  directory: string,
  requestText: string,
  { frames, blobs }: Answer,
): Promise<number> {
  const digests = blobsOf(frames);
  let blobBytes = 0;
  for (const digest of digests) blobBytes += checkedBlob(blobs, digest).length;
  const entry = writeEntry({ request: requestText, blobBytes, media: frames });
  await inParallel(digests, (digest) => writeBlob(directory, digest, blobs.get(digest)!));
  await writeWhole(entryPath(directory, contentDigest(requestText)), entry);
  return blobBytes + entry.length;
}

function checkedBlob(blobs: ReadonlyMap<string, Uint8Array>, digest: string): Uint8Array {
  const given = blobs.get(digest);
  if (!given) throw new RangeError(`no bytes were given for frame ${digest}`);
  const actual = digestOf(given);
  if (actual !== digest)
    throw new RangeError(`the bytes given for frame ${digest} have the digest ${actual}`);
  return given;
}

async function bytes(directory: string, digest: string, protectMs: number): Promise<Uint8Array> {
  if (!isDigest(digest))
    throw new TypeError(`"${digest}" is not a SHA-256 in lower-case hexadecimal digits`);
  const blob = await readKnownBlob(directory, digest);
  if (isStale(blob.usedMs, protectMs)) await touchIfThere(blobPath(directory, digest));
  return blob.bytes;
}

async function stats(directory: string): Promise<CacheStats> {
  const entries = await entryFiles(directory);
  let blobs = 0;
  let sum = entries.reduce((total, { sizeBytes }) => total + sizeBytes, 0);
  for (const shard of await blobShards(directory))
    for (const { sizeBytes } of await blobFiles(directory, shard)) {
      blobs++;
      sum += sizeBytes;
    }
  return { entries: entries.length, blobs, bytes: sum };
}

async function list(directory: string): Promise<readonly ListedEntry[]> {
  const listed: ListedEntry[] = [];
  await inParallel(await entryFiles(directory), async ({ id, path, sizeBytes, usedMs }) => {
    const entry = readEntry((await textIfThere(path)) ?? "");
    if (!entry) return;
    const { request, blobBytes, media } = entry;
    const { source, frames, distinct } = media;
    listed.push({
      key: id,
      request,
      source,
      frames: frames.length,
      distinct,
      sizeBytes: sizeBytes + blobBytes,
      usedMs,
    });
  });
  return listed.sort((a, b) => b.usedMs - a.usedMs || (a.key < b.key ? -1 : 1));
}

/**
 * Removes only what bears the names of cache files, so that a mistaken directory loses nothing
 * else; returns what was removed.
 */
async function clear(directory: string): Promise<CacheStats> {
  const removed = { entries: 0, blobs: 0, bytes: 0 };
  await inParallel(await entryFiles(directory), async ({ path, sizeBytes }) => {
    if (!(await removeFile(path))) return;
    removed.entries++;
    removed.bytes += sizeBytes;
  });
  for (const shard of await blobShards(directory))
    await inParallel(await blobFiles(directory, shard), async ({ path, sizeBytes }) => {
      if (!(await removeFile(path))) return;
      removed.blobs++;
      removed.bytes += sizeBytes;
    });
  return removed;
}
