import {
  AV_CHANNEL_ORDER_NATIVE,
  AV_CHANNEL_ORDER_UNSPEC,
  AV_SAMPLE_FMT_FLT,
  AVMEDIA_TYPE_AUDIO,
  type AVSampleFormat,
} from "node-av/constants";
import { avChannelLayoutDefault, type ChannelLayout, Frame, Packet, SoftwareResampleContext } from "node-av/lib";
import { breather } from "./breather.ts";
import { checkCode } from "./check-code.ts";
import { type Decoder, openDecoder } from "./decoder.ts";
import { openDemuxer } from "./demuxer.ts";
import { MediaError } from "./media-error.ts";

export interface AudioOptions {
  /** Samples per second of the result. */
  readonly sampleRate: number;
  readonly signal?: AbortSignal;
}

const MONO: ChannelLayout = { nbChannels: 1, order: AV_CHANNEL_ORDER_NATIVE, mask: 4n };

/**
 * The sound of a file as mono samples from -1 to 1, from the first one decoded to the last; all channels mixed by libswresample's weights.
 * Gaps in the timestamps are not filled.
 */
export async function extractAudio(path: string, { sampleRate, signal }: AudioOptions): Promise<Float32Array> {
  if (!Number.isInteger(sampleRate) || sampleRate < 1) throw new RangeError(`sampleRate must be a whole number from 1, not ${sampleRate}`);
  using demuxer = await openDemuxer(path, { kind: AVMEDIA_TYPE_AUDIO });
  using decoder = openDecoder(path, demuxer.stream, { threads: 1 });
  using packet = new Packet();
  packet.alloc();
  using resampler = monoResampler(path, sampleRate);
  const pause = breather(signal);
  let refused: string | null = null;
  for (let isOpen = true; isOpen; ) {
    isOpen = demuxer.read(packet) === "packet";
    refused = decoder.send(isOpen ? packet : null) ?? refused;
    refused = receiveAll(decoder, resampler) ?? refused;
    await pause();
  }
  const samples = resampler.finish();
  if (samples.length === 0) throw new MediaError(path, `holds no sound that can be decoded${refused ? `: ${refused}` : ""}`);
  return samples;
}

function receiveAll(decoder: Decoder, resampler: MonoResampler): string | null {
  using frame = new Frame();
  frame.alloc();
  for (;;) {
    const outcome = decoder.receive(frame);
    if (outcome === "none") return null;
    if (outcome !== "frame") return outcome.failed;
    resampler.take(frame);
    frame.unref();
  }
}

interface MonoResampler extends Disposable {
  take(frame: Frame): void;
  finish(): Float32Array;
}

/** Follows the format of the frames, which may change in the middle of a broadcast. */
function monoResampler(path: string, sampleRate: number): MonoResampler {
  let context: SoftwareResampleContext | null = null;
  let format = "";
  const chunks: Buffer[] = [];

  function convert(planes: Buffer[] | null, count: number): void {
    if (!context) return;
    const room = context.getOutSamples(count);
    if (room <= 0) return;
    const out = Buffer.alloc(room * 4);
    const made = checkCode(context.convertSync([out], room, planes, count), path, "its sound cannot be resampled");
    chunks.push(out.subarray(0, made * 4));
  }

  function close(): void {
    convert(null, 0);
    context?.free();
    context = null;
  }

  return {
    take(frame) {
      const now = `${frame.sampleRate} ${frame.format} ${frame.channels}`;
      if (now !== format) {
        close();
        context = openResampler(path, frame, sampleRate);
        format = now;
      }
      convert(frame.extendedData, frame.nbSamples);
    },
    finish() {
      close();
      const bytes = Buffer.concat(chunks);
      return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    },
    [Symbol.dispose]: () => context?.free(),
  };
}

function openResampler(path: string, frame: Frame, sampleRate: number): SoftwareResampleContext {
  const stated = frame.channelLayout;
  const layout = stated.order === AV_CHANNEL_ORDER_UNSPEC ? avChannelLayoutDefault(frame.channels) : stated;
  const context = new SoftwareResampleContext();
  try {
    const input = frame.format as AVSampleFormat;
    checkCode(
      context.allocSetOpts2(MONO, AV_SAMPLE_FMT_FLT, sampleRate, layout, input, frame.sampleRate),
      path,
      "its sound cannot be resampled",
    );
    // Without it two loud channels add up to more than 1.
    checkCode(context.setOption("rematrix_maxval", 1), path, "rematrix_maxval");
    checkCode(context.init(), path, "its sound cannot be resampled");
    return context;
  } catch (error) {
    context.free();
    throw error;
  }
}
