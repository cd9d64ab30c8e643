import { join } from "node:path";
import type { SourceMedia, SourceOptions } from "../../datasets/data-source.ts";
import { isOfflineBy } from "../../datasets/hub/hub-settings.ts";
import { RemoteClient } from "../../datasets/remote/remote-client.ts";
import { RemoteFiles } from "../../datasets/remote/remote-files.ts";
import { remoteMedia } from "../../datasets/remote/remote-media.ts";
import { SignedAddresses } from "../../datasets/remote/signed-addresses.ts";
import { cacheDirectory } from "../../media/cache/cache-directory.ts";

export interface RemoteFilesPlace
  extends Pick<SourceOptions, "cache" | "isOffline" | "environment" | "onNote"> {
  readonly folder: string;
  readonly signed: SignedAddresses;
  /** As usual if absent. */
  readonly maxBytes: number | undefined;
}

/** The bound where none is set. */
const usualBytes = 50e9;

/** The remote files of a task. */
export function openRemoteFiles(place: RemoteFilesPlace): RemoteFiles {
  const { folder, isOffline, cache, maxBytes = usualBytes } = place;
  const client = new RemoteClient(place);
  return new RemoteFiles({
    ...{ folder, maxBytes, client, isOffline },
    // Decoding processes need it too, and must not load all that a run does.
    async digest(path) {
      const { fileDigest } = await import("../../media/cache/digest-cache.ts");
      return fileDigest(path, cache);
    },
  });
}

/** Brings files that somebody names by their addresses, without a task. */
export function openAddresses(isOffline: boolean | undefined): {
  readonly media: SourceMedia;
  /** The address without what signs it, by which it may be named. */
  plain(address: string): string;
} {
  const cache = cacheDirectory();
  const signed = new SignedAddresses();
  const files = openRemoteFiles({
    ...{ cache, folder: join(cache, "remote"), signed, maxBytes: undefined },
    isOffline: isOffline ?? isOfflineBy(process.env),
    environment: process.env,
  });
  return { media: remoteMedia(async () => files), plain: (address) => signed.hide(address) };
}
