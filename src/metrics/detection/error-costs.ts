import type { Analysis, Table } from "../../core/analysis.ts";
import type { DetectedEvent, HasEvents, TruthEvent } from "./has-events.ts";
import { type DetectionError, judgeDetections } from "./judge-detections.ts";
import { meanAveragePrecision } from "./mean-average-precision.ts";

export interface ErrorCostOptions {
  readonly measure: string;
  readonly minIou?: number;
}

const errors: readonly DetectionError[] = ["missed", "wrong-type", "imprecise-boundary", "duplicate", "false-alarm"];

/**
 * How often each kind of mistake is made, and what mean average precision would gain if only that kind were put right: detections are given the
 * right type or boundary, or taken away, and truths that were missed are left out (Alwassel et al., 2018, DETAD; Bolya et al., 2020, TIDE).
 */
export function errorCosts({ measure, minIou = 0.5 }: ErrorCostOptions): Analysis<HasEvents> {
  return {
    id: "error-costs",
    title: `Kinds of mistakes, and what mAP at tIoU ${minIou} would gain without each`,
    measure,
    analyse: (evidence) => tabulate([...evidence], minIou),
  };
}

function tabulate(videos: readonly HasEvents[], minIou: number): Table {
  const score = (own: readonly HasEvents[]) => meanAveragePrecision({ measure: "", minIous: [minIou] }).prepare(own)();
  const now = score(videos);
  const judged = videos.map((video) => judgeDetections(video, minIou));
  return {
    kind: "table",
    columns: ["mistake", "count", "mAP without it", "gain"],
    fractions: ["mAP without it", "gain"],
    rows: errors.map((error) => {
      const mended = videos.map((video, at) => mend(video, judged[at]!, error));
      const then = score(mended.map(({ video }) => video));
      const count = mended.reduce((sum, one) => sum + one.count, 0);
      return [error, count, then, then === null || now === null ? null : then - now];
    }),
  };
}

interface Mended {
  readonly video: HasEvents;
  readonly count: number;
}

/** The video as if one kind of mistake had not been made. A mistake that would only repeat a truth that is found goes away. */
function mend(video: HasEvents, { detections: judged, missed }: ReturnType<typeof judgeDetections>, error: DetectionError): Mended {
  const { truths, detections } = video;
  if (error === "missed") {
    const gone = new Set(missed);
    return { video: { truths: truths.filter((_, at) => !gone.has(at)), detections }, count: missed.length };
  }
  const open = new Set(missed);
  const kept: DetectedEvent[] = [];
  let count = 0;
  for (const [at, detection] of detections.entries()) {
    const { error: own, truth } = judged[at]!;
    if (own !== error) {
      kept.push(detection);
      continue;
    }
    count++;
    if (truth === null || !open.delete(truth)) continue;
    kept.push(righted(detection, truths[truth]!, error));
  }
  return { video: { truths, detections: kept }, count };
}

function righted(detection: DetectedEvent, { type, startSeconds, endSeconds }: TruthEvent, error: DetectionError): DetectedEvent {
  return error === "wrong-type" ? { ...detection, type } : { ...detection, startSeconds, endSeconds };
}
