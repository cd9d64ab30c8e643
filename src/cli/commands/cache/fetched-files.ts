import { randomUUID } from "node:crypto";
import { lstat, readdir, rename, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { isUntouchable, namesIn } from "../../../media/cache/optional-files.ts";
import type { CacheKind, KindRemoval, PruneBounds } from "./cache-kind.ts";

/** A file, or the folder of an unpacked archive: kept and removed as a whole. */
interface Fetched {
  readonly path: string;
  readonly sizeBytes: number;
  /** When it was written or read last; disks that do not note readings tell only the first. */
  readonly usedMs: number;
}

export interface FetchedPlace {
  readonly id: string;
  readonly what: string;
  /**
   * Folders of the cache, and the names that things in them have: whatever is called otherwise is
   * not ours.
   */
  places(directory: string): Promise<readonly { readonly folder: string; readonly name: RegExp }[]>;
}

/** Disks note a reading once a day at most, so that what was used today may be in use. */
const protectMs = 86_400_000;
const digest = "[0-9a-f]{64}";
const remoteName = /^[0-9a-f]{64}(?:-\d+)?(?:\.[a-z0-9]{1,5})?$/;
const draft = "(?:\\.[0-9a-f-]+\\.part)?";

/**
 * What came from elsewhere: never removed unasked, because only a machine that is online gets it
 * back.
 */
export const fetchedPlaces: readonly FetchedPlace[] = [
  {
    id: "media",
    what: "pictures and videos that came with rows",
    async places(directory) {
      const blobs = join(directory, "blobs");
      const shards = (await namesIn(blobs)).filter((name) => /^[0-9a-f]{2}$/.test(name));
      return [
        { folder: blobs, name: /^[0-9a-f-]{36}\.part$/ },
        ...shards.map((shard) => ({
          folder: join(blobs, shard),
          name: new RegExp(`^${digest}\\.[a-z0-9]{1,5}${draft}$`),
        })),
      ];
    },
  },
  {
    id: "remote",
    what: "pictures and videos from http(s), S3 and GCS",
    places: async (directory) => [
      { folder: join(directory, "remote/objects"), name: remoteName },
      { folder: join(directory, "remote/drafts"), name: remoteName },
    ],
  },
  place("hub", "files from the hub", {
    folder: "hub/blobs",
    name: new RegExp(`^[0-9a-f]{40}(?:[0-9a-f]{24})?${draft}$`),
  }),
  place("downloads", "files from the web", {
    folder: "downloads",
    name: new RegExp(`^${digest}${draft}$`),
  }),
  place("archives", "archives, unpacked", {
    folder: "archives",
    name: new RegExp(`^${digest}${draft}$`),
  }),
];

function place(
  id: string,
  what: string,
  { folder, name }: { readonly folder: string; readonly name: RegExp },
): FetchedPlace {
  return { id, what, places: async (directory) => [{ folder: join(directory, folder), name }] };
}

/** Tables that were derived from recordings; they can be derived again. */
export const derivedTablesPlace: FetchedPlace = place("tables", "tables derived from recordings", {
  folder: "tables",
  name: new RegExp(`^${digest}${draft}$`),
});

export function fetchedKind(
  { id, what, places }: FetchedPlace,
  directory: string,
  isFetched = true,
): CacheKind {
  const all = async () => {
    const found: Fetched[] = [];
    for (const { folder, name } of await places(directory))
      for (const entry of await namesIn(folder))
        if (name.test(entry)) found.push(await measured(join(folder, entry)));
    return found.sort((a, b) => a.usedMs - b.usedMs);
  };
  return {
    id,
    what,
    isFetched,
    async size() {
      const found = await all();
      return { count: found.length, bytes: bytesOf(found) };
    },
    entries: async () =>
      (await all()).toReversed().map(({ path, ...facts }) => ({
        name: relative(directory, path),
        ...facts,
        about: "",
        data: { path },
      })),
    prune: async (bounds) => prune(await all(), bounds),
    clear: async () => remove(await all(), () => true),
  };
}

function prune(
  found: readonly Fetched[],
  { maxBytes, unusedMs }: PruneBounds,
): Promise<KindRemoval> {
  const now = Date.now();
  let left = bytesOf(found);
  return remove(found, ({ sizeBytes, usedMs }) => {
    const age = now - usedMs;
    if (age <= protectMs || (left <= maxBytes && age <= unusedMs)) return false;
    left -= sizeBytes;
    return true;
  });
}

async function remove(
  found: readonly Fetched[],
  isUnwanted: (thing: Fetched) => boolean,
): Promise<KindRemoval> {
  const gone: Fetched[] = [];
  for (const thing of found)
    if (isUnwanted(thing) && (await removeWhole(thing.path))) gone.push(thing);
  const freedBytes = bytesOf(gone);
  return {
    removed: gone.length,
    freedBytes,
    left: found.length - gone.length,
    leftBytes: bytesOf(found) - freedBytes,
  };
}

/**
 * Moved aside first: a folder that lost half of its files must not be found under the name of a
 * whole one.
 */
async function removeWhole(path: string): Promise<boolean> {
  const aside = path.endsWith(".part") ? path : `${path}.${randomUUID()}.part`;
  try {
    if (aside !== path) await rename(path, aside);
    await rm(aside, { recursive: true, force: true });
    return true;
  } catch (error) {
    if (!isUntouchable(error)) throw error;
    return false;
  }
}

async function measured(path: string): Promise<Fetched> {
  const facts = await lstat(path).catch(() => undefined);
  if (!facts) return { path, sizeBytes: 0, usedMs: 0 };
  if (!facts.isDirectory())
    return { path, sizeBytes: facts.size, usedMs: Math.max(facts.mtimeMs, facts.atimeMs) };
  const inside = await Promise.all((await readdir(path)).map((name) => measured(join(path, name))));
  return {
    path,
    sizeBytes: bytesOf(inside),
    usedMs: inside.reduce((latest, { usedMs }) => Math.max(latest, usedMs), facts.mtimeMs),
  };
}

function bytesOf(things: readonly Fetched[]): number {
  return things.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}
