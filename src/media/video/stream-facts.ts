import { closeSync, openSync, readSync } from "node:fs";
import type { AVPixelFormat } from "node-av/constants";
import {
  AV_NOPTS_VALUE,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_SUBTITLE,
  AVMEDIA_TYPE_VIDEO,
} from "node-av/constants";
import {
  avGetCodecName,
  avGetPixFmtName,
  type FormatContext,
  type Rational,
  type Stream,
} from "node-av/lib";
import type { Demuxer } from "./demuxer.ts";
import { isQuarterTurn, type Orientation, readOrientation } from "./orientation.ts";

export interface StreamSummary {
  readonly kind: "video" | "audio" | "subtitle" | "other";
  readonly codec: string;
}

/** What the headers say of a video, believed or not. */
export interface StreamFacts {
  readonly container: string;
  readonly codec: string;
  readonly streams: readonly StreamSummary[];
  /** As coded, before any turn. */
  readonly codedWidth: number;
  readonly codedHeight: number;
  readonly orientation: Orientation;
  /** False where the header asks for more than that. */
  readonly isQuarterTurn: boolean;
  readonly pixelFormat: string;
  readonly bitDepth: number;
  /** Width of a pixel over its height. */
  readonly pixelAspect: number;
  readonly streamSeconds: number | null;
  readonly containerSeconds: number | null;
  readonly framesPerSecond: number | null;
  readonly frameCount: number | null;
  readonly fileBytes: number;
  /** Whether a GIF has the byte that ends it; `null` for other containers. */
  readonly hasTrailer: boolean | null;
}

/** Copies what is needed out of native memory, so that the file can be closed. */
export function readStreamFacts({ path, format, stream, fileBytes }: Demuxer): StreamFacts {
  const parameters = stream.codecpar;
  const pixelFormat = avGetPixFmtName(parameters.format as AVPixelFormat) ?? "unknown";
  return {
    container: format.iformat?.name ?? "unknown",
    codec: codecName(stream),
    streams: format.streams.map((one) => ({ kind: kindOf(one), codec: codecName(one) })),
    codedWidth: parameters.width,
    codedHeight: parameters.height,
    orientation: readOrientation(parameters),
    isQuarterTurn: isQuarterTurn(parameters),
    pixelFormat,
    bitDepth: bitDepth(pixelFormat),
    pixelAspect: ratio(parameters.sampleAspectRatio) ?? ratio(stream.sampleAspectRatio) ?? 1,
    streamSeconds: seconds(stream.duration, ratio(stream.timeBase) ?? 0),
    containerSeconds: containerSeconds(format),
    framesPerSecond: ratio(stream.avgFrameRate) ?? ratio(stream.rFrameRate),
    frameCount: stream.nbFrames > 0n ? Number(stream.nbFrames) : null,
    fileBytes,
    hasTrailer: format.iformat?.name === "gif" ? endsWithTrailer(path, fileBytes) : null,
  };
}

const gifTrailer = 0x3b;
/** Some writers fill up after it. */
const looseBytes = 16;

function endsWithTrailer(path: string, fileBytes: number): boolean {
  const file = openSync(path, "r");
  try {
    const tail = Buffer.alloc(Math.min(looseBytes, fileBytes));
    readSync(file, tail, 0, tail.length, fileBytes - tail.length);
    return tail.findLast((byte) => byte !== 0) === gifTrailer;
  } finally {
    closeSync(file);
  }
}

function codecName(stream: Stream): string {
  return avGetCodecName(stream.codecpar.codecId) ?? "unknown";
}

function kindOf(stream: Stream): StreamSummary["kind"] {
  switch (stream.codecpar.codecType) {
    case AVMEDIA_TYPE_VIDEO:
      return "video";
    case AVMEDIA_TYPE_AUDIO:
      return "audio";
    case AVMEDIA_TYPE_SUBTITLE:
      return "subtitle";
    default:
      return "other";
  }
}

function containerSeconds(format: FormatContext): number | null {
  return seconds(format.duration, 1e-6);
}

function seconds(ticks: bigint, tickSeconds: number): number | null {
  return ticks === AV_NOPTS_VALUE || ticks <= 0n ? null : Number(ticks) * tickSeconds;
}

function ratio({ num, den }: Rational): number | null {
  return num > 0 && den > 0 ? num / den : null;
}

/**
 * FFmpeg names formats of more than 8 bits by their depth, such as `yuv420p10le` and `p010le`;
 * packed RGB by the bits of a pixel.
 */
function bitDepth(pixelFormat: string): number {
  const packed = /^(?:rgb|bgr)(a?)(48|64)[lb]e$/.exec(pixelFormat);
  if (packed) return 16;
  const depth = Number(/(\d+)[lb]e$/.exec(pixelFormat)?.[1] ?? 8);
  return depth > 8 && depth <= 16 ? depth : 8;
}
