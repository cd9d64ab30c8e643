import type { Analysis } from "../../core/analysis.ts";
import type { Measure } from "../../core/measure.ts";
import type { Metric } from "../../core/metric.ts";
import { signature } from "../../core/signature.ts";
import { averageRecall } from "../../metrics/detection/average-recall.ts";
import { detCurve } from "../../metrics/detection/det-curve.ts";
import { detectionLatency } from "../../metrics/detection/detection-latency.ts";
import { errorCosts } from "../../metrics/detection/error-costs.ts";
import { eventF1 } from "../../metrics/detection/event-f1.ts";
import { falseAlarmTable } from "../../metrics/detection/false-alarm-table.ts";
import { falseAlarmsPerHour } from "../../metrics/detection/false-alarms-per-hour.ts";
import type { HasTimedEvents } from "../../metrics/detection/has-events.ts";
import { latencyTable } from "../../metrics/detection/latency-table.ts";
import { matchIou } from "../../metrics/detection/match-iou.ts";
import { meanAveragePrecision } from "../../metrics/detection/mean-average-precision.ts";
import { missRate } from "../../metrics/detection/miss-rate.ts";
import { spottingMap } from "../../metrics/detection/spotting-map.ts";
import { truthIou } from "../../metrics/detection/truth-iou.ts";
import { typeAveragePrecision } from "../../metrics/detection/type-average-precision.ts";
import type { EventOptions, EventPrediction, EventSample } from "./schema.ts";

/** What every score of this family is computed from: truths and detections as they are, without descriptions. */
export const eventMeasure: Measure<EventSample, EventPrediction, HasTimedEvents> = {
  signature: signature("events", 1, { times: "seconds" }),
  measure: ({ sample, prediction }) => ({
    durationSeconds: sample.durationSeconds,
    truths: sample.events.map(({ type, startSeconds, endSeconds, ambiguous }) => ({
      type,
      startSeconds,
      endSeconds,
      ...(ambiguous ? { ambiguous } : {}),
    })),
    detections: prediction.events.map(({ type, startSeconds, endSeconds, confidence, alertSeconds }) => ({
      type,
      startSeconds,
      endSeconds,
      confidence,
      ...(alertSeconds === undefined ? {} : { alertSeconds }),
    })),
  }),
};

const measure = eventMeasure.signature;

/** The first is the headline. */
export function eventMetrics(options: EventOptions): readonly Metric[] {
  const { definition, minIous, minIou, minConfidence, alert } = options;
  const atThreshold = { measure, minConfidence, minIou };
  const metrics = [
    meanAveragePrecision({ measure, definition, minIous }),
    ...(minIous.length > 1 ? minIous.map((one) => meanAveragePrecision({ measure, definition, minIous: [one] })) : []),
    eventF1({ ...atThreshold, average: "macro" }),
    eventF1({ ...atThreshold, average: "micro" }),
    eventF1({ measure, minIou, average: "macro", minConfidence: "best" }),
    falseAlarmsPerHour(atThreshold),
    missRate({ measure, minIou, falseAlarmsPerHour: 1 }),
    missRate({ measure, minIou, falseAlarmsPerHour: 2 }),
    detectionLatency({ ...atThreshold, share: 0.5, alert }),
    detectionLatency({ ...atThreshold, share: 0.95, alert }),
    truthIou({ measure, minConfidence }),
    matchIou({ measure, minConfidence, minIou }),
    ...(options.spotting ? [spottingMap({ measure, tolerances: "loose" }), spottingMap({ measure, tolerances: "tight" })] : []),
    ...(options.proposals ? [averageRecall({ measure }), averageRecall({ measure, proposals: "area" })] : []),
  ];
  return metrics as readonly Metric[];
}

/** Tables and curves beside the scores. */
export function eventAnalyses({ definition, minIous, minIou, minConfidence, alert }: EventOptions): readonly Analysis[] {
  const shown = minIous.length > 3 ? [0.5, 0.75].filter((one) => minIous.includes(one)) : minIous;
  return [
    typeAveragePrecision({ measure, definition, minIous: shown.length > 0 ? shown : minIous.slice(0, 1) }),
    falseAlarmTable({ measure, minConfidence, minIou }),
    latencyTable({ measure, minConfidence, minIou, alert }),
    errorCosts({ measure, minIou }),
    detCurve({ measure, minIou }),
  ] as readonly Analysis[];
}
