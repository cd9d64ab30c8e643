import type { MediaRef } from "./sample.ts";

const imageEndings: ReadonlySet<string> = new Set([
  "png",
  "jpg",
  "jpeg",
  "webp",
  "bmp",
  "tif",
  "tiff",
  "avif",
]);

const videoEndings: ReadonlySet<string> = new Set(
  "mp4 m4v mov mkv webm avi gif mpg mpeg ts flv wmv ogv 3gp mjpeg mjpg".split(" "),
);

/**
 * Files of frames without times, as ProAssist stores them; shown as videos where the rate is known.
 */
const frameEndings: ReadonlySet<string> = new Set(["arrow"]);

/** The usual endings of pictures, or of videos and stored frames, without their dots. */
export function mediaEndings(kind: MediaRef["kind"]): readonly string[] {
  return kind === "image" ? [...imageEndings] : [...videoEndings, ...frameEndings];
}

/**
 * What a file is by its ending: a picture or a video; `undefined` where the ending tells neither.
 */
export function mediaKind(path: string): MediaRef["kind"] | undefined {
  const ending = endingOf(path);
  return imageEndings.has(ending) ? "image" : videoEndings.has(ending) ? "video" : undefined;
}

/** Whether the file stores frames without times. */
export function isFrameStore(path: string): boolean {
  return frameEndings.has(endingOf(path));
}

/**
 * The path without its ending, where that is one of a picture, a video or stored frames: `a/v1.0`
 * stays as it is.
 */
export function withoutMediaEnding(path: string): string {
  return mediaKind(path) || isFrameStore(path) ? path.slice(0, path.lastIndexOf(".")) : path;
}

function endingOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot < 1 ? "" : name.slice(dot + 1).toLowerCase();
}
