import { isFrameStore } from "../../core/data/media-endings.ts";
import { openVideo, type Video, type VideoOptions } from "./open-video.ts";

export interface FramesFile {
  readonly path: string;
  /** The file as people know it; links may lead to one without an ending. */
  readonly name: string;
  /** Of frames that are stored without times. */
  readonly framesPerSecond?: number | undefined;
}

/**
 * Opens whatever has frames in the order of time: a video, or a file of stored frames, whose reader
 * is large and loaded only then.
 */
export async function openFrames(
  { path, name, framesPerSecond }: FramesFile,
  options: VideoOptions,
): Promise<Video> {
  if (!isFrameStore(name) && !isFrameStore(path)) return openVideo(path, options);
  return (await import("./stored-frames.ts")).openStoredFrames(path, framesPerSecond);
}
