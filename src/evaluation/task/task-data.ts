import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { DataConfig } from "../../config/data-config.ts";
import type { Derivation } from "../../core/data/recording.ts";
import { once } from "../../core/once.ts";
import { UserError } from "../../core/user-error.ts";
import { isArchive } from "../../datasets/archive/is-archive.ts";
import { blobFolder, digestOnly } from "../../datasets/blobs/blob-folder.ts";
import type { DataSource, SourceOptions } from "../../datasets/data-source.ts";
import { isHubMedia } from "../../datasets/hub/hub-media.ts";
import { isOfflineBy } from "../../datasets/hub/hub-settings.ts";
import { mediaPlace } from "../../datasets/local-media/media-place.ts";
import { openSource } from "../../datasets/open-source.ts";
import { isRemote, remoteRoot } from "../../datasets/remote/remote-address.ts";
import { remoteMedia } from "../../datasets/remote/remote-media.ts";
import { SignedAddresses } from "../../datasets/remote/signed-addresses.ts";
import { cacheDirectory } from "../../media/cache/cache-directory.ts";
import { derivedSource } from "../derive/derived-source.ts";
import type { MediaPlaces } from "./task-media.ts";

export interface TaskDataOptions {
  /** What paths of the configuration are relative to. */
  readonly directory: string;
  /** Whether anything that would be fetched is an error; as the environment says if left out. */
  readonly isOffline?: boolean | undefined;
  /**
   * Whether bytes of pictures and videos that come with rows are kept so that they can be shown
   * (default), or only digested.
   */
  readonly keepsMedia?: boolean;
  /** How many bytes of remote media are kept on this machine; as many as usual if left out. */
  readonly remoteBytes?: number | undefined;
  /** Told of what takes long. */
  onNote?(message: string): void;
}

/** How tables are derived where the data are recordings. */
export interface TaskDerivation {
  readonly derivation: Derivation;
  /** Of the task. */
  readonly options: unknown;
  onWarning(message: string): void;
}

export interface TaskData {
  readonly source: DataSource;
  /** What systems learn from, where the configuration names it. */
  readonly train: DataSource | undefined;
  readonly media: MediaPlaces;
  /** Addresses that rows bring signed. */
  readonly signed: SignedAddresses;
  /** Opens another file of samples. */
  beside(path: string): DataSource;
}

/** Opens what a task reads: its samples, what is learnt from, and where its media lie. */
export function openTaskData(
  data: DataConfig,
  { directory, isOffline, keepsMedia = true, remoteBytes, onNote }: TaskDataOptions,
  derivation?: TaskDerivation,
): TaskData {
  const cache = cacheDirectory();
  const blobs = join(cache, "blobs");
  const options: SourceOptions = {
    directory,
    cache,
    blobs: keepsMedia ? blobFolder(blobs) : digestOnly,
    isOffline: isOffline ?? isOfflineBy(process.env),
    environment: process.env,
    ...(onNote ? { onNote } : {}),
  };
  const derived = (one: DataSource) =>
    derivation ? derivedSource(one, { ...derivation, cache, onNote }) : one;
  const source = derived(openSource(data, options));
  if (data.huggingface === undefined && data.media !== undefined && isHubMedia(data.media))
    throw new UserError(`data.media: ${data.media} goes with huggingface`, "name a folder");
  const place = mediaPlace(data.media);
  const isElsewhere = place.kind !== "none" && isRemote(place.folder ?? "");
  if (isElsewhere && place.kind === "map")
    throw new UserError(
      `data.media: ${place.file} is fetched by nobody`,
      "name a file on this machine; the paths in it may be addresses",
    );
  const signed = new SignedAddresses();
  const files = once(async () => {
    const { openRemoteFiles } = await import("./open-remote-files.ts");
    const folder = join(cache, "remote");
    return openRemoteFiles({ ...options, folder, signed, maxBytes: remoteBytes });
  });
  const own = isElsewhere ? remoteMedia(files, remoteRoot(place.folder!)) : source.media;
  const at = async (path: string) => resolve(await mediaBase(data, source, directory), path);
  const root = async () =>
    place.kind === "none" || place.folder === undefined || own
      ? source.mediaRoot()
      : at(place.folder);
  const map = place.kind === "map" ? { map: () => at(place.file) } : {};
  const checksums = data.checksums === undefined ? undefined : resolve(directory, data.checksums);
  if (checksums !== undefined && !existsSync(checksums))
    throw new UserError(`no such file: ${checksums}`, "named as data.checksums");
  const train = trainSource(data, options);
  return {
    source,
    train: train && derived(train),
    beside: (path) => openSource({ path }, options),
    signed,
    media: { place, root, ...map, blobs, checksums, cache, own, remote: remoteMedia(files) },
  };
}

/** Media of an archive lie in it; everything else is relative to the configuration. */
async function mediaBase(
  { url }: DataConfig,
  source: DataSource,
  directory: string,
): Promise<string> {
  return url !== undefined && isArchive(new URL(url).pathname) ? source.mediaRoot() : directory;
}

/** With a dataset of the hub, what is learnt from is another split of it. */
function trainSource(
  { train, ...data }: DataConfig,
  options: SourceOptions,
): DataSource | undefined {
  if (train === undefined) return undefined;
  return openSource(
    data.huggingface === undefined ? { path: train } : { ...data, split: train },
    options,
  );
}
