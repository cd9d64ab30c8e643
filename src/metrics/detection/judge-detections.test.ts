import fc from "fast-check";
import { expect, it } from "vitest";
import { temporalIou } from "../../math/temporal-iou.ts";
import { errorCosts } from "./error-costs.ts";
import type { DetectedEvent, HasEvents, TruthEvent } from "./has-events.ts";
import { type DetectionError, type JudgedVideo, judgeDetections } from "./judge-detections.ts";
import { meanAveragePrecision } from "./mean-average-precision.ts";

const interval = fc.tuple(
  fc.constantFrom("a", "b", "c"),
  fc.integer({ min: 0, max: 12 }),
  fc.integer({ min: 0, max: 6 }),
);
const video: fc.Arbitrary<HasEvents> = fc.record({
  truths: fc.array(
    fc
      .tuple(interval, fc.constantFrom(false, false, false, true), fc.boolean())
      .map(([[type, startSeconds, length], ambiguous, isAny]) => ({
        type: ambiguous && isAny ? "" : type,
        startSeconds,
        endSeconds: startSeconds + length,
        ...(ambiguous ? { ambiguous } : {}),
      })),
    { maxLength: 5 },
  ),
  detections: fc.array(
    fc
      .tuple(interval, fc.integer({ min: 1, max: 5 }))
      .map(([[type, startSeconds, length], confidence]) => ({
        type,
        startSeconds,
        endSeconds: startSeconds + length,
        confidence: confidence / 10,
      })),
    { maxLength: 8 },
  ),
});

it("judges as a plain reading of the rules does", () => {
  fc.assert(
    fc.property(video, fc.constantFrom(0.3, 0.5, 0.9), (one, minIou) => {
      expect(judgeDetections(one, minIou)).toEqual(plainly(one, minIou));
    }),
  );
});

it("tells the cost of each mistake as mending the videos themselves does", () => {
  fc.assert(
    fc.property(
      fc.array(video, { maxLength: 4 }),
      fc.constantFrom("activitynet", "thumos14", "sum"),
      (videos, definition) => {
        const table = errorCosts({ measure: "m", definition }).analyse(videos);
        if (table.kind !== "table") throw new Error("not a table");
        const score = (own: readonly HasEvents[]) =>
          meanAveragePrecision({ measure: "m", tiou: [0.5], definition }).prepare(own)();
        for (const [error, count, then] of table.rows) {
          const mended = videos.map((one) => mend(one, plainly(one, 0.5), error as DetectionError));
          expect(count).toBe(mended.reduce((sum, one) => sum + one.count, 0));
          const wanted = score(mended.map((one) => one.video));
          if (wanted === null) expect(then).toBeNull();
          else expect(then).toBeCloseTo(wanted, 12);
        }
      },
    ),
  );
});

/** The rules word by word, for one video. */
function plainly({ truths, detections }: HasEvents, minIou: number): JudgedVideo {
  const taken = new Set<number>();
  const order = [...detections.keys()].sort(
    (a, b) => detections[b]!.confidence - detections[a]!.confidence || a - b,
  );
  const judged: JudgedVideo["detections"][number][] = new Array(detections.length);
  for (const at of order) {
    judged[at] = judge(detections[at]!, truths, { taken, minIou });
    if (judged[at]!.error === null && judged[at]!.truth !== null) taken.add(judged[at]!.truth!);
  }
  return {
    detections: judged,
    missed: truths.flatMap(({ ambiguous }, at) => (ambiguous || taken.has(at) ? [] : [at])),
  };
}

function judge(
  event: DetectedEvent,
  truths: readonly TruthEvent[],
  { taken, minIou }: { readonly taken: ReadonlySet<number>; readonly minIou: number },
): JudgedVideo["detections"][number] {
  const best = (fits: (truth: TruthEvent, at: number) => boolean) => {
    let [iou, found] = [0, -1];
    for (const [at, truth] of truths.entries()) {
      const own = temporalIou(
        event.startSeconds,
        event.endSeconds,
        truth.startSeconds,
        truth.endSeconds,
      );
      if (fits(truth, at) && own > iou) [iou, found] = [own, at];
    }
    return { iou, at: found };
  };
  const isOwn = (truth: TruthEvent) => !truth.ambiguous && truth.type === event.type;
  const free = best((truth, at) => isOwn(truth) && !taken.has(at));
  if (free.iou >= minIou) return { error: null, truth: free.at };
  if (
    best((truth) => truth.ambiguous === true && (truth.type === event.type || truth.type === ""))
      .iou >= minIou
  )
    return { error: null, truth: null };
  const own = best(isOwn);
  if (own.iou >= minIou) return { error: "duplicate", truth: own.at };
  const other = best((truth) => !truth.ambiguous && truth.type !== event.type);
  if (other.iou >= minIou) return { error: "wrong-type", truth: other.at };
  return own.iou >= 0.1
    ? { error: "imprecise-boundary", truth: own.at }
    : { error: "false-alarm", truth: null };
}

function mend(
  { truths, detections }: HasEvents,
  { detections: judged, missed }: JudgedVideo,
  error: DetectionError,
) {
  if (error === "missed")
    return {
      video: { truths: truths.filter((_, at) => !missed.includes(at)), detections },
      count: missed.length,
    };
  const open = new Set(missed);
  const righted = new Map<number, DetectedEvent>();
  const surestFirst = [...detections.keys()].sort(
    (a, b) => detections[b]!.confidence - detections[a]!.confidence || a - b,
  );
  for (const at of surestFirst) {
    const { error: own, truth } = judged[at]!;
    if (own !== error || truth === null || !open.delete(truth)) continue;
    const { type, startSeconds, endSeconds } = truths[truth]!;
    righted.set(at, {
      ...detections[at]!,
      ...(error === "wrong-type" ? { type } : { startSeconds, endSeconds }),
    });
  }
  const kept = detections.flatMap((one, at) =>
    judged[at]!.error === error ? (righted.get(at) ?? []) : one,
  );
  return {
    video: { truths, detections: kept },
    count: judged.filter((one) => one.error === error).length,
  };
}
