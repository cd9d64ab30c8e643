import { open } from "node:fs/promises";
import {
  AV_CHANNEL_ORDER_NATIVE,
  AV_SAMPLE_FMT_FLT,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  AVMEDIA_TYPE_AUDIO,
} from "node-av/constants";
import {
  Codec,
  CodecContext,
  Frame,
  Packet,
  SoftwareResampleContext,
  type Stream,
} from "node-av/lib";
import { checkCode } from "../video/check-code.ts";
import { openFormat } from "../video/demuxer.ts";
import { MediaError } from "../video/media-error.ts";

/** The sound of a file as one channel of numbers, written into a file. */
export interface AudioJob {
  readonly work: "audio";
  readonly path: string;
  /** As people know it. */
  readonly name: string;
  readonly samplesPerSecond: number;
  /** Numbers of single precision, in this machine's byte order, go here. */
  readonly output: string;
}

export interface DecodedAudio {
  readonly samples: number;
}

const mono = { nbChannels: 1, order: AV_CHANNEL_ORDER_NATIVE, mask: 4n } as const;

/** Packets that cannot be decoded are left out; a file without sound is an error. */
export async function audioOf(job: AudioJob, onFrame: () => void): Promise<DecodedAudio> {
  const { path } = job;
  const format = await openFormat(path, true);
  try {
    const best = format.findBestStream(AVMEDIA_TYPE_AUDIO);
    const stream = format.streams.find(({ index }) => index === best);
    if (!stream) throw new MediaError(path, "has no sound");
    using decoder = openAudioDecoder(path, stream);
    await using file = await open(job.output, "w");
    using packet = new Packet();
    packet.alloc();
    using frame = new Frame();
    frame.alloc();
    using resampler = new Resampler(path, job.samplesPerSecond);
    let samples = 0;
    const take = async (bytes: Buffer) => {
      if (bytes.length > 0) await file.write(bytes);
      samples += bytes.length / 4;
    };
    for (let isOpen = true; isOpen; ) {
      packet.unref();
      const code = format.readFrameSync(packet);
      isOpen = code >= 0 || code === AVERROR_EAGAIN;
      if (isOpen && (code < 0 || packet.streamIndex !== stream.index)) continue;
      decoder.context.sendPacketSync(isOpen ? packet : null);
      for (;;) {
        frame.unref();
        const received = decoder.context.receiveFrameSync(frame);
        if (received === AVERROR_EAGAIN || received === AVERROR_EOF || received < 0) break;
        onFrame();
        await take(resampler.convert(frame));
      }
    }
    await take(resampler.convert(null));
    return { samples };
  } finally {
    format.closeInputSync();
  }
}

function openAudioDecoder(path: string, stream: Stream) {
  const codec = Codec.findDecoder(stream.codecpar.codecId);
  if (!codec) throw new MediaError(path, "no decoder for its sound");
  const context = new CodecContext();
  context.allocContext3(codec);
  try {
    checkCode(context.parametersToContext(stream.codecpar), path, "bad codec parameters");
    context.pktTimebase = stream.timeBase;
    checkCode(context.open2Sync(codec), path, `the decoder ${codec.name} cannot be opened`);
  } catch (error) {
    context.freeContext();
    throw error;
  }
  return { context, [Symbol.dispose]: () => context.freeContext() };
}

/** Mixes channels to one and changes the rate; made anew where the sound changes its form. */
class Resampler implements Disposable {
  readonly #path: string;
  readonly #rate: number;
  #context: SoftwareResampleContext | undefined;

  constructor(path: string, rate: number) {
    this.#path = path;
    this.#rate = rate;
  }

  /** `null` has everything out that is inside. */
  convert(frame: Frame | null): Buffer {
    if (frame && !this.#context) this.#context = this.#open(frame);
    if (!this.#context) return Buffer.alloc(0);
    const most = this.#context.getOutSamples(frame?.nbSamples ?? 0) + 64;
    const out = Buffer.alloc(most * 4);
    const input = frame ? (frame.extendedData ?? frame.data) : null;
    const count = this.#context.convertSync([out], most, input, frame?.nbSamples ?? 0);
    checkCode(count, this.#path, "sound cannot be converted");
    return out.subarray(0, count * 4);
  }

  #open(frame: Frame): SoftwareResampleContext {
    const context = new SoftwareResampleContext();
    const { channelLayout, format, sampleRate } = frame;
    checkCode(
      context.allocSetOpts2(
        mono,
        AV_SAMPLE_FMT_FLT,
        this.#rate,
        channelLayout,
        format as never,
        sampleRate,
      ),
      this.#path,
      "sound cannot be converted",
    );
    checkCode(context.init(), this.#path, "sound cannot be converted");
    return context;
  }

  [Symbol.dispose](): void {
    this.#context?.free();
  }
}
