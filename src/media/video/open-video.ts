import { videoLayoutWarnings } from "../damage/damage-detectors.ts";
import { type DecodeSettings, decodeFrames } from "./decode-frames.ts";
import { decodeInOrder, decodeTimes } from "./decode-in-order.ts";
import type { DecodedFrame, WantedSize } from "./decoded-frame.ts";
import { type Demuxer, openDemuxer } from "./demuxer.ts";
import { hideLostStart } from "./hide-lost-start.ts";
import { MediaError } from "./media-error.ts";
import { checkFragments } from "./mp4/check-fragments.ts";
import { indexPackets, type PacketIndex } from "./packet-index.ts";
import {
  aspectWarnings,
  fileWarnings,
  probeVideo,
  spanOf,
  type VideoProbe,
} from "./probe-video.ts";
import { readStreamFacts, type StreamFacts } from "./stream-facts.ts";
import { type IndexedDemuxer, openByTable } from "./table-index.ts";

export interface VideoOptions {
  /**
   * Threads of the decoder. More than one pays for a single big file; many files are better spread
   * over workers with one each.
   */
  readonly threads?: number;
  /**
   * `packets` reads the whole file first, which is how a probe knows it. `table` believes the
   * tables of a plain MP4, whose frames are then there many times sooner; `frames` throws a
   * `TableError` if a packet turns out to be otherwise. Other files are read all the same.
   */
  readonly index?: PacketIndex["source"];
  /** Stops the first reading of the file. */
  readonly signal?: AbortSignal;
}

export interface FramesOptions {
  readonly signal?: AbortSignal;
  /** Frames are scaled to it; in their own size if left out. */
  readonly wantedSize?: WantedSize;
}

/**
 * A video file. Every promise and generator of it fails with a `MediaError` when the file is at
 * fault.
 */
export interface Video extends AsyncDisposable {
  readonly path: string;
  /** What a user should know, of the file as a whole and of what was decoded so far. */
  readonly warnings: readonly string[];
  /** How many packets were given to a decoder so far. */
  readonly packetsDecoded: number;
  /** End of the last frame, on the same clock; `null` where nobody knows how long it lasts. */
  readonly endSeconds: number | null;
  /** As in `VideoProbe`. */
  readonly framesPerSecond: number | null;
  probe(): Promise<VideoProbe>;
  /**
   * Presentation times in seconds of all frames that a decoder shows, ascending, on the stream's
   * own clock: the first may not be 0.
   */
  times(): Promise<Float64Array>;
  /** The frames at these indices of `times()`, which must be ascending and distinct. */
  frames(indices: readonly number[], options?: FramesOptions): AsyncGenerator<DecodedFrame>;
}

interface Scan {
  readonly facts: StreamFacts;
  readonly index: PacketIndex;
  readonly times: Float64Array;
  /** Read somewhere, and still open. */
  readonly demuxer: Demuxer;
}

/**
 * Opens a video and learns of all its packets, which is how lies of the header and the end of a cut
 * file are found out.
 */
export async function openVideo(
  path: string,
  { threads = 1, signal: opening, index: source = "packets" }: VideoOptions = {},
): Promise<Video> {
  if (!Number.isInteger(threads) || threads < 1)
    throw new RangeError(`threads must be a whole number from 1, not ${threads}`);
  let packetsDecoded = 0;
  const warnings: string[] = [];
  let size: string | undefined;
  const onWarning = (warning: string) => {
    if (!warnings.includes(warning)) warnings.push(warning);
  };
  const settings = (signal?: AbortSignal): DecodeSettings => ({
    path,
    threads,
    signal,
    onPacket: () => packetsDecoded++,
    // Known before where the file was analysed; else the first picture tells.
    onPicture({ sampleAspectRatio: { num, den }, width, height }) {
      if (num > 0 && den > 0) for (const warning of aspectWarnings(num / den)) onWarning(warning);
      size ??= `${width}x${height}`;
      if (size !== `${width}x${height}`)
        onWarning(`pictures are of several sizes: ${size}, ${width}x${height}`);
    },
    onWarning,
  });
  const { facts, index, times, demuxer } = await scan(settings(opening), source);
  if (index.source === "packets") size = `${facts.codedWidth}x${facts.codedHeight}`;
  let spare: Demuxer | undefined = demuxer;
  const takeDemuxer = () => {
    const taken = spare;
    spare = undefined;
    return taken;
  };
  const { endSeconds, lastSeconds, framesPerSecond } = spanOf(facts, index, times);
  const findings = { times, warnings: [...warnings] };
  warnings.push(...fileWarnings(facts, index, times));

  async function* frames(
    indices: readonly number[],
    { signal, wantedSize }: FramesOptions = {},
  ): AsyncGenerator<DecodedFrame> {
    checkIndices(indices, times.length);
    signal?.throwIfAborted();
    if (indices.length > 0)
      yield* index.timed
        ? decodeFrames(
            { ...settings(signal), takeDemuxer, wantedSize, isStrict: facts.codec === "av1" },
            index,
            indices,
          )
        : decodeInOrder({ ...settings(signal), wantedSize }, times, indices);
  }

  return {
    path,
    warnings,
    get packetsDecoded() {
      return packetsDecoded;
    },
    endSeconds: endSeconds > lastSeconds ? endSeconds : null,
    framesPerSecond,
    probe: async () => probeVideo(facts, index, findings),
    times: async () => times,
    frames,
    // The demuxer of the scan goes to the first call for frames, which closes it; every other call
    // opens and closes its own.
    [Symbol.asyncDispose]: async () => takeDemuxer()?.[Symbol.dispose](),
  };
}

async function scan(settings: DecodeSettings, source: PacketIndex["source"]): Promise<Scan> {
  const { demuxer, index: all } =
    (source === "table" && (await openByTable(settings.path))) || (await openByPackets(settings));
  try {
    const facts = readStreamFacts(demuxer);
    const index = await hideLostStart(settings, all);
    const times = index.timed ? timesOf(index) : await decodeTimes(settings);
    if (times.length === 0)
      throw new MediaError(
        settings.path,
        index.stopped ? `holds no whole frame: ${index.stopped}` : "holds no frame",
      );
    return { facts, index, times, demuxer };
  } catch (error) {
    demuxer[Symbol.dispose]();
    throw error;
  }
}

async function openByPackets({ path, signal, onWarning }: DecodeSettings): Promise<IndexedDemuxer> {
  await checkFragments(path);
  const demuxer = await openDemuxer(path);
  try {
    const index = await indexPackets(demuxer, signal);
    const { iformat, nbStreams } = demuxer.format;
    const read = {
      path,
      container: iformat?.name ?? "",
      streams: nbStreams,
      endByte: index.endByte,
    };
    for (const warning of await videoLayoutWarnings(read)) onWarning(warning);
    return { demuxer, index };
  } catch (error) {
    demuxer[Symbol.dispose]();
    throw error;
  }
}

function timesOf({ pts, shown, tickSeconds }: PacketIndex): Float64Array {
  const times = new Float64Array(shown.length);
  for (let place = 0; place < shown.length; place++)
    times[place] = pts[shown[place]!]! * tickSeconds;
  return times;
}

function checkIndices(indices: readonly number[], count: number): void {
  for (const [place, index] of indices.entries()) {
    if (!Number.isInteger(index) || index < 0 || index >= count)
      throw new RangeError(`frame ${index} is not one of 0 to ${count - 1}`);
    if (place > 0 && index <= indices[place - 1]!)
      throw new RangeError(
        `frames must be ascending and distinct, not ${indices[place - 1]}, ${index}`,
      );
  }
}
