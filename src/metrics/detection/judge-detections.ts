import { temporalIou } from "../../math/temporal-iou.ts";
import type { DetectedEvent, HasEvents, TruthEvent } from "./has-events.ts";

export type DetectionError = "false-alarm" | "missed" | "wrong-type" | "imprecise-boundary" | "duplicate";

/** What became of one detection, with the place of the truth it is about, if any. */
interface JudgedDetection {
  readonly error: Exclude<DetectionError, "missed"> | null;
  readonly truth: number | null;
}

export interface JudgedVideo {
  readonly detections: readonly JudgedDetection[];
  /** Places of truths that no detection found. */
  readonly missed: readonly number[];
}

const leastOverlap = 0.1;

/**
 * Judges detections by falling confidence (Alwassel et al., 2018, DETAD): right where a free truth of its type overlaps by `minIou`; a duplicate where
 * that truth is taken; of the wrong type where a truth of another overlaps so much; imprecise where one of its own overlaps by a tenth at least;
 * otherwise a false alarm. What lies on an ambiguous event is none of these.
 */
export function judgeDetections({ truths, detections: events }: HasEvents, minIou: number): JudgedVideo {
  const taken = new Set<number>();
  const order = [...events.keys()].sort((a, b) => events[b]!.confidence - events[a]!.confidence || a - b);
  const judged: JudgedDetection[] = new Array(events.length);
  for (const at of order) {
    judged[at] = judge(events[at]!, truths, { taken, minIou });
    if (judged[at]!.error === null && judged[at]!.truth !== null) taken.add(judged[at]!.truth!);
  }
  return { detections: judged, missed: truths.flatMap(({ ambiguous }, at) => (ambiguous || taken.has(at) ? [] : [at])) };
}

function judge(
  event: DetectedEvent,
  truths: readonly TruthEvent[],
  { taken, minIou }: { readonly taken: ReadonlySet<number>; readonly minIou: number },
): JudgedDetection {
  const overlap = (truth: TruthEvent) => temporalIou(event.startSeconds, event.endSeconds, truth.startSeconds, truth.endSeconds);
  const best = (fits: (truth: TruthEvent, at: number) => boolean) => {
    let [top, found] = [0, -1];
    for (const [at, truth] of truths.entries()) if (fits(truth, at) && overlap(truth) > top) [top, found] = [overlap(truth), at];
    return { iou: top, at: found };
  };
  const isOwn = (truth: TruthEvent) => !truth.ambiguous && truth.type === event.type;
  const free = best((truth, at) => isOwn(truth) && !taken.has(at));
  if (free.iou >= minIou) return { error: null, truth: free.at };
  const ambiguous = best((truth) => truth.ambiguous === true && (truth.type === event.type || truth.type === ""));
  if (ambiguous.iou >= minIou) return { error: null, truth: null };
  const own = best(isOwn);
  if (own.iou >= minIou) return { error: "duplicate", truth: own.at };
  const other = best((truth) => !truth.ambiguous && truth.type !== event.type);
  if (other.iou >= minIou) return { error: "wrong-type", truth: other.at };
  if (own.iou >= leastOverlap) return { error: "imprecise-boundary", truth: own.at };
  return { error: "false-alarm", truth: null };
}
