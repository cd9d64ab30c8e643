import { type FrameRef, isWholeVideo } from "../core/asking/chat.ts";
import type { MediaSource } from "../core/data/media.ts";
import { answered, noAnswer } from "../core/run/outcome.ts";

/**
 * Media for systems that take whole videos: each video stands for itself, pictures are frames as
 * ever.
 */
export interface WholeVideos extends MediaSource {
  /** Where a video lies that was delivered before. */
  path(video: FrameRef): string;
}

/**
 * Nothing is decoded, so that what a video holds is the system's to find out. Whoever opened
 * `media` closes it.
 */
export function wholeVideos(media: MediaSource): WholeVideos {
  const paths = new Map<string, string>();
  return {
    ...media,
    identity: { videos: "whole", pictures: media.identity },
    async frames(ref, signal) {
      if (ref.kind === "image") return media.frames(ref, signal);
      const file = await media.file(ref);
      if (file.kind !== "answered") return file;
      const { sha256, mediaType, path } = file.value;
      const video: FrameRef = { atSeconds: 0, digest: sha256, mediaType, width: 0, height: 0 };
      if (!isWholeVideo(video))
        return noAnswer(
          "media-error",
          `${ref.path}: is no video that can be sent whole (${mediaType})`,
        );
      paths.set(sha256, path);
      return answered({
        frames: [video],
        distinct: 1,
        source: sha256,
        decoder: "none",
        warnings: [],
      });
    },
    digest: (ref) => media.digest(ref),
    file: (ref) => media.file(ref),
    bytes: (frame) => media.bytes(frame),
    path({ digest }) {
      const path = paths.get(digest);
      if (path === undefined) throw new RangeError(`no video ${digest} was shown`);
      return path;
    },
    async [Symbol.asyncDispose]() {},
  };
}
