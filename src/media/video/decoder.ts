import type { AVCodecID } from "node-av/constants";
import {
  AV_CODEC_ID_AV1,
  AV_CODEC_ID_H264,
  AV_CODEC_ID_HEVC,
  AV_CODEC_ID_MJPEG,
  AV_CODEC_ID_MPEG2VIDEO,
  AV_CODEC_ID_MPEG4,
  AV_CODEC_ID_VP8,
  AV_CODEC_ID_VP9,
  AV_EF_CRCCHECK,
  AV_EF_EXPLODE,
  AV_FRAME_FLAG_CORRUPT,
  AVDISCARD_DEFAULT,
  AVDISCARD_NONREF,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  FF_COMPLIANCE_STRICT,
  FF_DECODER_LIBVPX_VP8,
  FF_DECODER_LIBVPX_VP9,
} from "node-av/constants";
import {
  avGetCodecName,
  Codec,
  CodecContext,
  type CodecParameters,
  type Frame,
  type Packet,
  type Stream,
} from "node-av/lib";
import { type PacketCheck, packetCheck } from "../damage/damage-detectors.ts";
import { checkCode, describeCode } from "./check-code.ts";
import { MediaError } from "./media-error.ts";

/** A codec at work on one stream. */
export interface Decoder extends Disposable {
  /**
   * Sends a packet, or `null` to have everything out that is inside; answers why it was refused.
   */
  send(packet: Packet | null): string | null;
  /**
   * Fills the frame with the next picture; `null` when there is none for now, else what went wrong
   * instead.
   */
  receive(frame: Frame): "frame" | "none" | { readonly failed: string };
  /**
   * Whether packets that nothing refers to are passed over unseen, where the codec can tell them
   * safely.
   */
  skipUnreferenced(skip: boolean): void;
  /** Forgets everything, before packets from another place. */
  reset(): void;
}

export interface DecoderOptions {
  readonly threads: number;
  /**
   * Takes AV1 whose code does not end as the standard demands: damage shows in that, but so may an
   * encoder's habits.
   */
  readonly isLenient?: boolean | undefined;
}

/** Opens FFmpeg's decoder for the stream. */
export function openDecoder(path: string, stream: Stream, options: DecoderOptions): Decoder {
  const { threads, isLenient = false } = options;
  const parameters = stream.codecpar;
  const codec = chooseCodec(parameters.codecId);
  if (!codec)
    throw new MediaError(
      path,
      `no decoder for ${avGetCodecName(parameters.codecId) ?? "its codec"}`,
    );
  const context = new CodecContext();
  context.allocContext3(codec);
  try {
    checkCode(context.parametersToContext(parameters), path, "bad codec parameters");
    context.pktTimebase = stream.timeBase;
    context.threadCount = threads;
    const checks = CHECKS.get(parameters.codecId);
    if (checks !== undefined)
      checkCode(context.setOption("err_detect", checks), path, "err_detect");
    if (parameters.codecId === AV_CODEC_ID_AV1 && !isLenient)
      checkCode(context.setOption("strict", FF_COMPLIANCE_STRICT), path, "strict");
    checkCode(context.open2Sync(codec), path, `the decoder ${codec.name} cannot be opened`);
  } catch (error) {
    context.freeContext();
    throw error;
  }
  const check = packetCheck(avGetCodecName(parameters.codecId) ?? "", parameters.extradata);
  return decoderOf(path, context, { canSkip: canSkipSafely(parameters), check });
}

/**
 * HEVC may carry a checksum of every picture, which is computed only where it does; a mismatch goes
 * to the log.
 */
const CHECKS: ReadonlyMap<AVCodecID, number> = new Map([
  [AV_CODEC_ID_MJPEG, AV_EF_EXPLODE],
  [AV_CODEC_ID_HEVC, AV_EF_CRCCHECK],
]);

/**
 * How decoders notice damage, as measured on files with bytes changed at random: H.264 and MPEG-4
 * flag frames that they conceal; AV1 refuses packets, nearly all of them where it is strict about
 * the end of their code; for VP8 and VP9 libvpx refuses packets where FFmpeg's own decoders accept
 * anything, at the same speed; MJPEG refuses with `explode`, which is too strict for H.264: it
 * fails on odd side information as well. Much of what is changed in HEVC and VP8, and some of
 * H.264, is legal code for another picture; no setting of `err_detect` notices any of it.
 * `damage-detectors.ts` has what we add.
 */
function chooseCodec(id: AVCodecID): Codec | null {
  if (id === AV_CODEC_ID_VP9)
    return Codec.findDecoderByName(FF_DECODER_LIBVPX_VP9) ?? Codec.findDecoder(id);
  if (id === AV_CODEC_ID_VP8)
    return Codec.findDecoderByName(FF_DECODER_LIBVPX_VP8) ?? Codec.findDecoder(id);
  return Codec.findDecoder(id);
}

interface Habits {
  readonly canSkip: boolean;
  readonly check: PacketCheck | null;
}

function decoderOf(path: string, context: CodecContext, { canSkip, check }: Habits): Decoder {
  let skipping = false;
  return {
    send(packet) {
      const code = context.sendPacketSync(packet);
      if (code < 0 && code !== AVERROR_EOF) return describeCode(code);
      const data = check && packet?.data;
      return data ? check(data, skipping) : null;
    },
    receive(frame) {
      const code = context.receiveFrameSync(frame);
      if (code >= 0) return "frame";
      return code === AVERROR_EAGAIN || code === AVERROR_EOF
        ? "none"
        : { failed: describeCode(code) };
    },
    skipUnreferenced(skip) {
      if (!canSkip || skip === skipping) return;
      checkCode(
        context.setOption("skip_frame", skip ? AVDISCARD_NONREF : AVDISCARD_DEFAULT),
        path,
        "skip_frame",
      );
      skipping = skip;
    },
    reset: () => context.flushBuffers(),
    [Symbol.dispose]: () => context.freeContext(),
  };
}

/** What the decoder itself says of a frame: concealed slices, invalid data, missing references. */
export function frameDamage(frame: Frame): string | null {
  const flags = frame.decodeErrorFlags;
  if (flags !== 0)
    return (
      DAMAGE.flatMap((words, bit) => ((flags >> bit) & 1 ? [words] : [])).join(", ") ||
      "decode error"
    );
  return (frame.flags & AV_FRAME_FLAG_CORRUPT) !== 0 ? "corrupt" : null;
}

const DAMAGE: readonly string[] = [
  "invalid bitstream",
  "a reference is missing",
  "parts are concealed",
  "slices failed to decode",
];

/**
 * In these codecs "nothing refers to it" is a fact of the format. A HEVC picture marked so may
 * still be referred to by a higher temporal layer, so HEVC counts only when its header states a
 * single layer. VP9 and AV1 have few such frames and gain nothing.
 */
function canSkipSafely(parameters: CodecParameters): boolean {
  switch (parameters.codecId) {
    case AV_CODEC_ID_H264:
    case AV_CODEC_ID_MPEG4:
    case AV_CODEC_ID_MPEG2VIDEO:
      return true;
    case AV_CODEC_ID_HEVC:
      return hevcTemporalLayers(parameters.extradata) === 1;
    default:
      return false;
  }
}

/**
 * From the `hvcC` record of MP4 and Matroska (ISO/IEC 14496-15, 8.3.2.1); `null` for a raw header.
 */
function hevcTemporalLayers(header: Buffer | null): number | null {
  if (!header || header.length < 23 || header[0] !== 1) return null;
  return (header[21]! >> 3) & 7;
}
