import {
  AV_CHANNEL_ORDER_NATIVE,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_LOG_QUIET,
  AV_SAMPLE_FMT_FLTP,
  AV_SAMPLE_FMT_S16,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  AVFMT_GLOBALHEADER,
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

/** A tone to write: a sine in the left channel, silence in the right. */
export interface TestTone {
  readonly encoder: "aac" | "pcm_s16le";
  /** Name of an FFmpeg muxer. */
  readonly container: string;
  readonly sampleRate: number;
  readonly hertz: number;
  readonly seconds: number;
}

const SAMPLES_PER_FRAME = 1024;
const STEREO = { nbChannels: 2, order: AV_CHANNEL_ORDER_NATIVE, mask: 3n };

/** Encodes a file with sound and no picture. */
export function encodeAudio(path: string, tone: TestTone): void {
  Log.setLevel(AV_LOG_QUIET);
  const format = new FormatContext();
  try {
    must(format.allocOutputContext2(null, tone.container, path), "allocOutputContext2");
    using encoder = openEncoder(format, tone);
    const stream = format.newStream(null);
    stream.timeBase = new Rational(1, tone.sampleRate);
    must(encoder.parametersFromContext(stream.codecpar), "parametersFromContext");
    must(format.openOutputSync(), "openOutput");
    must(format.writeHeaderSync(), "writeHeader");
    const samples = Math.round(tone.seconds * tone.sampleRate);
    for (let from = 0; from < samples; from += SAMPLES_PER_FRAME) {
      const count = Math.min(SAMPLES_PER_FRAME, samples - from);
      using frame = toneFrame(tone, from, count);
      must(encoder.sendFrameSync(frame), "sendFrame");
      writePackets(format, stream, encoder);
    }
    must(encoder.sendFrameSync(null), "flush");
    writePackets(format, stream, encoder);
    must(format.writeTrailerSync(), "writeTrailer");
  } finally {
    format.closeOutputSync();
  }
}

function openEncoder(format: FormatContext, tone: TestTone): CodecContext {
  const codec = Codec.findEncoderByName(tone.encoder as FFEncoderCodec);
  if (!codec) throw new Error(`this build has no encoder ${tone.encoder}`);
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.sampleRate = tone.sampleRate;
  encoder.sampleFormat = tone.encoder === "aac" ? AV_SAMPLE_FMT_FLTP : AV_SAMPLE_FMT_S16;
  encoder.channelLayout = STEREO;
  encoder.timeBase = new Rational(1, tone.sampleRate);
  if (format.oformat?.hasFlags(AVFMT_GLOBALHEADER)) encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  must(encoder.open2Sync(codec), `open ${tone.encoder}`);
  return encoder;
}

function toneFrame(tone: TestTone, from: number, count: number): Frame {
  const isPlanar = tone.encoder === "aac";
  const left = Float32Array.from(
    { length: count },
    (_, at) => 0.5 * Math.sin((2 * Math.PI * tone.hertz * (from + at)) / tone.sampleRate),
  );
  const planar = Float32Array.from({ length: count * 2 }, (_, at) => left[at] ?? 0);
  const packed = Int16Array.from({ length: count * 2 }, (_, at) =>
    at % 2 === 0 ? Math.round(left[at / 2]! * 32767) : 0,
  );
  return Frame.fromAudioBuffer(Buffer.from((isPlanar ? planar : packed).buffer), {
    nbSamples: count,
    format: isPlanar ? AV_SAMPLE_FMT_FLTP : AV_SAMPLE_FMT_S16,
    sampleRate: tone.sampleRate,
    channelLayout: STEREO,
    timeBase: { num: 1, den: tone.sampleRate },
    pts: BigInt(from),
  });
}

function writePackets(format: FormatContext, stream: Stream, encoder: CodecContext): void {
  for (;;) {
    using packet = new Packet();
    packet.alloc();
    const code = encoder.receivePacketSync(packet);
    if (code === AVERROR_EAGAIN || code === AVERROR_EOF) return;
    must(code, "receivePacket");
    packet.streamIndex = stream.index;
    packet.rescaleTs(encoder.timeBase, stream.timeBase);
    must(format.interleavedWriteFrameSync(packet), "interleavedWriteFrame");
  }
}

function must(code: number, doing: string): void {
  FFmpegError.throwIfError(code, doing);
}
