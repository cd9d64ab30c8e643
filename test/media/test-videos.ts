import type { TestVideo } from "./encode-video.ts";

/** A video of every codec and oddity, and what a right reader finds in it. */
export interface TestCase extends TestVideo {
  /** Number on the first frame shown; later ones follow. */
  readonly firstShown?: number;
  /** How far a container that cannot hold the clock moves it. */
  readonly shiftSeconds?: number;
  readonly isVariableRate?: boolean;
  readonly bitDepth?: number;
}

const h264 = { encoder: "libx264", container: "mp4" } as const;
const hevc = { encoder: "libx265", container: "mp4" } as const;
const vp9 = {
  encoder: "libvpx-vp9",
  container: "webm",
  encoderOptions: { deadline: "realtime", "cpu-used": "8" },
} as const;
const av1 = {
  encoder: "libsvtav1",
  container: "mp4",
  encoderOptions: { preset: "7", crf: "10" },
} as const;
const mpeg4 = { encoder: "mpeg4", container: "mp4" } as const;
const mjpeg = { encoder: "mjpeg", container: "mov", pixels: "yuvj420p" } as const;
const gif = {
  encoder: "gif",
  container: "gif",
  pixels: "gray8",
  ticksPerSecond: 100,
  ticks: steady(40, 10),
} as const;

const base = { width: 176, height: 96, ticks: steady(60, 40), ticksPerSecond: 1000 } as const;

/** By name. Small and short: all of them encode and decode in a few seconds. */
export const testVideos: Readonly<Record<string, TestCase>> = {
  "h264 mp4, B-frames, GOP 12": { ...base, ...h264, bFrames: 3, encoderOptions: x264() },
  "h264 mkv, B-frames": {
    ...base,
    ...h264,
    container: "matroska",
    bFrames: 3,
    encoderOptions: x264(),
  },
  "h264 mpegts, B-frames": {
    ...base,
    ...h264,
    container: "mpegts",
    bFrames: 3,
    encoderOptions: x264(),
    shiftSeconds: 0.08,
  },
  "h264 mp4, GOP 250": {
    ...base,
    ...h264,
    ticks: steady(300, 40),
    gop: 250,
    bFrames: 3,
    encoderOptions: x264(),
  },
  "h264 mp4, GOP 30, 600 frames": {
    ...base,
    ...h264,
    ticks: steady(600, 40),
    gop: 30,
    bFrames: 2,
    encoderOptions: x264(),
  },
  "h264 mp4, open GOP": { ...base, ...h264, bFrames: 3, encoderOptions: x264("open-gop=1") },
  "h264 mkv, open GOP": {
    ...base,
    ...h264,
    container: "matroska",
    bFrames: 3,
    encoderOptions: x264("open-gop=1"),
  },
  "h264 mpegts, open GOP": {
    ...base,
    ...h264,
    container: "mpegts",
    bFrames: 3,
    encoderOptions: x264("open-gop=1"),
    shiftSeconds: 0.08,
  },
  "h264 mkv, intra refresh": {
    ...base,
    ...h264,
    container: "matroska",
    encoderOptions: x264("intra-refresh=1"),
  },
  "h264 mpegts, intra refresh": {
    ...base,
    ...h264,
    container: "mpegts",
    encoderOptions: x264("intra-refresh=1"),
  },
  "h264 mp4, B-pyramid and variable rate": {
    ...base,
    ...h264,
    ticks: uneven(60),
    bFrames: 3,
    encoderOptions: x264(),
    isVariableRate: true,
  },
  "h264 mkv, variable rate": {
    ...base,
    ...h264,
    container: "matroska",
    ticks: uneven(60),
    encoderOptions: x264(),
    isVariableRate: true,
  },
  "h264 mp4, starts at 1.5 s": {
    ...base,
    ...h264,
    ticks: steady(60, 40, 1500),
    bFrames: 2,
    encoderOptions: x264(),
  },
  "h264 mkv, starts at 1.5 s": {
    ...base,
    ...h264,
    container: "matroska",
    ticks: steady(60, 40, 1500),
    bFrames: 2,
    encoderOptions: x264(),
  },
  "h264 mp4, edit list that cuts ten frames": {
    ...base,
    ...h264,
    ticks: steady(60, 40, -400),
    bFrames: 3,
    encoderOptions: x264(),
    muxerOptions: { avoid_negative_ts: "disabled" },
    firstShown: 10,
  },
  "h264 fragmented mp4": {
    ...base,
    ...h264,
    bFrames: 3,
    encoderOptions: x264(),
    muxerOptions: { movflags: "frag_keyframe+empty_moov" },
    shiftSeconds: 0.08,
  },
  "h264 mp4, turned 90": { ...base, ...h264, rotation: 90, encoderOptions: x264() },
  "h264 mp4, turned 180": { ...base, ...h264, rotation: 180, encoderOptions: x264() },
  "h264 mp4, turned 270": { ...base, ...h264, rotation: 270, encoderOptions: x264() },
  "h264 mp4, 10 bits": {
    ...base,
    ...h264,
    pixels: "yuv420p10",
    bFrames: 2,
    encoderOptions: x264(),
    bitDepth: 10,
  },
  "h264 mp4, 1 frame": {
    ...base,
    ...h264,
    ticks: steady(1, 40),
    bFrames: 3,
    encoderOptions: x264(),
  },
  "h264 mp4, 2 frames": {
    ...base,
    ...h264,
    ticks: steady(2, 40),
    bFrames: 3,
    encoderOptions: x264(),
  },
  "h264 mp4, 3 frames": {
    ...base,
    ...h264,
    ticks: steady(3, 40),
    bFrames: 3,
    encoderOptions: x264(),
  },
  "hevc mp4, B-frames": { ...base, ...hevc, bFrames: 3, encoderOptions: x265("open-gop=0") },
  "hevc mp4, open GOP": { ...base, ...hevc, bFrames: 3, encoderOptions: x265("open-gop=1") },
  "hevc mp4, temporal layers": {
    ...base,
    ...hevc,
    bFrames: 3,
    encoderOptions: x265("temporal-layers=3:b-adapt=0"),
  },
  "hevc mkv, open GOP, starts at 1.5 s": {
    ...base,
    ...hevc,
    container: "matroska",
    ticks: steady(60, 40, 1500),
    bFrames: 3,
    encoderOptions: x265("open-gop=1"),
  },
  "hevc mp4, 10 bits": {
    ...base,
    ...hevc,
    pixels: "yuv420p10",
    bFrames: 3,
    encoderOptions: x265(""),
    bitDepth: 10,
  },
  "vp9 webm": { ...base, ...vp9 },
  "vp9 webm, hidden frames, variable rate": {
    ...base,
    ...vp9,
    ticks: uneven(60),
    encoderOptions: {
      deadline: "good",
      "cpu-used": "5",
      "auto-alt-ref": "1",
      "lag-in-frames": "16",
    },
    isVariableRate: true,
  },
  "vp9 webm, odd size": { ...base, ...vp9, width: 175, height: 97 },
  "vp9 mp4, starts at 1.5 s": { ...base, ...vp9, container: "mp4", ticks: steady(60, 40, 1500) },
  "vp8 webm, hidden frames": {
    ...base,
    encoder: "libvpx",
    container: "webm",
    gop: 30,
    encoderOptions: {
      deadline: "good",
      "cpu-used": "2",
      "auto-alt-ref": "1",
      "lag-in-frames": "16",
      "arnr-maxframes": "5",
      b: "400k",
    },
  },
  "av1 mp4": { ...base, ...av1 },
  "av1 mkv, variable rate": {
    ...base,
    ...av1,
    container: "matroska",
    ticks: uneven(60),
    isVariableRate: true,
  },
  "av1 mp4, 10 bits": { ...base, ...av1, pixels: "yuv420p10", bitDepth: 10 },
  "mpeg4 mp4, B-frames": { ...base, ...mpeg4, bFrames: 2 },
  "mpeg4 mp4, odd size": { ...base, ...mpeg4, width: 175, height: 97 },
  "mpeg4 avi": { ...base, ...mpeg4, container: "avi", ticksPerSecond: 25, ticks: steady(60, 1) },
  "mpeg4 avi, B-frames": {
    ...base,
    ...mpeg4,
    container: "avi",
    bFrames: 2,
    ticksPerSecond: 25,
    ticks: steady(60, 1),
  },
  "mpeg2 mpegts, B-frames": {
    ...base,
    encoder: "mpeg2video",
    container: "mpegts",
    bFrames: 2,
    ticksPerSecond: 25,
    ticks: steady(60, 1),
    shiftSeconds: 0.04,
  },
  "mjpeg mov": { ...base, ...mjpeg },
  "mjpeg avi, odd size": {
    ...base,
    ...mjpeg,
    container: "avi",
    width: 175,
    height: 97,
    ticksPerSecond: 25,
    ticks: steady(60, 1),
  },
  gif: { ...base, ...gif },
  "gif, variable rate, odd size": {
    ...base,
    ...gif,
    width: 175,
    height: 97,
    ticks: uneven(30).map((tick) => tick / 10),
    isVariableRate: true,
  },
  "gif, 1 frame": { ...base, ...gif, ticks: steady(1, 10) },
};

function steady(count: number, step: number, start = 0): number[] {
  return Array.from({ length: count }, (_, at) => start + at * step);
}

/** Steps of 20 to 160 ms, in whole hundredths so that every container can hold them. */
function uneven(count: number): number[] {
  let tick = 0;
  return Array.from({ length: count }, (_, at) => {
    const now = tick;
    tick += 20 + ((at * 7) % 8) * 20;
    return now;
  });
}

/**
 * Groups as long as asked for: every number is a change of scene, which x264 would answer with a
 * key frame.
 */
function x264(more = "open-gop=0"): Record<string, string> {
  return { preset: "veryfast", "x264-params": `scenecut=0:b-adapt=0:${more}` };
}

function x265(more: string): Record<string, string> {
  return {
    preset: "ultrafast",
    "x265-params": ["log-level=none:scenecut=0:pools=1:frame-threads=1", more]
      .filter(Boolean)
      .join(":"),
  };
}
