import { cacheDirectory } from "./cache-directory.ts";

export interface CacheSettings {
  readonly directory: string;
  /** See `FrameCacheOptions`. */
  readonly maxBytes: number;
}

/** The bound where none is set: some 300,000 frames of 30 kB. */
const defaultMaxBytes = 10e9;

/**
 * Where frames are kept and how many bytes of them, with what was asked for before what is usual.
 */
export function cacheSettings(
  asked: { readonly directory?: string | undefined; readonly maxBytes?: number | undefined } = {},
): CacheSettings {
  return {
    directory: cacheDirectory(asked.directory),
    maxBytes: asked.maxBytes ?? defaultMaxBytes,
  };
}
