import { type FrameRef, isWholeVideo } from "../core/asking/chat.ts";
import type { MediaFrames, MediaSource, MediaWant } from "../core/data/media.ts";
import type { MediaRef } from "../core/data/sample.ts";
import { answered, noAnswer, type Outcome } from "../core/run/outcome.ts";

/**
 * Media for systems that take whole videos: each video stands for itself, pictures are frames as
 * ever.
 */
export interface WholeVideos extends MediaSource {
  /** Where a video lies that was delivered before. */
  path(video: FrameRef): string;
}

/**
 * Nothing is decoded, so that what a video holds is the system's to find out; only facts are looked
 * up as ever. A part of a video cannot be shown. Whoever opened `media` closes it.
 */
export function wholeVideos(media: MediaSource): WholeVideos {
  const paths = new Map<string, string>();
  const whole = async (ref: MediaRef): Promise<Outcome<MediaFrames>> => {
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
      seconds: null,
      framesPerSecond: null,
    });
  };
  return {
    ...media,
    identity: { videos: "whole", pictures: media.identity },
    async look(ref, wants, how) {
      if (ref.kind === "image") return media.look(ref, wants, how);
      return Promise.all(
        wants.map(async (want) => {
          if ("factsOnly" in want) return (await media.look(ref, [want], how))[0]!;
          const problem = partProblem(ref, want);
          return problem ? noAnswer("media-error", `${ref.path}: ${problem}`) : whole(ref);
        }),
      );
    },
    digest: (ref, how) => media.digest(ref, how),
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

function partProblem({ from, to }: MediaRef, want: MediaWant): string | undefined {
  const isPart = from !== undefined || to !== undefined;
  if (isPart)
    return "the data names a part of the file, which only a system that takes frames sees";
  const isCut = "atSeconds" in want || ("span" in want && want.span !== undefined);
  return isCut ? "a video that is sent whole cannot be shown in parts" : undefined;
}
