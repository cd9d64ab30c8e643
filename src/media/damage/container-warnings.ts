import type { PacketIndex } from "../video/packet-index.ts";
import type { StreamFacts } from "../video/stream-facts.ts";

/**
 * Where more steps than this are uneven, the rate is variable and nothing is missing; of few steps,
 * a tenth up to so many.
 */
const mostUneven = 0.05;
const mostUnevenOfFew = 4;
const samples = 9;
const rateTolerance = 0.01;

/** What the container states and the packets do not bear out: signs that some of them are lost. */
export function containerWarnings(facts: StreamFacts, index: PacketIndex): string[] {
  return [
    ...cutWarnings(facts),
    ...countWarnings(facts, index),
    ...stepWarnings(index),
    ...rateWarnings(facts, index),
  ];
}

function cutWarnings({ hasTrailer }: StreamFacts): string[] {
  return hasTrailer === false ? ["the file does not end as a GIF does: its end is missing"] : [];
}

/**
 * An edit list of MP4 may leave packets out, so that only other containers are held to their
 * number.
 */
function countWarnings({ container, frameCount }: StreamFacts, { pts }: PacketIndex): string[] {
  const isFewer = frameCount !== null && pts.length < frameCount && !container.startsWith("mov,");
  return isFewer && !(container === "avi" && isSparse(pts, frameCount))
    ? [`the header counts ${frameCount} frames, ${pts.length} are there`]
    : [];
}

/**
 * AVI counts every tick of its clock, and some writers take a finer one than they have frames: then
 * no two frames follow each other at once.
 */
function isSparse(pts: PacketIndex["pts"], ticks: number): boolean {
  const known = [...pts].filter((time) => !Number.isNaN(time));
  const last = known.at(-1) ?? 0;
  const usual = ticks / pts.length;
  return (
    usual >= 2 &&
    last + 2 * usual > ticks &&
    known.every((time, at) => at === 0 || time - known[at - 1]! > usual / 2)
  );
}

/**
 * In a video of even steps, the few that are a tenth longer or shorter. Ticks, not seconds, as in
 * `mp4/sample-lists.ts`.
 */
function stepWarnings({ pts, shown, tickSeconds, timed }: PacketIndex): string[] {
  const steps = shown.length - 1;
  if (!timed || steps < samples) return [];
  const usual = usualStep(pts, shown);
  let uneven = 0;
  let first = 0;
  for (let place = 1; place <= steps; place++) {
    const step = pts[shown[place]!]! - pts[shown[place - 1]!]!;
    if (10 * Math.abs(step - usual) < usual) continue;
    if (uneven++ === 0) first = place;
  }
  if (
    uneven === 0 ||
    uneven > Math.max(1, Math.min(mostUnevenOfFew, steps / 10), mostUneven * steps)
  )
    return [];
  const seconds = (pts[shown[first]!]! * tickSeconds).toFixed(3);
  return [
    `${uneven} of ${shown.length} frames do not follow at the usual distance, the first at ${seconds} s: some may be missing`,
  ];
}

/**
 * Matroska states the step between frames in nanoseconds, beside times in ticks of a length that it
 * states, too: a wrong one makes all times wrong.
 */
function rateWarnings(
  { container, framesPerSecond }: StreamFacts,
  { pts, shown, tickSeconds, timed }: PacketIndex,
): string[] {
  const steps = shown.length - 1;
  if (!container.startsWith("matroska") || !timed || framesPerSecond === null || steps < samples)
    return [];
  const mean = (pts[shown[steps]!]! - pts[shown[0]!]!) / steps;
  const rounding = Math.max(1, mean * rateTolerance);
  for (let place = 1; place <= steps; place++)
    if (Math.abs(pts[shown[place]!]! - pts[shown[place - 1]!]! - mean) > rounding) return [];
  const found = 1 / (mean * tickSeconds);
  if (Math.abs(found - framesPerSecond) <= rateTolerance * framesPerSecond) return [];
  return [
    `the header states ${framesPerSecond.toFixed(3)} frames a second, ${found.toFixed(3)} are there: times may be wrong`,
  ];
}

/** The middle one of some steps all over the video. */
function usualStep(pts: PacketIndex["pts"], shown: Uint32Array): number {
  const found: number[] = [];
  for (let sample = 0; sample < samples; sample++) {
    const place = 1 + Math.floor((sample * (shown.length - 2)) / (samples - 1));
    found.push(pts[shown[place]!]! - pts[shown[place - 1]!]!);
  }
  return found.sort((a, b) => a - b)[samples >> 1]!;
}
