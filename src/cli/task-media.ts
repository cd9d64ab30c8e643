import { dirname, resolve } from "node:path";
import type { TaskConfig } from "../config/config.ts";
import type { FrameRequest, MediaSource } from "../core/media.ts";

/** A task's media, opened when the first system wants to see something: decoders are large. */
export interface TaskMedia extends AsyncDisposable {
  open(): Promise<MediaSource>;
}

const timeLimitMs = 120_000;

export function taskMedia({ data, frames }: TaskConfig, directory: string): TaskMedia {
  let opened: Promise<MediaSource> | undefined;
  const root = data.media === undefined ? dirname(resolve(directory, data.path)) : resolve(directory, data.media);
  return {
    open() {
      opened ??= openMedia(root, requestOf(frames));
      return opened;
    },
    async [Symbol.asyncDispose]() {
      await (await opened)?.[Symbol.asyncDispose]();
    },
  };
}

function requestOf({ longestSide, format, quality, ...sampler }: TaskConfig["frames"]): FrameRequest {
  return { sampler, encoding: { longestSide, format, quality } };
}

async function openMedia(root: string, request: FrameRequest): Promise<MediaSource> {
  const [{ mediaSource }, { decoderVersion }, { cacheSettings }] = await Promise.all([
    import("../media/media-source.ts"),
    import("../media/decoder-version.ts"),
    import("../media/cache/cache-settings.ts"),
  ]);
  return mediaSource({ root, request, cache: cacheSettings(), timeLimitMs, decoder: decoderVersion() });
}
