import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import type { MediaRef } from "../../core/data/sample.ts";
import type { Result } from "../../core/result.ts";
import { noAnswer, type Outcome } from "../../core/run/outcome.ts";
import type { SourceMedia } from "../../datasets/data-source.ts";
import { sourceMediaPath } from "../../datasets/local-media/source-media-path.ts";
import { localMedia, type MediaSourceOptions } from "../../media/media-source.ts";
import type { MediaLooks } from "../../media/remembered-frames.ts";

/** Whoever is handed a file may read it so long; what is only shown is released at once. */
const handedOutMs = 600_000;
const tries = 3;

/**
 * Media that are brought from elsewhere, when they are first shown. What is not there is an outcome;
 * what cannot be fetched now (offline, a broken connection, no permission) ends the run, which goes
 * on from there the next time.
 */
export function fetchedMedia(own: SourceMedia, options: MediaSourceOptions): MediaLooks {
  /** What rows call a file, by where it lies below the root. */
  const names = new Map<string, string>();
  const { known, onUnlisted } = options;
  const files = localMedia({
    ...options,
    known: known && { list: known.list, digest: (path) => known.digest(names.get(path) ?? path) },
    onUnlisted: (path) => onUnlisted?.(names.get(path) ?? path),
  });
  const bring = async <T>(
    media: MediaRef,
    show: (brought: MediaRef) => Promise<readonly Outcome<T>[]>,
    { signal, keepsMs = 0 }: { readonly signal?: AbortSignal; readonly keepsMs?: number } = {},
  ): Promise<readonly Outcome<T>[] | Outcome<never>> => {
    for (let attempt = 1; ; attempt++) {
      const brought = await heldBy(own, await sourceMediaPath(own, media), signal);
      if (!brought.ok) return noAnswer("media-error", brought.reason);
      await using held = releasedAfter(brought.value, keepsMs);
      const path = relative(options.root, held.path);
      names.set(path, media.path);
      const outcomes = await show({ ...media, path });
      const isLost = outcomes.some(({ kind }) => kind === "media-error") && !existsSync(held.path);
      // Somebody has emptied the cache meanwhile.
      if (isLost && attempt < tries) continue;
      return outcomes.map((shown) =>
        shown.kind === "media-error"
          ? { ...shown, reason: shown.reason.replaceAll(path, media.path) }
          : shown,
      );
    }
  };
  const digestOf = (media: MediaRef, path: string) =>
    files.digest({ ...media, path: relative(options.root, path) });
  return {
    identity: files.identity,
    async look(media, wants, how) {
      const { signal } = how;
      const shown = await bring(media, (brought) => files.look(brought, wants, how), { signal });
      return "kind" in shown ? wants.map(() => shown) : shown;
    },
    async file(media) {
      const keepsMs = handedOutMs;
      const found = await bring(media, async (brought) => [await files.file(brought)], { keepsMs });
      return "kind" in found ? found : found[0]!;
    },
    async digest(media, how) {
      const wanted = await sourceMediaPath(own, media);
      const found = await own.knows(wanted);
      if (!found?.ok) return undefined;
      const { sha256, path, isChanged } = found.value;
      if (sha256 !== undefined) return sha256;
      if (path !== undefined) return digestOf(media, path);
      if (!isChanged && !how?.fetches) return undefined;
      const brought = await heldBy(own, wanted);
      if (!brought.ok) return undefined;
      await using held = brought.value;
      return await digestOf(media, held.path);
    },
    [Symbol.asyncDispose]: () => files[Symbol.asyncDispose](),
  };
}

type Held = AsyncDisposable & { readonly path: string };

async function heldBy(own: SourceMedia, path: string, signal?: AbortSignal): Promise<Result<Held>> {
  if (own.hold) return own.hold(path, signal);
  const brought = await own.bring(path);
  const stays = async () => undefined;
  return brought.ok
    ? { ok: true, value: { path: resolve(brought.value), [Symbol.asyncDispose]: stays } }
    : brought;
}

/** Does not keep the program alive. */
function releasedAfter(held: Held, ms: number): Held {
  const release = async () => {
    if (ms === 0) await held[Symbol.asyncDispose]();
    else setTimeout(() => void held[Symbol.asyncDispose](), ms).unref();
  };
  return { path: held.path, [Symbol.asyncDispose]: release };
}
