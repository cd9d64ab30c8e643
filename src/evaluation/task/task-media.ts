import { existsSync, realpathSync, statSync } from "node:fs";
import { resolve, sep } from "node:path";
import type { TaskConfig } from "../../config/config.ts";
import type { FrameRef } from "../../core/asking/chat.ts";
import type { FrameRequest, MediaSource, Sampler } from "../../core/data/media.ts";
import type { PixelShape } from "../../core/data/pixel-shape.ts";
import type { MediaRef } from "../../core/data/sample.ts";
import { once } from "../../core/once.ts";
import type { Outcome } from "../../core/run/outcome.ts";
import { UserError } from "../../core/user-error.ts";
import { blobFile } from "../../datasets/blobs/blob.ts";
import type { SourceMedia } from "../../datasets/data-source.ts";
import { type FoundMedia, mediaFinder } from "../../datasets/local-media/media-finder.ts";
import type { MediaPlace } from "../../datasets/local-media/media-place.ts";
import { sourceMediaPath } from "../../datasets/local-media/source-media-path.ts";
import { isRemote } from "../../datasets/remote/remote-address.ts";
import type { cacheSettings } from "../../media/cache/cache-settings.ts";
import type { knownDecoderVersion } from "../../media/known-decoder-version.ts";
import type { KnownDigests } from "../../media/known-digests.ts";
import type { PixelTaker } from "../../media/pixels/pixel-taker.ts";
import type { MediaLooks } from "../../media/remembered-frames.ts";
import { SharedPool } from "../../media/shared-pool.ts";
import { type WholeVideos, wholeVideos } from "../../media/whole-videos.ts";
import type { ActivityClock } from "../machine/activity-clock.ts";
import { type ChosenMedia, chosenSource } from "./chosen-source.ts";
import { readChecksums } from "./read-checksums.ts";

/** A task's media, opened when the first system wants to see something: decoders are large. */
export interface TaskMedia extends AsyncDisposable {
  open(): Promise<MediaSource>;
  /** The same for systems that compute on pixels. */
  openPixels(wanted: PixelsWanted): Promise<MediaSource>;
  /** The pixels of frames that such a look has named. */
  pixels(frames: readonly FrameRef[], signal: AbortSignal): Promise<Outcome<readonly Uint8Array[]>>;
  /** The same media for a system that is shown other frames; closed with them. */
  withFrames(frames: TaskConfig["frames"]): TaskMedia;
  /** The same for systems that take whole videos. */
  openWhole(): Promise<WholeVideos>;
  /**
   * Where the file of a picture or video lies; one that is not there, or outside the media folder,
   * also by its links, is a user's error.
   */
  locate(media: MediaRef): Promise<string>;
  /** The same, and it stays there while it is used, also where others want its room. */
  using<T>(media: MediaRef, use: (path: string) => Promise<T>): Promise<T>;
  /** Whether the file lies on this machine, so that nothing is fetched to look into it. */
  isHere(media: MediaRef): Promise<boolean>;
  /**
   * What is wrong with a reference, `undefined` where nothing is or nobody can tell yet: nothing is
   * fetched or opened for it.
   */
  problem(media: MediaRef): Promise<MediaProblem | undefined>;
  /**
   * The media folder, and what lies in it, for the message where nothing is found there;
   * `undefined` where media are not looked for in a folder.
   */
  contents(): Promise<string | undefined>;
  /**
   * Size and time of a file of the media folder as they are now, of a remote file its version;
   * empty for what is not there, and for what cannot change under its name.
   */
  state(media: MediaRef): Promise<string>;
  /**
   * The file as lists of digests call it, and what it must digest to; `known` is absent where
   * nothing lists digests.
   */
  listed(media: MediaRef): Promise<ListedMedia>;
}

interface PixelsWanted {
  readonly shape: PixelShape;
  /** How many frames of a look, where the sampler counts them; as many as the task says if absent. */
  readonly count?: number | undefined;
}

export interface MediaProblem {
  readonly reason: string;
  /** Whether more than one file answers to the name. */
  readonly isAmbiguous: boolean;
}

interface ListedMedia {
  readonly path: string;
  /** Whether it is fetched when it is wanted, and may make room for others afterwards. */
  readonly isRemote: boolean;
  readonly known?: { readonly list: string; readonly digest: string | undefined };
}

export interface MediaPlaces {
  /** What the configuration says of them. */
  readonly place: MediaPlace;
  /** The folder of files that rows name; nothing outside of it is opened. */
  root(): Promise<string>;
  /** The file that says where videos lie, where there is one. */
  map?(): Promise<string>;
  /** The folder of bytes that came with rows. */
  readonly blobs: string;
  /** The list of what media must digest to, where there is one. */
  readonly checksums?: string | undefined;
  /**
   * Media that are brought from elsewhere, in place of files below the root: by the source of the
   * samples, or from a remote root. They lie below the cache.
   */
  readonly own?: SourceMedia | undefined;
  /** Brings what is named by an address of its own. */
  readonly remote: SourceMedia;
  readonly cache: string;
  /** Decoding processes that several tasks share; its own if absent. */
  readonly decoders?: SharedPool | undefined;
  /** Told when media are looked at. */
  readonly clock?: ActivityClock | undefined;
  onWarning?(message: string): void;
}

const timeLimitMs = 120_000;

/** Decoding processes for one task, or for several. Decoders are large, and loaded by need. */
export function newDecoders(): SharedPool {
  return new SharedPool(async () => {
    const { DecodePool } = await import("../../media/decode-pool.ts");
    return new DecodePool({ timeLimitMs });
  });
}

const namedUnlisted = 5;

/** Bytes that came with rows are called by what they digest to. */
const blobNames: KnownDigests = {
  list: "its name",
  digest: (path) => /[0-9a-f]{64}(?=\.[a-z0-9]+$)/.exec(path)?.[0],
};

export function taskMedia(frames: TaskConfig["frames"], places: MediaPlaces): TaskMedia {
  const { root, blobs, checksums, own, remote, cache, clock } = places;
  const opened = new Map<string, Promise<MediaSource>>();
  const decoding = once(() => openDecoding(places));
  let listed: Promise<KnownDigests> | undefined;
  const list = async () => {
    if (checksums === undefined) return undefined;
    listed ??= root().then((folder) => readChecksums(checksums, folder));
    return listed;
  };
  const finder = mediaFinder(places);
  const noting = unlisted(places);
  const openWith = async (request: FrameRequest, shape?: PixelShape) =>
    openMedia(
      {
        root: await root(),
        blobs,
        known: await list(),
        own,
        remote,
        cache,
        clock,
        choose,
        ...noting,
      },
      request,
      await decoding(),
      shape,
    );
  const openOnce = (request: FrameRequest, shape?: PixelShape) => {
    const id = JSON.stringify([request, shape]);
    const source = opened.get(id) ?? openWith(request, shape);
    opened.set(id, source);
    return source;
  };
  const found = async (media: MediaRef): Promise<FoundMedia> => {
    const file = await finder.find(media);
    return file.ok ? { ok: true, path: below(await root(), file.path) } : file;
  };
  const choose = async (media: MediaRef): Promise<ChosenMedia> => {
    const blob = blobFile(media.path);
    if (blob !== undefined) return { from: "blobs", media: { ...media, path: blob } };
    if (isRemote(media.path)) return { from: "remote", media };
    if (own) return { from: "own", media };
    const file = await finder.find(media);
    if (!file.ok) return { ...file, from: "nowhere" };
    const { names: _, ...placed } = { ...media, path: file.path };
    return { from: isRemote(file.path) ? "remote" : "root", media: placed };
  };
  /** Who brings it, and by which path. */
  const bringer = async (media: MediaRef) => {
    const chosen = await choose(media);
    if (chosen.from !== "own" && chosen.from !== "remote") return undefined;
    const source = chosen.from === "own" ? own! : remote;
    return { source, path: await sourceMediaPath(source, chosen.media) };
  };
  const opening = (shown: TaskConfig["frames"]) => {
    const { sampler, encoding } = requestOf(shown);
    const open = () => openOnce({ sampler, encoding });
    return {
      open,
      openPixels: ({ shape, count }: PixelsWanted) =>
        openOnce({ sampler: withCount(sampler, count), encoding }, shape),
      openWhole: once(() => open().then(wholeVideos)),
    };
  };
  const media: TaskMedia = {
    ...opening(frames),
    withFrames: (shown) => ({ ...media, ...opening(shown) }),
    async pixels(named, signal) {
      using _ = clock?.begin("decoding");
      return await (await decoding()).taker.take(named, signal);
    },
    async locate(media) {
      const blob = blobFile(media.path);
      if (blob !== undefined) return resolve(blobs, blob);
      const by = await bringer(media);
      const file = by ? await by.source.bring(by.path) : await found(media);
      if (!file.ok) throw new UserError(file.reason);
      return "path" in file ? file.path : file.value;
    },
    async using(ref, use) {
      const by = await bringer(ref);
      if (!by?.source.hold) return use(await media.locate(ref));
      const held = await by.source.hold(by.path);
      if (!held.ok) throw new UserError(held.reason);
      await using file = held.value;
      return await use(file.path);
    },
    async isHere(ref) {
      const by = await bringer(ref);
      if (!by) return (await media.state(ref)) !== "";
      const known = await by.source.knows(by.path);
      return known?.ok === true && known.value.path !== undefined;
    },
    async problem(media) {
      if (blobFile(media.path) !== undefined) return undefined;
      const by = await bringer(media);
      if (by) {
        const known = await by.source.knows(by.path);
        return known?.ok === false ? { reason: known.reason, isAmbiguous: false } : undefined;
      }
      try {
        const file = await found(media);
        return file.ok ? undefined : file;
      } catch (error) {
        if (error instanceof UserError) return { reason: error.message, isAmbiguous: false };
        throw error;
      }
    },
    contents: async () => (own ? undefined : `${await root()}: ${await finder.contents()}`),
    async state(media) {
      if (blobFile(media.path) !== undefined) return "";
      const by = await bringer(media);
      if (by) {
        const known = await by.source.knows(by.path);
        return (known?.ok ? known.value.state : undefined) ?? "";
      }
      try {
        const file = await finder.find(media);
        if (!file.ok) return "";
        const { size, mtimeNs } = statSync(resolve(await root(), file.path), { bigint: true });
        return `${size} ${mtimeNs}`;
      } catch {
        // Not there, or not for us: showing it says why.
        return "";
      }
    },
    async listed(media) {
      const isBlob = blobFile(media.path) !== undefined;
      const file = own || isBlob || isRemote(media.path) ? undefined : await finder.find(media);
      const path = file?.ok ? file.path : media.path;
      const digests = isBlob ? blobNames : await list();
      return {
        path,
        isRemote: (await bringer(media))?.source.hold !== undefined,
        ...(digests ? { known: { list: digests.list, digest: digests.digest(path) } } : {}),
      };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(
        [...opened.values()].map(async (one) => (await one)[Symbol.asyncDispose]()),
      );
      if (opened.size > 0) await (await decoding()).joined[Symbol.asyncDispose]();
    },
  };
  return media;
}

function below(root: string, path: string): string {
  const target = resolve(root, path);
  const real = existsSync(target) ? realpathSync(target) : target;
  const base = existsSync(target) ? realpathSync(root) : resolve(root);
  if (!target.startsWith(resolve(root) + sep) || !real.startsWith(base + sep))
    throw new UserError(
      `${path}: lies outside the media folder ${root}`,
      "name a folder above all media as data.media",
    );
  return target;
}

/** A few are named; of many, `vidimus probe` has the whole list. */
function unlisted({ checksums, onWarning }: MediaPlaces): { onUnlisted(path: string): void } {
  let count = 0;
  return {
    onUnlisted(path) {
      if (++count <= namedUnlisted)
        onWarning?.(
          `${path}: is not in ${checksums}, so that nobody knows whether it is what it was`,
        );
      else if (count === namedUnlisted + 1)
        onWarning?.(`further files are not in ${checksums}; vidimus probe names them all`);
    },
  };
}

interface OpenPlaces extends Pick<MediaPlaces, "blobs" | "own" | "remote" | "cache" | "clock"> {
  readonly root: string;
  readonly known: KnownDigests | undefined;
  choose(media: MediaRef): Promise<ChosenMedia>;
  onUnlisted(path: string): void;
}

function requestOf({
  longestSide,
  format,
  quality,
  ...sampler
}: TaskConfig["frames"]): FrameRequest {
  return { sampler, encoding: { longestSide, format, quality } };
}

/** A system that wants its own number of frames gets it from the task's sampler, if that counts. */
function withCount(sampler: Sampler, count: number | undefined): Sampler {
  return count !== undefined && "count" in sampler ? { ...sampler, count } : sampler;
}

interface Decoding {
  readonly cache: ReturnType<typeof cacheSettings>;
  readonly decoder: Awaited<ReturnType<typeof knownDecoderVersion>>;
  readonly joined: Awaited<ReturnType<SharedPool["join"]>>;
  readonly taker: PixelTaker;
}

/** What all systems of a task decode with. */
async function openDecoding({
  decoders = newDecoders(),
  onWarning,
}: MediaPlaces): Promise<Decoding> {
  const [{ knownDecoderVersion }, { cacheSettings }, { PixelTaker }] = await Promise.all([
    import("../../media/known-decoder-version.ts"),
    import("../../media/cache/cache-settings.ts"),
    import("../../media/pixels/pixel-taker.ts"),
  ]);
  const cache = cacheSettings();
  const warned = new Set<string>();
  const taker = new PixelTaker((name, warnings) => {
    if (!warned.has(name)) onWarning?.(`${name}: ${warnings.join("; ")}`);
    warned.add(name);
  });
  const decoder = await knownDecoderVersion(cache.directory);
  return { cache, decoder, joined: await decoders.join(), taker };
}

async function openMedia(
  { root, blobs, own, remote, cache, clock, choose, ...listed }: OpenPlaces,
  request: FrameRequest,
  { cache: caching, decoder, joined: { pool }, taker }: Decoding,
  shape?: PixelShape,
): Promise<MediaSource> {
  const [{ localMedia }, { rememberingFrames }, { openFrameCache }, { fetchedMedia }] =
    await Promise.all([
      import("../../media/media-source.ts"),
      import("../../media/remembered-frames.ts"),
      import("../../media/cache/frame-cache.ts"),
      import("./fetched-media.ts"),
    ]);
  const settings = {
    request,
    cache: caching,
    timeLimitMs,
    decoder: decoder.version,
    pool,
    pixels: shape && { shape, taker },
  };
  const inCache = { ...settings, ...listed, root: cache };
  const source = chosenSource(
    {
      root: localMedia({ ...settings, ...listed, root }),
      blobs: localMedia({ ...settings, root: blobs, known: blobNames }),
      own: own && fetchedMedia(own, inCache),
      remote: fetchedMedia(remote, inCache),
    },
    choose,
  );
  const confirmed: MediaLooks = {
    ...source,
    async look(media, wants, how) {
      await decoder.confirm();
      using _ = clock?.begin("decoding");
      return await source.look(media, wants, how);
    },
  };
  return rememberingFrames(confirmed, openFrameCache(caching));
}
