import type { MediaSource, MediaWant } from "../core/data/media.ts";
import type { MediaRef } from "../core/data/sample.ts";
import type { FrameCache } from "./cache/frame-cache.ts";
import { LostFrame } from "./cache/lost-frame.ts";

/** Media that shows frames and leaves their bytes in the cache. */
export type MediaLooks = Omit<MediaSource, "bytes">;

/** What a frame was taken for. */
interface Origin {
  readonly media: MediaRef;
  readonly want: MediaWant;
}

const mostRemembered = 100_000;

/**
 * Adds the bytes of the frames that were shown. A frame that the cache has dropped since is decoded
 * again, if it is among the newest.
 */
export function rememberingFrames(
  shown: MediaLooks,
  cache: Pick<FrameCache, "bytes">,
): MediaSource {
  const origins = new Map<string, Origin>();
  const closed = new AbortController();
  const look: MediaSource["look"] = async (media, wants, how) => {
    const outcomes = await shown.look(media, wants, how);
    for (const [at, want] of wants.entries()) {
      const outcome = outcomes[at]!;
      if (outcome.kind !== "answered") continue;
      for (const { digest } of outcome.value.frames) origins.set(digest, { media, want });
    }
    for (const digest of origins.keys()) {
      if (origins.size <= mostRemembered) break;
      origins.delete(digest);
    }
    return outcomes;
  };
  return {
    identity: shown.identity,
    look,
    digest: (media, how) => shown.digest(media, how),
    file: (media) => shown.file(media),
    async bytes({ digest }) {
      try {
        return await cache.bytes(digest);
      } catch (error) {
        const origin = origins.get(digest);
        if (!(error instanceof LostFrame) || !origin) throw error;
        await look(origin.media, [origin.want], { signal: closed.signal, isUrgent: true });
        return cache.bytes(digest);
      }
    },
    async [Symbol.asyncDispose]() {
      closed.abort();
      await shown[Symbol.asyncDispose]();
    },
  };
}
