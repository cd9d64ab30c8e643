import {
  AV_CHANNEL_ORDER_NATIVE,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_LOG_QUIET,
  AV_PIX_FMT_YUV420P,
  AV_SAMPLE_FMT_FLTP,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  AVFMT_GLOBALHEADER,
  AVMEDIA_TYPE_VIDEO,
  type FFEncoderCodec,
} from "node-av/constants";
import {
  Codec,
  CodecContext,
  FFmpegError,
  FormatContext,
  Frame,
  Log,
  Packet,
  Rational,
  type Stream,
} from "node-av/lib";

/** How a video is written. Width and height must be even. */
export interface WrittenVideo {
  /** FFmpeg's name of the encoder, such as `libx264`. */
  readonly encoder: string;
  /** FFmpeg's name of the container, such as `mp4`. */
  readonly container: string;
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  /** One channel, encoded as AAC. */
  readonly sound?: WrittenSound | undefined;
}

interface WrittenSound {
  readonly samples: Float32Array;
  readonly samplesPerSecond: number;
}

/**
 * Encodes pictures (packed RGB, each of the video's size) as a video file, in this process: for
 * demonstrations, not for speed.
 */
export function writeVideo(
  path: string,
  video: WrittenVideo,
  pictures: Iterable<Uint8Array>,
): void {
  Log.setLevel(AV_LOG_QUIET);
  const format = new FormatContext();
  try {
    must(format.allocOutputContext2(null, video.container, path), "a container");
    using encoder = openEncoder(format, video);
    const stream = format.newStream(null);
    stream.timeBase = new Rational(1, video.framesPerSecond);
    must(encoder.parametersFromContext(stream.codecpar), "a stream");
    using sound = video.sound && soundTrack(format, video.sound);
    must(format.openOutputSync(), `the file ${path}`);
    must(format.writeHeaderSync(), "the header");
    let pts = 0n;
    for (const rgb of pictures) {
      const { width, height } = video;
      sound?.writeUpTo(Number(pts) / video.framesPerSecond);
      using frame = Frame.fromVideoBuffer(planar(rgb, width, height), {
        width,
        height,
        format: AV_PIX_FMT_YUV420P,
        pts: pts++,
        timeBase: { num: 1, den: video.framesPerSecond },
      });
      must(encoder.sendFrameSync(frame), "a frame");
      writePackets(format, stream, encoder);
    }
    must(encoder.sendFrameSync(null), "the last frames");
    writePackets(format, stream, encoder);
    sound?.end();
    must(format.writeTrailerSync(), "the trailer");
  } finally {
    format.closeOutputSync();
  }
}

function openEncoder(
  format: FormatContext,
  { encoder: name, width, height, framesPerSecond }: WrittenVideo,
): CodecContext {
  const codec = Codec.findEncoderByName(name as FFEncoderCodec);
  if (!codec) throw new Error(`this build of FFmpeg has no encoder ${name}`);
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.width = width;
  encoder.height = height;
  encoder.pixelFormat = AV_PIX_FMT_YUV420P;
  encoder.timeBase = new Rational(1, framesPerSecond);
  encoder.framerate = new Rational(framesPerSecond, 1);
  encoder.gopSize = framesPerSecond;
  encoder.threadCount = 1;
  encoder.bitRate = 400_000n;
  if (format.oformat?.hasFlags(AVFMT_GLOBALHEADER)) encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  must(encoder.open2Sync(codec), `the encoder ${name}`);
  return encoder;
}

function writePackets(format: FormatContext, stream: Stream, encoder: CodecContext): void {
  for (;;) {
    using packet = new Packet();
    packet.alloc();
    const code = encoder.receivePacketSync(packet);
    if (code === AVERROR_EAGAIN || code === AVERROR_EOF) return;
    must(code, "a packet");
    packet.streamIndex = stream.index;
    // Without it the file would end when its last frame starts, and players would leave that frame
    // out.
    if (encoder.codecType === AVMEDIA_TYPE_VIDEO) packet.duration = 1n;
    packet.rescaleTs(encoder.timeBase, stream.timeBase);
    must(format.interleavedWriteFrameSync(packet), "a packet");
  }
}

interface SoundTrack extends Disposable {
  writeUpTo(seconds: number): void;
  end(): void;
}

const mono = { nbChannels: 1, order: AV_CHANNEL_ORDER_NATIVE, mask: 4n } as const;

/** A second stream of the file; it is written along with the pictures. */
function soundTrack(
  format: FormatContext,
  { samples, samplesPerSecond }: WrittenSound,
): SoundTrack {
  const codec = Codec.findEncoderByName("aac" as FFEncoderCodec);
  if (!codec) throw new Error("this build of FFmpeg has no encoder aac");
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.sampleRate = samplesPerSecond;
  encoder.sampleFormat = AV_SAMPLE_FMT_FLTP;
  encoder.channelLayout = mono;
  encoder.timeBase = new Rational(1, samplesPerSecond);
  encoder.bitRate = 64_000n;
  if (format.oformat?.hasFlags(AVFMT_GLOBALHEADER)) encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  must(encoder.open2Sync(codec), "the encoder aac");
  const stream = format.newStream(null);
  stream.timeBase = new Rational(1, samplesPerSecond);
  must(encoder.parametersFromContext(stream.codecpar), "a stream");
  const size = encoder.frameSize;
  let at = 0;
  const write = () => {
    const part = new Float32Array(size);
    part.set(samples.subarray(at, at + size));
    using frame = Frame.fromAudioBuffer(Buffer.from(part.buffer), {
      nbSamples: size,
      format: AV_SAMPLE_FMT_FLTP,
      sampleRate: samplesPerSecond,
      channelLayout: mono,
      pts: BigInt(at),
      timeBase: { num: 1, den: samplesPerSecond },
    });
    at += size;
    must(encoder.sendFrameSync(frame), "sound");
    writePackets(format, stream, encoder);
  };
  return {
    writeUpTo(seconds) {
      while (at < Math.min(samples.length, seconds * samplesPerSecond)) write();
    },
    end() {
      while (at < samples.length) write();
      must(encoder.sendFrameSync(null), "the last sound");
      writePackets(format, stream, encoder);
    },
    [Symbol.dispose]: () => encoder.freeContext(),
  };
}

/**
 * BT.601, limited range, colour at half the size: what encoders take and decoders assume of small
 * videos.
 */
function planar(rgb: Uint8Array, width: number, height: number): Buffer {
  const size = width * height;
  const half = width / 2;
  const out = Buffer.alloc(size + size / 2);
  for (let i = 0; i < size; i++)
    out[i] =
      16 + (65.738 * rgb[3 * i]! + 129.057 * rgb[3 * i + 1]! + 25.064 * rgb[3 * i + 2]!) / 256;
  for (let y = 0; y < height; y += 2)
    for (let x = 0; x < width; x += 2) {
      const at = 3 * (y * width + x);
      const [red, green, blue] = [rgb[at]!, rgb[at + 1]!, rgb[at + 2]!];
      const to = size + (y / 2) * half + x / 2;
      out[to] = 128 + (-37.945 * red - 74.494 * green + 112.439 * blue) / 256;
      out[to + size / 4] = 128 + (112.439 * red - 94.154 * green - 18.285 * blue) / 256;
    }
  return out;
}

function must(code: number, what: string): void {
  if (code < 0) throw new Error(`FFmpeg refuses ${what}: ${new FFmpegError(code).message}`);
}
