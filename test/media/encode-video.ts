import { execFileSync } from "node:child_process";
import { join } from "node:path";
import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_LOG_QUIET,
  AV_OPT_SEARCH_CHILDREN,
  AV_PIX_FMT_GRAY8,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUV420P10LE,
  AV_PIX_FMT_YUVJ420P,
  AV_PKT_DATA_DISPLAYMATRIX,
  type AVColorSpace,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  AVFMT_GLOBALHEADER,
  type AVPixelFormat,
  type FFEncoderCodec,
} from "node-av/constants";
import {
  Codec,
  CodecContext,
  type CodecParameters,
  FFmpegError,
  FormatContext,
  Frame,
  Log,
  Option,
  Packet,
  Rational,
  type Stream,
} from "node-av/lib";
import { drawFrame, type RawPixels } from "./draw-frame.ts";

/** What to write. Frame number `i` is shown at `ticks[i]` of a clock of `ticksPerSecond`. */
export interface TestVideo {
  /** Name of an FFmpeg encoder. */
  readonly encoder: string;
  /** Name of an FFmpeg muxer, such as `mp4` or `webm`. */
  readonly container: string;
  readonly width: number;
  readonly height: number;
  readonly ticks: readonly number[];
  readonly ticksPerSecond: number;
  readonly gop?: number;
  readonly bFrames?: number;
  readonly pixels?: RawPixels;
  /** Clockwise turn that players apply, in degrees. */
  readonly rotation?: 0 | 90 | 180 | 270;
  readonly colorSpace?: AVColorSpace;
  /** Fills every frame with one colour (Y, U, V) instead of its number. */
  readonly fill?: readonly [number, number, number];
  /** Adds detail that moves, so that files have the size and cost of real ones. */
  readonly detail?: boolean;
  /** Leaves out so many packets at the start, as a careless cut does. */
  readonly dropPackets?: number;
  /** Private options of the encoder, and of the muxer. */
  readonly encoderOptions?: Readonly<Record<string, string>>;
  readonly muxerOptions?: Readonly<Record<string, string>>;
}

const PIXEL_FORMATS: Readonly<Record<RawPixels, AVPixelFormat>> = {
  gray8: AV_PIX_FMT_GRAY8,
  yuv420p: AV_PIX_FMT_YUV420P,
  yuvj420p: AV_PIX_FMT_YUVJ420P,
  yuv420p10: AV_PIX_FMT_YUV420P10LE,
};

const alone = join(import.meta.dirname, "encode-alone.ts");

/** Encodes a video whose frames carry their numbers. */
export function encodeVideo(path: string, video: TestVideo): void {
  // If root runs it, SVT-AV1 makes its process real-time, and all that the process starts later.
  if (video.encoder === "libsvtav1")
    execFileSync(process.execPath, [alone, path, JSON.stringify(video)]);
  else encodeHere(path, video);
}

/** The same without a process of its own. */
export function encodeHere(path: string, video: TestVideo): void {
  Log.setLevel(AV_LOG_QUIET);
  process.env.SVT_LOG = "0";
  const format = new FormatContext();
  try {
    must(format.allocOutputContext2(null, video.container, path), "allocOutputContext2");
    using encoder = openEncoder(format, video);
    const stream = addStream(format, encoder, video);
    must(format.openOutputSync(), "openOutput");
    setOptions(format, video.muxerOptions);
    must(format.writeHeaderSync(), "writeHeader");
    let left = video.dropPackets ?? 0;
    const isKept = () => left-- <= 0;
    for (const [number, tick] of video.ticks.entries()) {
      using frame = Frame.fromVideoBuffer(drawFrame(number, { pixels: "yuv420p", ...video }), {
        width: video.width,
        height: video.height,
        format: PIXEL_FORMATS[video.pixels ?? "yuv420p"],
        pts: BigInt(tick),
        timeBase: { num: 1, den: video.ticksPerSecond },
      });
      if (video.colorSpace !== undefined) frame.colorSpace = video.colorSpace;
      must(encoder.sendFrameSync(frame), "sendFrame");
      writePackets({ format, stream, encoder, isKept });
    }
    must(encoder.sendFrameSync(null), "flush");
    writePackets({ format, stream, encoder, isKept });
    must(format.writeTrailerSync(), "writeTrailer");
  } finally {
    format.closeOutputSync();
  }
}

function openEncoder(format: FormatContext, video: TestVideo): CodecContext {
  const codec = Codec.findEncoderByName(video.encoder as FFEncoderCodec);
  if (!codec) throw new Error(`this build has no encoder ${video.encoder}`);
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.width = video.width;
  encoder.height = video.height;
  encoder.pixelFormat = PIXEL_FORMATS[video.pixels ?? "yuv420p"];
  encoder.timeBase = new Rational(1, video.ticksPerSecond);
  encoder.framerate = new Rational(25, 1);
  encoder.gopSize = video.gop ?? 12;
  encoder.maxBFrames = video.bFrames ?? 0;
  encoder.threadCount = 1;
  if (video.colorSpace !== undefined) encoder.colorSpace = video.colorSpace;
  if (format.oformat?.hasFlags(AVFMT_GLOBALHEADER)) encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  setOptions(encoder, video.encoderOptions);
  must(encoder.open2Sync(codec), `open ${video.encoder}`);
  return encoder;
}

function addStream(format: FormatContext, encoder: CodecContext, video: TestVideo): Stream {
  const stream = format.newStream(null);
  stream.timeBase = new Rational(1, video.ticksPerSecond);
  stream.avgFrameRate = new Rational(25, 1);
  must(encoder.parametersFromContext(stream.codecpar), "parametersFromContext");
  if (video.rotation) rotate(stream.codecpar, video.rotation);
  return stream;
}

/** The 3 × 3 matrix of ISO media files: 16.16 fixed point, the last column 2.30. */
function rotate(parameters: CodecParameters, degrees: 90 | 180 | 270): void {
  const cos = { 90: 0, 180: -1, 270: 0 }[degrees];
  const sin = { 90: 1, 180: 0, 270: -1 }[degrees];
  const matrix = Buffer.alloc(36);
  const cells = [cos, sin, 0, -sin, cos, 0, 0, 0, 1];
  for (const [at, cell] of cells.entries())
    matrix.writeInt32LE(cell * (at % 3 === 2 ? 2 ** 30 : 2 ** 16), at * 4);
  must(parameters.addCodedSideData(AV_PKT_DATA_DISPLAYMATRIX, matrix), "addCodedSideData");
}

interface Output {
  readonly format: FormatContext;
  readonly stream: Stream;
  readonly encoder: CodecContext;
  readonly isKept: () => boolean;
}

function writePackets({ format, stream, encoder, isKept }: Output): void {
  for (;;) {
    using packet = new Packet();
    packet.alloc();
    const code = encoder.receivePacketSync(packet);
    if (code === AVERROR_EAGAIN || code === AVERROR_EOF) return;
    must(code, "receivePacket");
    if (!isKept()) continue;
    packet.streamIndex = stream.index;
    packet.rescaleTs(encoder.timeBase, stream.timeBase);
    must(format.interleavedWriteFrameSync(packet), "interleavedWriteFrame");
  }
}

/**
 * Not by a `Dictionary`: node-av 6.1 frees one that was handed to FFmpeg a second time, which ends
 * the process.
 */
function setOptions(
  owner: FormatContext | CodecContext,
  options: Readonly<Record<string, string>> = {},
): void {
  for (const [name, value] of Object.entries(options))
    must(Option.set(owner.getNative(), name, value, AV_OPT_SEARCH_CHILDREN), name);
}

function must(code: number, doing: string): void {
  FFmpegError.throwIfError(code, doing);
}
