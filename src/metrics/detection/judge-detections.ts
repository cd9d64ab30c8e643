import { temporalIou } from "../../math/temporal-iou.ts";
import type { HasEvents } from "./has-events.ts";
import { type PackedEvents, packEvents, typesOf } from "./pack-events.ts";

export type DetectionError =
  | "false-alarm"
  | "missed"
  | "wrong-type"
  | "imprecise-boundary"
  | "duplicate";

/** What a detection can be; its place in the list is its code. */
export const verdicts = [
  null,
  "duplicate",
  "wrong-type",
  "imprecise-boundary",
  "false-alarm",
] as const;

/** What became of every detection, and which truths no one found. */
export interface JudgedEvents {
  /** Places in `verdicts`. */
  readonly verdict: Uint8Array;
  /** The truth that a detection is about; −1 for none. */
  readonly truth: Int32Array;
  /** 1 for a truth that is not ambiguous and that no detection found. */
  readonly isMissed: Uint8Array;
}

const leastOverlap = 0.1;

/**
 * Judges detections by falling confidence (Alwassel et al., 2018, DETAD): right where a free truth
 * of its type overlaps by `minIou`; a duplicate where that truth is taken; of the wrong type where
 * a truth of another overlaps so much; imprecise where one of its own overlaps by a tenth at least;
 * otherwise a false alarm. What lies on an ambiguous event is none of these. Plain loops, since
 * there may be millions (`npm run bench events`).
 */
export function judgeEvents(events: PackedEvents, minIou: number): JudgedEvents {
  const { detections, truths, byConfidence } = events;
  const { positions, firsts } = truthsByVideo(events);
  const verdict = new Uint8Array(detections.video.length);
  const about = new Int32Array(detections.video.length).fill(-1);
  const isMissed = truths.ambiguous.map((ambiguous) => 1 - ambiguous);
  for (let rank = 0; rank < byConfidence.length; rank++) {
    const i = byConfidence[rank]!;
    const start = detections.start[i]!;
    const end = detections.end[i]!;
    const type = detections.type[i]!;
    const last = firsts[detections.video[i]! + 1]!;
    let [free, own, other] = [-1, -1, -1];
    let [freeIou, ownIou, otherIou, vagueIou] = [0, 0, 0, 0];
    for (let at = firsts[detections.video[i]!]!; at < last; at++) {
      const j = positions[at]!;
      const iou = temporalIou(start, end, truths.start[j]!, truths.end[j]!);
      if (iou === 0) continue;
      const isOwn = truths.type[j] === type;
      if (truths.ambiguous[j]) {
        if (isOwn && iou > vagueIou) vagueIou = iou;
      } else if (isOwn) {
        if (iou > ownIou) {
          own = j;
          ownIou = iou;
        }
        if (isMissed[j] && iou > freeIou) {
          free = j;
          freeIou = iou;
        }
      } else if (iou > otherIou) {
        other = j;
        otherIou = iou;
      }
    }
    if (freeIou >= minIou) {
      about[i] = free;
      isMissed[free] = 0;
    } else if (vagueIou < minIou) {
      verdict[i] = ownIou >= minIou ? 1 : otherIou >= minIou ? 2 : ownIou >= leastOverlap ? 3 : 4;
      about[i] = verdict[i] === 4 ? -1 : verdict[i] === 2 ? other : own;
    }
  }
  return { verdict, truth: about, isMissed };
}

/** Positions of truths in the order given; those of video v from `firsts[v]` to `firsts[v + 1]`. */
function truthsByVideo({ truths, videoCount }: PackedEvents): {
  readonly positions: Uint32Array;
  readonly firsts: Uint32Array;
} {
  const positions = new Uint32Array(truths.video.length);
  const firsts = new Uint32Array(videoCount + 1);
  for (let j = 0; j < positions.length; j++) {
    positions[truths.given[j]!] = j;
    firsts[truths.video[j]! + 1]!++;
  }
  for (let video = 0; video < videoCount; video++) firsts[video + 1]! += firsts[video]!;
  return { positions, firsts };
}

export interface JudgedVideo {
  /** In the order given. */
  readonly detections: readonly {
    readonly error: (typeof verdicts)[number];
    readonly truth: number | null;
  }[];
  /** Places of truths that no detection found. */
  readonly missed: readonly number[];
}

/** The same for one video, with detections and truths named by their places in it. */
export function judgeDetections(video: HasEvents, minIou: number): JudgedVideo {
  const events = packEvents([video]);
  const { verdict, truth, isMissed } = judgeEvents(events, minIou);
  // Ambiguous events of any type were packed several times.
  const origins = video.truths.flatMap((one, place) =>
    Array.from(typesOf(one, video), () => place),
  );
  const placeOf = (position: number) => origins[events.truths.given[position]!]!;
  const judged: JudgedVideo["detections"][number][] = new Array(verdict.length);
  for (const [i, given] of events.detections.given.entries())
    judged[given] = {
      error: verdicts[verdict[i]!]!,
      truth: truth[i]! < 0 ? null : placeOf(truth[i]!),
    };
  const missed = [...isMissed.keys()].filter((position) => isMissed[position]).map(placeOf);
  return { detections: judged, missed: missed.sort((a, b) => a - b) };
}
