import { existsSync, realpathSync, statSync } from "node:fs";
import { resolve, sep } from "node:path";
import type { TaskConfig } from "../config/config.ts";
import type { FrameRequest, MediaSource } from "../core/media.ts";
import type { MediaRef } from "../core/sample.ts";
import { UserError } from "../core/user-error.ts";
import { blobFile } from "../datasets/blobs/blob.ts";
import type { SourceMedia } from "../datasets/data-source.ts";
import type { KnownDigests } from "../media/known-digests.ts";
import { type WholeVideos, wholeVideos } from "../media/whole-videos.ts";
import { readChecksums } from "./read-checksums.ts";

/** A task's media, opened when the first system wants to see something: decoders are large. */
export interface TaskMedia extends AsyncDisposable {
  open(): Promise<MediaSource>;
  /** The same for systems that take whole videos. */
  openWhole(): Promise<WholeVideos>;
  /** Where a file lies that a sample refers to, whether or not it is there; one outside the media folder is refused, also by its links. */
  locate(path: string): Promise<string>;
  /** What is wrong with a reference, `undefined` where nothing is or nobody can tell yet: nothing is fetched or opened for it. */
  problem(path: string): Promise<string | undefined>;
  /** Size and time of a file of the media folder as they are now; empty for what is not there, and for what cannot change under its name. */
  state(path: string): Promise<string>;
  /** What the file that samples call so must digest to; `undefined` where nothing lists digests. */
  known(path: string): Promise<KnownDigests | undefined>;
}

export interface MediaPlaces {
  /** The folder of files that rows name; nothing outside of it is opened. */
  root(): Promise<string>;
  /** The folder of bytes that came with rows. */
  readonly blobs: string;
  /** The list of what media must digest to, where there is one. */
  readonly checksums?: string | undefined;
  /** Media that the source of the samples brings itself, in place of files below the root; they lie below the cache. */
  readonly own?: SourceMedia | undefined;
  readonly cache?: string | undefined;
  onWarning?(message: string): void;
}

const timeLimitMs = 120_000;
const namedUnlisted = 5;

/** Bytes that came with rows are called by what they digest to. */
const blobNames: KnownDigests = { list: "its name", sha256: (path) => /[0-9a-f]{64}(?=\.[a-z0-9]+$)/.exec(path)?.[0] };

export function taskMedia(frames: TaskConfig["frames"], places: MediaPlaces): TaskMedia {
  const { root, blobs, checksums, own, cache } = places;
  let opened: Promise<MediaSource> | undefined;
  let whole: Promise<WholeVideos> | undefined;
  let listed: Promise<KnownDigests> | undefined;
  const list = async () => {
    if (checksums === undefined) return undefined;
    listed ??= root().then((folder) => readChecksums(checksums, folder));
    return listed;
  };
  const openOnce = async () =>
    openMedia({ root: await root(), blobs, known: await list(), own, cache, ...unlisted(places) }, requestOf(frames));
  const open = () => {
    opened ??= openOnce();
    return opened;
  };
  return {
    open,
    openWhole() {
      whole ??= open().then(wholeVideos);
      return whole;
    },
    async locate(path) {
      const blob = blobFile(path);
      if (blob !== undefined) return resolve(blobs, blob);
      if (!own) return below(await root(), path);
      const brought = await own.bring(path);
      if (!brought.ok) throw new UserError(brought.reason);
      return brought.value;
    },
    async problem(path) {
      if (blobFile(path) !== undefined) return undefined;
      const known = await own?.knows(path);
      if (own) return known?.ok === false ? known.reason : undefined;
      try {
        return existsSync(below(await root(), path)) ? undefined : `${path} is not there`;
      } catch (error) {
        if (error instanceof UserError) return error.message;
        throw error;
      }
    },
    async state(path) {
      if (own || blobFile(path) !== undefined) return "";
      try {
        const { size, mtimeNs } = statSync(resolve(await root(), path), { bigint: true });
        return `${size} ${mtimeNs}`;
      } catch {
        // Not there, or not for us: whoever shows it says why.
        return "";
      }
    },
    known: async (path) => (blobFile(path) === undefined ? list() : blobNames),
    async [Symbol.asyncDispose]() {
      await (await opened)?.[Symbol.asyncDispose]();
    },
  };
}

function below(root: string, path: string): string {
  const target = resolve(root, path);
  const real = existsSync(target) ? realpathSync(target) : target;
  const base = existsSync(target) ? realpathSync(root) : resolve(root);
  if (!target.startsWith(resolve(root) + sep) || !real.startsWith(base + sep))
    throw new UserError(`${path}: lies outside the media folder ${root}`, "name a folder above all media as data.media");
  return target;
}

/** A few are named; of many, `vidimus probe` has the whole list. */
function unlisted({ checksums, onWarning }: MediaPlaces): { onUnlisted(path: string): void } {
  let count = 0;
  return {
    onUnlisted(path) {
      if (++count <= namedUnlisted) onWarning?.(`${path}: is not in ${checksums}, so that nobody knows whether it is what it was`);
      else if (count === namedUnlisted + 1) onWarning?.(`further files are not in ${checksums}; vidimus probe names them all`);
    },
  };
}

interface OpenPlaces {
  readonly root: string;
  readonly blobs: string;
  readonly known: KnownDigests | undefined;
  readonly own: SourceMedia | undefined;
  readonly cache: string | undefined;
  onUnlisted(path: string): void;
}

function requestOf({ longestSide, format, quality, ...sampler }: TaskConfig["frames"]): FrameRequest {
  return { sampler, encoding: { longestSide, format, quality } };
}

async function openMedia({ root, blobs, own, cache, ...listed }: OpenPlaces, request: FrameRequest): Promise<MediaSource> {
  const [{ mediaSource }, { broughtMedia }, { knownDecoderVersion }, { cacheSettings }, { DecodePool }] = await Promise.all([
    import("../media/media-source.ts"),
    import("./brought-media.ts"),
    import("../media/known-decoder-version.ts"),
    import("../media/cache/cache-settings.ts"),
    import("../media/decode-pool.ts"),
  ]);
  const caching = cacheSettings();
  const decoder = await knownDecoderVersion(caching.directory);
  const settings = { request, cache: caching, timeLimitMs, decoder: decoder.version, pool: new DecodePool({ timeLimitMs }) };
  const files =
    own && cache !== undefined ? broughtMedia(own, { ...settings, ...listed, root: cache }) : mediaSource({ ...settings, ...listed, root });
  const source = eitherSource(files, mediaSource({ ...settings, root: blobs, known: blobNames }));
  return {
    ...source,
    async frames(media, signal) {
      await decoder.confirm();
      return source.frames(media, signal);
    },
  };
}

/** Files below the media folder, and bytes that came with rows: one as good as the other to whoever looks at them. */
function eitherSource(files: MediaSource, blobs: MediaSource): MediaSource {
  const asked = (media: MediaRef) => {
    const blob = blobFile(media.path);
    return blob === undefined ? { source: files, media } : { source: blobs, media: { ...media, path: blob } };
  };
  return {
    identity: files.identity,
    frames(given, signal) {
      const { source, media } = asked(given);
      return source.frames(media, signal);
    },
    digest(given) {
      const { source, media } = asked(given);
      return source.digest(media);
    },
    file(given) {
      const { source, media } = asked(given);
      return source.file(media);
    },
    // Both read one cache; only the one that a frame came from can decode it again.
    bytes: (frame) => files.bytes(frame).catch(() => blobs.bytes(frame)),
    async [Symbol.asyncDispose]() {
      await files[Symbol.asyncDispose]();
      await blobs[Symbol.asyncDispose]();
    },
  };
}
