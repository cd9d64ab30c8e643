import { timelineWarnings } from "../damage/damage-detectors.ts";
import { isSideways } from "./orientation.ts";
import type { PacketIndex } from "./packet-index.ts";
import type { StreamFacts, StreamSummary } from "./stream-facts.ts";

/** What is known of a video without looking at its pictures. */
export interface VideoProbe {
  /** FFmpeg's name of the container, such as `mov,mp4,m4a,3gp,3g2,mj2`. */
  readonly container: string;
  readonly codec: string;
  readonly streams: readonly StreamSummary[];
  /** As displayed: after the turn. */
  readonly width: number;
  readonly height: number;
  /** Clockwise turn from the coded picture to the displayed one. */
  readonly rotation: 0 | 90 | 180 | 270;
  readonly mirrored: boolean;
  /** Width of a pixel over its height; frames are delivered as they are coded, never stretched. */
  readonly pixelAspect: number;
  readonly pixelFormat: string;
  readonly bitDepth: number;
  /** From the first frame to the end of the last. */
  readonly durationSeconds: number;
  readonly durationFrom: "stream" | "container" | "last packet";
  /**
   * Frames but one, over the time between the first and the last; of the header for a single frame,
   * `null` where that is silent.
   */
  readonly framesPerSecond: number | null;
  /** Whether the steps between frames differ by more than rounding to the clock. */
  readonly isVariableRate: boolean;
  readonly firstSeconds: number;
  readonly lastSeconds: number;
  /**
   * `exact`: every packet was read, none was damaged and reading came to the end of the file. What
   * tables say is not exact.
   */
  readonly frameCount: {
    readonly count: number;
    readonly exact: boolean;
    readonly from: PacketIndex["source"] | "decoder";
  };
  readonly warnings: readonly string[];
}

/** What reading the file has brought to light. */
interface Findings {
  readonly times: Float64Array;
  readonly warnings: readonly string[];
}

/** Judges the headers by the packets. */
export function probeVideo(
  facts: StreamFacts,
  index: PacketIndex,
  { times, warnings }: Findings,
): VideoProbe {
  const span = spanOf(facts, index, times);
  const duration = durationOf(facts, span);
  const sideways = isSideways(facts.orientation);
  return {
    container: facts.container,
    codec: facts.codec,
    streams: facts.streams,
    width: sideways ? facts.codedHeight : facts.codedWidth,
    height: sideways ? facts.codedWidth : facts.codedHeight,
    ...facts.orientation,
    pixelAspect: facts.pixelAspect,
    pixelFormat: facts.pixelFormat,
    bitDepth: facts.bitDepth,
    durationSeconds: duration.seconds,
    durationFrom: duration.from,
    framesPerSecond: span.framesPerSecond,
    isVariableRate: isVariable(times, index.tickSeconds),
    firstSeconds: span.firstSeconds,
    lastSeconds: span.lastSeconds,
    frameCount: {
      count: times.length,
      exact: index.source === "packets" && index.damaged === 0 && index.stopped === null,
      from: index.timed ? index.source : "decoder",
    },
    warnings: [...warnings, ...fileWarnings(facts, index, times)],
  };
}

/** What a user should know of the file as a whole. */
export function fileWarnings(
  facts: StreamFacts,
  index: PacketIndex,
  times: Float64Array,
): string[] {
  const duration = durationOf(facts, spanOf(facts, index, times));
  return [
    ...duration.warnings,
    ...packetWarnings(index),
    ...timeWarnings(facts, index),
    ...timelineWarnings(facts, index),
    ...aspectWarnings(facts.pixelAspect),
    ...(facts.isQuarterTurn
      ? []
      : [
          "the header turns or stretches pictures by more than quarters: the nearest quarter is shown",
        ]),
  ];
}

export function spanOf(facts: StreamFacts, index: PacketIndex, times: Float64Array): Span {
  const firstSeconds = times[0]!;
  const lastSeconds = times.at(-1)!;
  const framesPerSecond =
    times.length > 1 ? (times.length - 1) / (lastSeconds - firstSeconds) : facts.framesPerSecond;
  return {
    firstSeconds,
    lastSeconds,
    framesPerSecond,
    endSeconds: endOf(index, lastSeconds, framesPerSecond),
  };
}

function isVariable(times: Float64Array, tickSeconds: number): boolean {
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (let at = 1; at < times.length; at++) {
    const step = times[at]! - times[at - 1]!;
    least = Math.min(least, step);
    most = Math.max(most, step);
  }
  // Rounding to ticks makes neighbours differ by one tick; two and a little allow for the
  // arithmetic, 1 % for clocks that jitter.
  return times.length > 2 && most - least > Math.max(2.01 * tickSeconds, 0.01 * most);
}

function endOf(index: PacketIndex, lastSeconds: number, framesPerSecond: number | null): number {
  const end = index.endTicks * index.tickSeconds;
  return Number.isFinite(end) && end > lastSeconds
    ? end
    : lastSeconds + (framesPerSecond ? 1 / framesPerSecond : 0);
}

interface Duration {
  readonly seconds: number;
  readonly from: VideoProbe["durationFrom"];
  readonly warnings: readonly string[];
}

interface Span {
  readonly firstSeconds: number;
  readonly lastSeconds: number;
  readonly endSeconds: number;
  readonly framesPerSecond: number | null;
}

/**
 * The header is believed when it reaches the last frame and not far beyond its end; a header that
 * counts from 0 is right but not used.
 */
function durationOf(facts: StreamFacts, { firstSeconds, lastSeconds, endSeconds }: Span): Duration {
  const real = endSeconds - firstSeconds;
  const from = facts.streamSeconds === null ? "container" : "stream";
  const claimed = facts.streamSeconds ?? facts.containerSeconds;
  const fromPackets = { seconds: real, from: "last packet" } as const;
  if (claimed === null) return { ...fromPackets, warnings: [] };
  const tolerance = Math.max(0.5, real * 0.02);
  const isClose = Math.abs(claimed - real) <= tolerance;
  if (isClose && claimed >= lastSeconds - firstSeconds)
    return { seconds: claimed, from, warnings: [] };
  // A container may well go on after its video, with sound.
  const isLie = from === "stream" || claimed < real || facts.streams.length === 1;
  if (isClose || !isLie || Math.abs(claimed - endSeconds) <= tolerance)
    return { ...fromPackets, warnings: [] };
  return {
    ...fromPackets,
    warnings: [`the header says ${claimed.toFixed(2)} s, the packets say ${real.toFixed(2)} s`],
  };
}

/** In these, packets never tell when frames are shown, which is nothing to warn of. */
const untimedContainers: ReadonlySet<string> = new Set([
  "avi",
  "h264",
  "hevc",
  "m4v",
  "mpegvideo",
  "mjpeg",
]);

function timeWarnings({ container }: StreamFacts, { timed }: PacketIndex): string[] {
  return timed || untimedContainers.has(container)
    ? []
    : ["packets do not tell when frames are shown: the whole file is decoded to find them"];
}

function packetWarnings({ damaged, stopped }: PacketIndex): string[] {
  return [
    ...(damaged > 0 ? [`${damaged} packets are cut off or damaged and count as no frame`] : []),
    ...(stopped === null ? [] : [`reading stopped before the end of the file: ${stopped}`]),
  ];
}

/** Of pixels of this width over their height. */
export function aspectWarnings(pixelAspect: number): string[] {
  return Math.abs(pixelAspect - 1) < 0.001
    ? []
    : [`pixels are not square (${pixelAspect.toFixed(3)}); frames are not stretched`];
}
