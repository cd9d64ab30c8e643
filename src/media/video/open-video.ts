import { type DecodeSettings, decodeFrames } from "./decode-frames.ts";
import { decodeInOrder, decodeTimes } from "./decode-in-order.ts";
import type { DecodedFrame } from "./decoded-frame.ts";
import { type Demuxer, openDemuxer } from "./demuxer.ts";
import { hideLostStart } from "./hide-lost-start.ts";
import { MediaError } from "./media-error.ts";
import { indexPackets, type PacketIndex } from "./packet-index.ts";
import { probeVideo, type VideoProbe } from "./probe-video.ts";
import { readStreamFacts, type StreamFacts } from "./stream-facts.ts";

export interface VideoOptions {
  /** Threads of the decoder. More than one pays for a single big file; many files are better spread over workers with one each. */
  readonly threads?: number;
  /** Stops the first reading of the file. */
  readonly signal?: AbortSignal;
}

export interface FramesOptions {
  readonly signal?: AbortSignal;
}

/** A video file. Every promise and generator of it fails with a `MediaError` when the file is at fault. */
export interface Video extends AsyncDisposable {
  readonly path: string;
  /** What a user should know, of the file as a whole and of what was decoded so far. */
  readonly warnings: readonly string[];
  /** How many packets were given to a decoder so far. */
  readonly packetsDecoded: number;
  probe(): Promise<VideoProbe>;
  /** Presentation times in seconds of all frames that a decoder shows, ascending, on the stream's own clock: the first may not be 0. */
  times(): Promise<Float64Array>;
  /** The frames at these indices of `times()`, which must be ascending and distinct. */
  frames(indices: readonly number[], options?: FramesOptions): AsyncGenerator<DecodedFrame>;
}

interface Scan {
  readonly facts: StreamFacts;
  readonly index: PacketIndex;
  readonly times: Float64Array;
  /** Read to its end, and still open. */
  readonly demuxer: Demuxer;
}

/** Opens a video and reads all its packets once, which is how lies of the header and the end of a cut file are found out. */
export async function openVideo(path: string, { threads = 1, signal: opening }: VideoOptions = {}): Promise<Video> {
  if (!Number.isInteger(threads) || threads < 1) throw new RangeError(`threads must be a whole number from 1, not ${threads}`);
  let packetsDecoded = 0;
  const warnings: string[] = [];
  const settings = (signal?: AbortSignal): DecodeSettings => ({
    path,
    threads,
    signal,
    onPacket: () => packetsDecoded++,
    onWarning: (warning) => warnings.push(warning),
  });
  const { facts, index, times, demuxer } = await scan(settings(opening));
  let spare: Demuxer | undefined = demuxer;
  const takeDemuxer = () => {
    const taken = spare;
    spare = undefined;
    return taken;
  };
  const probe = probeVideo(facts, index, { times, warnings });
  warnings.splice(0, warnings.length, ...probe.warnings);

  async function* frames(indices: readonly number[], { signal }: FramesOptions = {}): AsyncGenerator<DecodedFrame> {
    checkIndices(indices, times.length);
    signal?.throwIfAborted();
    if (indices.length > 0)
      yield* index.timed
        ? decodeFrames({ ...settings(signal), takeDemuxer }, index, indices)
        : decodeInOrder(settings(signal), times, indices);
  }

  return {
    path,
    warnings,
    get packetsDecoded() {
      return packetsDecoded;
    },
    probe: async () => probe,
    times: async () => times,
    frames,
    // The demuxer of the scan goes to the first call for frames, which closes it; every other call opens and closes its own.
    [Symbol.asyncDispose]: async () => takeDemuxer()?.[Symbol.dispose](),
  };
}

async function scan(settings: DecodeSettings): Promise<Scan> {
  const demuxer = await openDemuxer(settings.path);
  try {
    const facts = readStreamFacts(demuxer);
    const index = await hideLostStart(settings, await indexPackets(demuxer, settings.signal));
    const times = index.timed ? Float64Array.from(index.shown, (at) => index.pts[at]! * index.tickSeconds) : await decodeTimes(settings);
    if (times.length === 0)
      throw new MediaError(settings.path, index.stopped ? `holds no whole frame: ${index.stopped}` : "holds no frame");
    return { facts, index, times, demuxer };
  } catch (error) {
    demuxer[Symbol.dispose]();
    throw error;
  }
}

function checkIndices(indices: readonly number[], count: number): void {
  for (const [place, index] of indices.entries()) {
    if (!Number.isInteger(index) || index < 0 || index >= count) throw new RangeError(`frame ${index} is not one of 0 to ${count - 1}`);
    if (place > 0 && index <= indices[place - 1]!)
      throw new RangeError(`frames must be ascending and distinct, not ${indices[place - 1]}, ${index}`);
  }
}
