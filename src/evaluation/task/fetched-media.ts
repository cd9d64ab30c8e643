import { relative } from "node:path";
import type { MediaSource } from "../../core/data/media.ts";
import type { MediaRef } from "../../core/data/sample.ts";
import { noAnswer, type Outcome } from "../../core/run/outcome.ts";
import type { SourceMedia } from "../../datasets/data-source.ts";
import { sourceMediaPath } from "../../datasets/local-media/source-media-path.ts";
import { type MediaSourceOptions, mediaSource } from "../../media/media-source.ts";

/**
 * Media that are brought from where the samples are from, when they are first shown. What the
 * source does not have is an outcome; what cannot be fetched now (offline, a broken connection, no
 * permission) ends the run, which goes on from there the next time.
 */
export function fetchedMedia(own: SourceMedia, options: MediaSourceOptions): MediaSource {
  /** What rows call a file, by where it lies below the root. */
  const names = new Map<string, string>();
  const { known, onUnlisted } = options;
  const files = mediaSource({
    ...options,
    known: known && { list: known.list, sha256: (path) => known.sha256(names.get(path) ?? path) },
    onUnlisted: (path) => onUnlisted?.(names.get(path) ?? path),
  });
  const bring = async <T>(
    media: MediaRef,
    show: (brought: MediaRef) => Promise<readonly Outcome<T>[]>,
  ): Promise<readonly Outcome<T>[] | Outcome<never>> => {
    const brought = await own.bring(await sourceMediaPath(own, media));
    if (!brought.ok) return noAnswer("media-error", brought.reason);
    const path = relative(options.root, brought.value);
    names.set(path, media.path);
    return (await show({ ...media, path })).map((shown) =>
      shown.kind === "media-error"
        ? { ...shown, reason: shown.reason.replaceAll(path, media.path) }
        : shown,
    );
  };
  return {
    identity: files.identity,
    async look(media, wants, how) {
      const shown = await bring(media, (brought) => files.look(brought, wants, how));
      return "kind" in shown ? wants.map(() => shown) : shown;
    },
    async file(media) {
      const found = await bring(media, async (brought) => [await files.file(brought)]);
      return "kind" in found ? found : found[0]!;
    },
    async digest(media) {
      const found = await own.knows(await sourceMediaPath(own, media));
      const { sha256, path } = found?.ok ? found.value : {};
      return (
        sha256 ??
        (path === undefined
          ? undefined
          : files.digest({ ...media, path: relative(options.root, path) }))
      );
    },
    bytes: (frame) => files.bytes(frame),
    [Symbol.asyncDispose]: () => files[Symbol.asyncDispose](),
  };
}
