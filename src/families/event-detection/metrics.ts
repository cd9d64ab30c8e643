import type { Analysis } from "../../core/analysis.ts";
import type { Measure } from "../../core/measure.ts";
import type { CorpusMetric, Metric } from "../../core/metric.ts";
import { signature } from "../../core/signature.ts";
import { averageRecall } from "../../metrics/detection/average-recall.ts";
import { calibratedThreshold } from "../../metrics/detection/calibrated-threshold.ts";
import { detCurve } from "../../metrics/detection/det-curve.ts";
import { detectionLatency } from "../../metrics/detection/detection-latency.ts";
import { errorCosts } from "../../metrics/detection/error-costs.ts";
import { eventF1 } from "../../metrics/detection/event-f1.ts";
import { sharedEvents } from "../../metrics/detection/event-source.ts";
import { falseAlarmTable } from "../../metrics/detection/false-alarm-table.ts";
import { falseAlarmsPerHour } from "../../metrics/detection/false-alarms-per-hour.ts";
import { frameAuc } from "../../metrics/detection/frame-auc.ts";
import { frameMap } from "../../metrics/detection/frame-map.ts";
import type { HasTimedEvents } from "../../metrics/detection/has-events.ts";
import type { HasFrameScores } from "../../metrics/detection/has-frame-scores.ts";
import { latencyTable } from "../../metrics/detection/latency-table.ts";
import { matchIou } from "../../metrics/detection/match-iou.ts";
import { meanAveragePrecision } from "../../metrics/detection/mean-average-precision.ts";
import { missRate } from "../../metrics/detection/miss-rate.ts";
import { spottingMap } from "../../metrics/detection/spotting-map.ts";
import { truthIou } from "../../metrics/detection/truth-iou.ts";
import { typeAveragePrecision } from "../../metrics/detection/type-average-precision.ts";
import { unknownTypes } from "../../metrics/detection/unknown-types.ts";
import { frameTracks } from "./frame-tracks.ts";
import { keptDetections } from "./kept-detections.ts";
import type { EventOptions, EventPrediction, EventSample } from "./schema.ts";

type EventMeasure<Evidence> = Measure<EventSample, EventPrediction, Evidence>;

/** What every score is computed from: truths and detections as they are, without descriptions. */
interface EventEvidence extends HasTimedEvents {
  /** Empty where the set names none. */
  readonly split: string;
}

function eventMeasure(options: EventOptions): EventMeasure<EventEvidence> {
  return {
    signature: signature("events", 1, { times: "seconds", ...keptParameters(options) }),
    measure: ({ sample, prediction }) => ({
      durationSeconds: sample.durationSeconds,
      split: sample.split ?? "",
      truths: sample.events.map(({ type, startSeconds, endSeconds, ambiguous }) => ({
        type,
        startSeconds,
        endSeconds,
        ...(ambiguous ? { ambiguous } : {}),
      })),
      detections: keptDetections(prediction.events, options),
    }),
  };
}

function frameMeasure({ frames }: EventOptions): EventMeasure<HasFrameScores> {
  return {
    signature: signature("event-frames", 1, { of: frames, times: "rounded-to-frames" }),
    measure: ({ sample, prediction }) => frameTracks(sample, prediction, frames === "any"),
  };
}

/** What of the options decides which detections are read at all. */
function keptParameters({ suppressIou, mostDetections }: EventOptions): Readonly<Record<string, number>> {
  return {
    ...(suppressIou === undefined ? {} : { suppressIou }),
    ...(mostDetections === undefined ? {} : { mostDetections }),
  };
}

export function eventMeasures(options: EventOptions): readonly EventMeasure<unknown>[] {
  return [eventMeasure(options), ...(options.frames === "none" ? [] : [frameMeasure(options)])];
}

/** The first is the headline. All share one packing of the events. */
export function eventMetrics(options: EventOptions): readonly Metric[] {
  const { definition, minIous, minIou, minConfidence, alert } = options;
  const shared = { measure: eventMeasure(options).signature, events: sharedEvents() };
  const { measure } = shared;
  const atThreshold = { ...shared, minConfidence, minIou };
  const metrics = [
    meanAveragePrecision({ ...shared, definition, minIous }),
    ...(minIous.length > 1 ? minIous.map((one) => meanAveragePrecision({ ...shared, definition, minIous: [one] })) : []),
    eventF1({ ...atThreshold, average: "macro" }),
    eventF1({ ...atThreshold, average: "micro" }),
    eventF1({ ...shared, minIou, average: "macro", minConfidence: "best" }),
    falseAlarmsPerHour(atThreshold),
    missRate({ ...shared, minIou, falseAlarmsPerHour: 1 }),
    missRate({ ...shared, minIou, falseAlarmsPerHour: 2 }),
    detectionLatency({ ...atThreshold, share: 0.5, alert }),
    detectionLatency({ ...atThreshold, share: 0.95, alert }),
    truthIou({ ...shared, minConfidence }),
    matchIou({ ...shared, minConfidence, minIou }),
    ...(options.spotting ? [spottingMap({ measure, tolerances: "loose" }), spottingMap({ measure, tolerances: "tight" })] : []),
    ...(options.proposals ? [averageRecall({ measure }), averageRecall({ measure, proposals: "area" })] : []),
  ];
  return [...(metrics as readonly Metric[]).map((metric) => ofKept(metric, options)), ...frameMetrics(options)];
}

function frameMetrics(options: EventOptions): readonly Metric[] {
  if (options.frames === "none") return [];
  const { signature: measure } = frameMeasure(options);
  const metrics = options.frames === "any" ? [frameAuc(measure), frameMap(measure)] : [frameMap(measure)];
  return metrics as readonly CorpusMetric<never>[] as readonly Metric[];
}

/** Scores of part of the detections are not comparable with scores of all. */
function ofKept(metric: Metric, options: EventOptions): Metric {
  const parameters = Object.entries(keptParameters(options)).map(([name, value]) => `|${name}:${value}`);
  return { ...metric, signature: `${metric.signature}${parameters.join("")}` };
}

/** Tables and curves beside the scores. */
export function eventAnalyses(options: EventOptions): readonly Analysis[] {
  const { definition, minIous, minIou, minConfidence, alert } = options;
  const measure = eventMeasure(options).signature;
  const shown = minIous.length > 3 ? [0.5, 0.75].filter((one) => minIous.includes(one)) : minIous;
  return [
    typeAveragePrecision({ measure, definition, minIous: shown.length > 0 ? shown : minIous.slice(0, 1) }),
    unknownTypes({ measure, minConfidence }),
    falseAlarmTable({ measure, minConfidence, minIou }),
    latencyTable({ measure, minConfidence, minIou, alert }),
    calibratedThreshold({ measure, minIou }),
    errorCosts({ measure, minIou }),
    detCurve({ measure, minIou }),
  ] as readonly Analysis[];
}
