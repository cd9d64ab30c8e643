import { realpath, stat } from "node:fs/promises";
import { resolve, sep } from "node:path";
import type {
  FrameRequest,
  LookOptions,
  MediaFile,
  MediaFrames,
  MediaSource,
  MediaWant,
} from "../core/data/media.ts";
import { isFrameStore } from "../core/data/media-endings.ts";
import type { MediaRef } from "../core/data/sample.ts";
import { samplerSchema } from "../core/data/sampler-schema.ts";
import type { Json } from "../core/json.ts";
import { answered, noAnswer, type Outcome } from "../core/run/outcome.ts";
import { UserError } from "../core/user-error.ts";
import { fileDigest } from "./cache/digest-cache.ts";
import { type FrameCache, openFrameCache } from "./cache/frame-cache.ts";
import { DecodePool } from "./decode-pool.ts";
import { type DigestedFile, digestProblem, type KnownDigests } from "./known-digests.ts";
import { type Look, refuseSpan } from "./looks/frames-wanted.ts";
import { keptLooks } from "./looks/kept-looks.ts";
import { LookQueue } from "./looks/look-queue.ts";
import { readMediaType } from "./media-type.ts";
import { type PixelLooksOptions, pixelLooks } from "./pixels/pixel-looks.ts";
import { type MediaLooks, rememberingFrames } from "./remembered-frames.ts";

export interface MediaSourceOptions {
  /** The folder that media are relative to; nothing outside of it is opened. */
  readonly root: string;
  readonly request: FrameRequest;
  readonly cache: { readonly directory: string; readonly maxBytes: number };
  readonly timeLimitMs: number;
  /** Name and version of the decoders. */
  readonly decoder: string;
  /** The caller closes it. Default: a pool of its own. */
  readonly pool?: DecodePool;
  /** Frames are named for what computes on their pixels, and not encoded. */
  readonly pixels?: PixelLooksOptions | undefined;
  /** A file that digests to something else is not shown. */
  readonly known?: KnownDigests | undefined;
  /** Told once of every file that `known` says nothing of. */
  onUnlisted?(path: string): void;
}

/**
 * Frames of the files below a folder: from the cache if they are known, else decoded, once for all
 * questions about a file.
 */
export function mediaSource(options: MediaSourceOptions): MediaSource {
  return rememberingFrames(localMedia(options), openFrameCache(options.cache));
}

/** The same, for callers that put media of several places together and add the bytes once. */
export function localMedia(options: MediaSourceOptions): MediaLooks {
  return new LocalMedia(options);
}

class LocalMedia implements MediaLooks {
  readonly identity: Json;
  readonly #options: MediaSourceOptions;
  readonly #cache: FrameCache;
  readonly #pool: DecodePool;
  readonly #queue: LookQueue;
  readonly #digests = new Map<string, Promise<string>>();
  readonly #unlisted = new Set<string>();
  /** What comparing digests came to, by both. */
  readonly #judged = new Map<string, Promise<string | undefined>>();

  constructor(given: MediaSourceOptions) {
    const options = {
      ...given,
      request: { ...given.request, sampler: samplerSchema.parse(given.request.sampler) },
    };
    this.#options = options;
    this.#cache = openFrameCache(options.cache);
    this.#pool = options.pool ?? new DecodePool({ timeLimitMs: options.timeLimitMs });
    this.#queue = new LookQueue(this.#pool, options.cache);
    const { sampler, encoding } = options.request;
    const shown = options.pixels
      ? { sampler, pixels: options.pixels.shape }
      : { sampler, encoding };
    this.identity = { ...(shown as unknown as Record<string, Json>), decoder: options.decoder };
  }

  async look(
    media: MediaRef,
    wants: readonly MediaWant[],
    how: LookOptions,
  ): Promise<readonly Outcome<MediaFrames>[]> {
    for (const want of wants) refuseSpan(want, this.#options.request.sampler);
    const { from, to } = media;
    return this.#get(
      media,
      wants.map((want) => ({ want, from, to })),
      how,
    );
  }

  /** Askers at the same time share one reading of the file. */
  #digestOf(path: string): Promise<string> {
    let promise = this.#digests.get(path);
    if (!promise) {
      promise = fileDigest(path, this.#options.cache.directory).finally(() =>
        this.#digests.delete(path),
      );
      this.#digests.set(path, promise);
    }
    return promise;
  }

  async digest(media: MediaRef): Promise<string | undefined> {
    const located = await this.#locate(media);
    if (located.kind !== "answered") return undefined;
    return this.#digestOf(located.value).catch(() => undefined);
  }

  async file(media: MediaRef): Promise<Outcome<MediaFile>> {
    const located = await this.#locate(media);
    if (located.kind !== "answered") return located;
    const path = located.value;
    try {
      const [sha256, { size }, mediaType] = await Promise.all([
        this.#digestOf(path),
        stat(path),
        readMediaType(path),
      ]);
      const problem = size === 0 ? "is empty" : await this.#problem(media, { path, sha256 });
      return problem
        ? noAnswer("media-error", `${media.path}: ${problem}`)
        : answered({ path, sha256, sizeBytes: size, mediaType });
    } catch (error) {
      return notGot(media, error);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#options.pool) await this.#pool[Symbol.asyncDispose]();
  }

  async #get(
    media: MediaRef,
    looks: readonly Look[],
    how: LookOptions,
  ): Promise<readonly Outcome<MediaFrames>[]> {
    const all = (outcome: Outcome<never>) => looks.map(() => outcome);
    const located = await this.#locate(media);
    if (located.kind !== "answered") return all(located);
    const { request, decoder } = this.#options;
    try {
      const source = await this.#digestOf(located.value);
      const problem = await this.#problem(media, { path: located.value, sha256: source });
      if (problem) return all(noAnswer("media-error", `${media.path}: ${problem}`));
      const { framesPerSecond } = isFrameStore(media.path) ? media : {};
      const { kind, path: name } = media;
      const file = { kind, path: located.value, name, request, source, decoder, framesPerSecond };
      const { pixels } = this.#options;
      if (pixels)
        return await pixelLooks(file, looks, how, {
          cache: this.#cache,
          queue: this.#queue,
          pixels,
        });
      how.onRead?.();
      return (
        (await keptLooks(this.#cache, file, looks)) ?? (await this.#queue.look(file, looks, how))
      );
    } catch (error) {
      return all(notGot(media, error));
    }
  }

  async #problem({ path }: MediaRef, file: DigestedFile): Promise<string | undefined> {
    const { known } = this.#options;
    if (!known) return undefined;
    const expected = known.digest(path);
    if (expected === undefined && !this.#unlisted.has(path)) {
      this.#unlisted.add(path);
      this.#options.onUnlisted?.(path);
    }
    const id = `${expected} ${file.sha256}`;
    const judged = this.#judged.get(id) ?? digestProblem(file, expected, known.list);
    this.#judged.set(id, judged);
    judged.catch(() => this.#judged.delete(id));
    return judged;
  }

  /** The file's real path, where it exists and lies below the root, also by its links. */
  async #locate({ path }: MediaRef): Promise<Outcome<string>> {
    const root = resolve(this.#options.root);
    const target = resolve(root, path);
    if (!isBelow(root, target))
      return noAnswer("media-error", `${path}: lies outside the media folder`);
    try {
      const real = await realpath(target);
      if (!isBelow(await realpath(root), real))
        return noAnswer("media-error", `${path}: leads outside the media folder`);
      return (await stat(real)).isFile()
        ? answered(real)
        : noAnswer("media-error", `${path}: is no file`);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return noAnswer(
        "media-error",
        code === "ENOENT"
          ? `${path}: no such file in ${root}`
          : `${path}: cannot be opened (${code ?? error})`,
      );
    }
  }
}

/** A cache that cannot be written says nothing of the file, which is then to be tried again. */
function notGot({ path }: MediaRef, error: unknown): Outcome<never> {
  if (error instanceof UserError)
    return noAnswer("failed", `${path}: ${error.message}${error.hint ? `; ${error.hint}` : ""}`);
  const { code, message } = error as NodeJS.ErrnoException;
  return noAnswer(
    "media-error",
    `${path}: ${code ? `cannot be read (${code})` : (message ?? error)}`,
  );
}

function isBelow(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}
