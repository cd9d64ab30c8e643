/** Frames of videos and pictures: `vidimus/media`. */
export type * from "../core/data/media.ts";
export { DecodePool } from "../media/decode-pool.ts";
export { decoderVersion } from "../media/decoder-version.ts";
export { fitPixels } from "../media/image/fit-pixels.ts";
export { type MediaSourceOptions, mediaSource } from "../media/media-source.ts";
export type { MediaProbe } from "../media/probe-job.ts";
export { type WrittenVideo, writeVideo } from "../media/video/write-video.ts";
