import type { PacketIndex } from "./packet-index.ts";
import type { StreamFacts } from "./stream-facts.ts";

/** Sizes of the packets of a transport stream: plain, with a time stamp, with a checksum. */
const transportPacketBytes = [188, 192, 204];
/** Where more steps than this are uneven, the rate is variable and nothing is missing. */
const mostUneven = 0.05;
const samples = 9;

/** What the container states and the packets do not bear out: signs that some of them are lost. */
export function containerWarnings(facts: StreamFacts, index: PacketIndex): string[] {
  return [...cutWarnings(facts), ...countWarnings(facts, index), ...stepWarnings(index)];
}

function cutWarnings({ container, fileBytes, hasTrailer }: StreamFacts): string[] {
  if (hasTrailer === false) return ["the file does not end as a GIF does: its end is missing"];
  const isCut = container === "mpegts" && transportPacketBytes.every((size) => fileBytes % size !== 0);
  return isCut ? ["the file ends in the middle of a packet: its end is missing"] : [];
}

/** An edit list of MP4 may leave packets out, so that only other containers are held to their number. */
function countWarnings({ container, frameCount }: StreamFacts, { pts }: PacketIndex): string[] {
  const isFewer = frameCount !== null && pts.length < frameCount && !container.startsWith("mov,");
  return isFewer ? [`the header counts ${frameCount} frames, ${pts.length} are there`] : [];
}

/** In a video of even steps, the few that are half as long again or only half as long. Ticks, not seconds, as in `mp4/sample-lists.ts`. */
function stepWarnings({ pts, shown, tickSeconds, timed }: PacketIndex): string[] {
  const steps = shown.length - 1;
  if (!timed || steps < samples) return [];
  const usual = usualStep(pts, shown);
  let uneven = 0;
  let first = 0;
  for (let place = 1; place <= steps; place++) {
    const step = 2 * (pts[shown[place]!]! - pts[shown[place - 1]!]!);
    if (step > usual && step <= 3 * usual) continue;
    if (uneven++ === 0) first = place;
  }
  if (uneven === 0 || uneven > Math.max(1, mostUneven * steps)) return [];
  const seconds = (pts[shown[first]!]! * tickSeconds).toFixed(3);
  return [`${uneven} of ${shown.length} frames do not follow at the usual distance, the first at ${seconds} s: some may be missing`];
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
