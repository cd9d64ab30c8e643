import { digestedPaths, digestsSize, forgetDigests } from "../../../media/cache/digest-cache.ts";
import type { FrameCache } from "../../../media/cache/frame-cache.ts";
import type { EmbeddingDatabase } from "../../../store/embedding-database.ts";
import type { ReplyDatabase } from "../../../store/reply-database.ts";
import type { CacheKind } from "./cache-kind.ts";
import { derivedTablesPlace, fetchedKind, fetchedPlaces } from "./fetched-files.ts";
import { requestText } from "./request-text.ts";

interface Cache {
  readonly directory: string;
  readonly frames: FrameCache;
  readonly replies: ReplyDatabase;
  readonly embeddings: EmbeddingDatabase;
}

/** A digest that nobody has needed anew for this long is of a file that is probably gone. */
const keepDigestsMs = 90 * 86_400_000;

/** All that lies in the directory, in the order of the list. */
export function cacheKinds({
  directory,
  frames,
  replies,
  embeddings,
}: Cache): readonly CacheKind[] {
  return [
    framesKind(frames, directory),
    databaseKind("replies", "replies of systems", replies),
    databaseKind("embeddings", "embeddings of encoders", embeddings),
    digestsKind(directory),
    fetchedKind(derivedTablesPlace, directory, false),
    ...fetchedPlaces.map((place) => fetchedKind(place, directory)),
  ];
}

function framesKind(frames: FrameCache, directory: string): CacheKind {
  return {
    id: "frames",
    what: "frames that were decoded, and their times",
    isFetched: false,
    async size() {
      const { blobs, bytes } = await frames.stats();
      return { count: blobs, bytes };
    },
    async entries() {
      const paths = await digestedPaths(directory);
      return (await frames.list()).map((entry) => {
        const path = paths.get(entry.source) ?? null;
        const about = `${entry.frames}: ${requestText(entry.request)}`;
        return {
          name: path ?? entry.source.slice(0, 12),
          sizeBytes: entry.sizeBytes,
          usedMs: entry.usedMs,
          about,
          data: { ...entry, path },
        };
      });
    },
    async prune({ maxBytes, unusedMs }) {
      const { removedBlobs, freedBytes, remainingBlobs, remainingBytes } = await frames.prune(
        maxBytes,
        unusedMs,
      );
      return { removed: removedBlobs, freedBytes, left: remainingBlobs, leftBytes: remainingBytes };
    },
    async clear() {
      const { blobs, bytes } = await frames.clear();
      return { removed: blobs, freedBytes: bytes, left: 0, leftBytes: 0 };
    },
  };
}

function databaseKind(
  id: string,
  what: string,
  database: ReplyDatabase | EmbeddingDatabase,
): CacheKind {
  const removal = ({ removed, freedBytes, left }: ReturnType<ReplyDatabase["prune"]>) => ({
    removed,
    freedBytes,
    left,
    leftBytes: database.stats().bytes,
  });
  return {
    id,
    what,
    isFetched: false,
    size: async () => database.stats(),
    prune: async ({ maxBytes, unusedMs }) => removal(database.prune(maxBytes, unusedMs)),
    clear: async () => removal(database.clear()),
  };
}

function digestsKind(directory: string): CacheKind {
  const forget = async (ageMs: number) => {
    const before = await digestsSize(directory);
    await forgetDigests(directory, ageMs);
    const after = await digestsSize(directory);
    return {
      removed: before.count - after.count,
      freedBytes: before.bytes - after.bytes,
      left: after.count,
      leftBytes: after.bytes,
    };
  };
  return {
    id: "digests",
    what: "digests of media files",
    isFetched: false,
    size: () => digestsSize(directory),
    prune: ({ unusedMs }) => forget(Math.min(unusedMs, keepDigestsMs)),
    clear: () => forget(0),
  };
}
