import { resolve } from "node:path";
import { canonicalJson } from "../../core/json.ts";
import { contentDigest } from "../../files/content-digest.ts";
import { inParallel } from "../../files/in-parallel.ts";
import type { FileFacts } from "../looks/file-facts.ts";
import { digestOf, readBlob, readKnownBlob, writeBlob } from "./blob-store.ts";
import { removeFile, writeWhole } from "./draft-file.ts";
import {
  blobsOf,
  type CacheKey,
  type EntryContent,
  type FrameEntry,
  type KeptFrame,
  readEntry,
  writeEntry,
} from "./frame-entry.ts";
import { blobFiles, blobPath, blobShards, entryFiles, entryPath, isDigest } from "./frame-files.ts";
import { keepSizeBound } from "./keep-size-bound.ts";
import { LostFrame } from "./lost-frame.ts";
import { statIfThere, textIfThere, touchIfThere } from "./optional-files.ts";
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
  /** The key in plain text. */
  readonly request: string;
  /** SHA-256 of the file that it is of. */
  readonly source: string;
  readonly frames: number;
  /** With its blobs; entries that share blobs count them each. */
  readonly sizeBytes: number;
  /** Milliseconds since 1970. */
  readonly usedMs: number;
}

/**
 * Encoded frames on disk, and facts of the files that they are of. Frames are found by file,
 * encoding and place in the file, whatever they were wanted for, and their bytes kept by content.
 * Any number of processes may use one directory; being killed at any moment damages nothing;
 * whatever is read is checked against its digest, so that damage costs time and never an answer.
 */
export interface FrameCache {
  /** What was kept of a file; `undefined` when nothing is, or it is missing or damaged. */
  facts(key: CacheKey): Promise<FileFacts | undefined>;
  keepFacts(key: CacheKey, facts: FileFacts): Promise<void>;
  /** Those of these frames that are known and whose bytes are intact. */
  frames(key: CacheKey, wanted: Iterable<number>): Promise<ReadonlyMap<number, KeptFrame>>;
  /** Keeps the bytes of a frame, which `addFrames` should soon name; returns their digest. */
  keepBytes(bytes: Uint8Array): Promise<string>;
  /**
   * Adds frames to those known under a key. Of two processes that do so at once, one may be
   * forgotten.
   */
  addFrames(key: CacheKey, frames: ReadonlyMap<number, KeptFrame>): Promise<void>;
  /**
   * The bytes of a frame that was found or kept within `protectMs`; rejects with `LostFrame` when
   * they are gone or damaged.
   */
  bytes(digest: string): Promise<Uint8Array>;
  /** Whether there are bytes of this digest; damage shows when they are read. */
  holds(digest: string): Promise<boolean>;
  stats(): Promise<CacheStats>;
  /** All entries with frames, the most recently used first. */
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
  const place = { directory, protectMs };
  const bounded = (writtenBytes: number) =>
    keepSizeBound({ directory, maxBytes, protectMs }, writtenBytes);
  return {
    facts: (key) => readFacts(place, key),
    keepFacts: async (key, facts) => bounded(await writeFacts(directory, key, facts)),
    frames: (key, wanted) => readFrames(place, key, wanted),
    async keepBytes(bytes) {
      const digest = digestOf(bytes);
      await writeBlob(directory, digest, bytes);
      return digest;
    },
    addFrames: async (key, frames) => bounded(await writeFrames(directory, key, frames)),
    bytes: (digest) => bytes(directory, digest, protectMs),
    holds: async (digest) =>
      isDigest(digest) && (await statIfThere(blobPath(directory, digest))) !== undefined,
    stats: () => stats(directory),
    list: () => list(directory),
    prune: (atMost, unusedMs) => pruneFrames({ directory, maxBytes: atMost, protectMs, unusedMs }),
    clear: () => clear(directory),
  };
}

interface Place {
  readonly directory: string;
  readonly protectMs: number;
}

/**
 * Uses are noted at most once a minute: a hit then costs no write, and a protection of minutes
 * loses little.
 */
function isStale(usedMs: number, protectMs: number): boolean {
  return Date.now() - usedMs > Math.min(60_000, protectMs / 5);
}

interface FoundEntry {
  readonly entry: FrameEntry;
  /** Reads some of its blobs and notes the use of all that is read. */
  readBlobs(
    digests: Iterable<string>,
    onBlob: (digest: string, bytes: Uint8Array) => void,
  ): Promise<void>;
}

async function find(place: Place, key: CacheKey): Promise<FoundEntry | undefined> {
  const { directory, protectMs } = place;
  const request = canonicalJson(key);
  const path = entryPath(directory, contentDigest(request));
  const [facts, text] = await Promise.all([statIfThere(path), textIfThere(path)]);
  const entry = text === undefined ? undefined : readEntry(text);
  if (!facts || entry?.request !== request) return undefined;
  const stale = isStale(facts.mtimeMs, protectMs);
  return {
    entry,
    async readBlobs(digests, onBlob) {
      await inParallel(digests, async (digest) => {
        // Touched before it is read: from then on no pruning process takes it away.
        if (stale) await touchIfThere(blobPath(directory, digest));
        const blob = await readBlob(directory, digest).catch(ifLost);
        if (blob) onBlob(digest, blob.bytes);
      });
      // After its blobs: an entry used within the last minute vouches for them.
      if (stale) await touchIfThere(path);
    },
  };
}

function ifLost(error: unknown): undefined {
  if (!(error instanceof LostFrame)) throw error;
}

async function readFacts(place: Place, key: CacheKey): Promise<FileFacts | undefined> {
  const found = await find(place, key);
  if (!found || !("facts" in found.entry)) return undefined;
  const { facts, times } = found.entry;
  let read: Float64Array | undefined;
  await found.readBlobs([times.digest], (_, { buffer, byteOffset, byteLength }) => {
    read = new Float64Array(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer);
  });
  return read && { ...facts, times: read };
}

/** Times are a blob, eight bytes each: hours of video have hundreds of thousands. */
async function writeFacts(directory: string, key: CacheKey, facts: FileFacts): Promise<number> {
  const { times, ...rest } = facts;
  const bytes = new Uint8Array(times.buffer, times.byteOffset, times.byteLength);
  const digest = digestOf(bytes);
  await writeBlob(directory, digest, bytes);
  const blob = { digest, sizeBytes: bytes.length };
  return bytes.length + (await writeFor(directory, key, { facts: rest, times: blob }));
}

async function readFrames(
  place: Place,
  key: CacheKey,
  wanted: Iterable<number>,
): Promise<ReadonlyMap<number, KeptFrame>> {
  const frames = new Map<number, KeptFrame>();
  const found = await find(place, key);
  if (!found || !("album" in found.entry)) return frames;
  for (const index of wanted) {
    const frame = found.entry.album.get(index);
    if (frame) frames.set(index, frame);
  }
  const intact = new Set<string>();
  const digests = new Set([...frames.values()].map(({ digest }) => digest));
  await found.readBlobs(digests, (digest) => intact.add(digest));
  for (const [index, { digest }] of frames) if (!intact.has(digest)) frames.delete(index);
  return frames;
}

async function writeFrames(
  directory: string,
  key: CacheKey,
  frames: ReadonlyMap<number, KeptFrame>,
): Promise<number> {
  const path = entryPath(directory, contentDigest(canonicalJson(key)));
  const known = readEntry((await textIfThere(path)) ?? "");
  const before = known && "album" in known ? known.album : [];
  const album = new Map([...before, ...frames].sort(([a], [b]) => a - b));
  const added = [...frames.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return added + (await writeFor(directory, key, { album }));
}

async function writeFor(directory: string, key: CacheKey, content: EntryContent): Promise<number> {
  const request = canonicalJson(key);
  const text = writeEntry({ request, source: key.source, ...content });
  await writeWhole(entryPath(directory, contentDigest(request)), text);
  return text.length;
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
    if (!entry || !("album" in entry)) return;
    const { request, source } = entry;
    let blobBytes = 0;
    for (const blob of blobsOf(entry).values()) blobBytes += blob;
    listed.push({
      key: id,
      request,
      source,
      frames: entry.album.size,
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
