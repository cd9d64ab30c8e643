import type { Metric } from "../../core/metric.ts";
import type { PrecisionDefinition } from "./average-precision.ts";
import { averageRecall, averageRecallPage } from "./average-recall.ts";
import { detectionLatency, detectionLatencyPage } from "./detection-latency.ts";
import { eventF1, eventF1Page } from "./event-f1.ts";
import type { LatencyRules } from "./event-latencies.ts";
import type { EventSource } from "./event-source.ts";
import { falseAlarmsPerHour, falseAlarmsPerHourPage } from "./false-alarms-per-hour.ts";
import { frameAucPage } from "./frame-auc.ts";
import { frameMapPage } from "./frame-map.ts";
import type { HasTimedEvents } from "./has-events.ts";
import { matchIou, matchIouPage } from "./match-iou.ts";
import { meanAveragePrecision, meanAveragePrecisionPage } from "./mean-average-precision.ts";
import { missRate, missRatePage } from "./miss-rate.ts";
import { type SpottingClasses, spottingMap, spottingMapPage } from "./spotting-map.ts";
import { truthIou, truthIouPage } from "./truth-iou.ts";

/** Every option that a metric of detection may have; each reads its own. */
export interface DetectionOptions {
  /** Of mAP and average recall: the thresholds of tIoU that are averaged. */
  readonly minIous?: readonly number[];
  /** Of mAP. */
  readonly definition?: PrecisionDefinition;
  /** Of all others: the least tIoU of a match. */
  readonly minIou?: number;
  /** Detections below it are ignored; none is when left out. */
  readonly minConfidence?: number;
  /** Of the miss rate. */
  readonly falseAlarmsPerHour?: number;
  /** Of average recall. */
  readonly proposals?: number | "area";
  /** Of average recall: the end of its curve. */
  readonly most?: number;
  /** Of spotting: the tolerances in seconds, where its name does not say them. */
  readonly tolerances?: readonly number[];
  /** Of spotting. */
  readonly framesPerSecond?: number;
  /** Of spotting: which classes the mean is over. */
  readonly spottingClasses?: SpottingClasses;
  /** Of all that match events: shares them; see `sharedEvents`. */
  readonly events?: EventSource;
  /** Of the latency: what counts as the moment of the alert; the end of the detection when left out. */
  readonly alert?: LatencyRules["alert"];
}

/** A metric by the name under which a user asks for it. */
export interface DetectionMetricFactory {
  readonly id: string;
  /** The metric reads evidence of the measure whose signature is given. */
  create(measure: string, options?: DetectionOptions): Metric<HasTimedEvents>;
}

const everyDetection = Number.NEGATIVE_INFINITY;

function latency(share: number): DetectionMetricFactory["create"] {
  return (measure, { minIou = 0.5, minConfidence = everyDetection, alert = "end", events } = {}) =>
    detectionLatency({ measure, share, minIou, minConfidence, alert, ...given({ events }) });
}

/** All metrics of events in videos. */
export const detectionMetrics: readonly DetectionMetricFactory[] = [
  {
    id: "detection-map",
    create: (measure, { definition, minIous, events } = {}) => meanAveragePrecision({ measure, ...given({ definition, minIous, events }) }),
  },
  { id: "event-f1-macro", create: (measure, options) => eventF1({ measure, average: "macro", ...atThreshold(options) }) },
  { id: "event-f1-micro", create: (measure, options) => eventF1({ measure, average: "micro", ...atThreshold(options) }) },
  { id: "event-f1-macro-best", create: (measure, options) => eventF1({ measure, average: "macro", ...atBest(options) }) },
  { id: "event-f1-micro-best", create: (measure, options) => eventF1({ measure, average: "micro", ...atBest(options) }) },
  { id: "false-alarms-per-hour", create: (measure, options) => falseAlarmsPerHour({ measure, ...atThreshold(options) }) },
  {
    id: "miss-rate",
    create: (measure, { falseAlarmsPerHour: most = 1, minIou, events } = {}) =>
      missRate({ measure, falseAlarmsPerHour: most, ...given({ minIou, events }) }),
  },
  { id: "latency-p50", create: latency(0.5) },
  { id: "latency-p95", create: latency(0.95) },
  { id: "truth-iou", create: (measure, { minConfidence, events } = {}) => truthIou({ measure, ...given({ minConfidence, events }) }) },
  {
    id: "match-iou",
    create: (measure, { minConfidence, minIou, events } = {}) => matchIou({ measure, ...given({ minConfidence, minIou, events }) }),
  },
  {
    id: "average-recall",
    create: (measure, { proposals, most, minIous } = {}) => averageRecall({ measure, ...given({ proposals, most, minIous }) }),
  },
  ...(["loose", "tight"] as const).map(
    (tolerances): DetectionMetricFactory => ({
      id: `spotting-map-${tolerances}`,
      create: (measure, { framesPerSecond, spottingClasses: classes } = {}) =>
        spottingMap({ measure, tolerances, ...given({ framesPerSecond, classes }) }),
    }),
  ),
  {
    id: "spotting-map",
    create: (measure, { tolerances, framesPerSecond, spottingClasses: classes } = {}) =>
      spottingMap({ measure, tolerances: tolerances ?? "tight", ...given({ framesPerSecond, classes }) }),
  },
];

function atThreshold({ minConfidence = everyDetection, minIou, events }: DetectionOptions = {}) {
  return { minConfidence, ...given({ minIou, events }) };
}

function atBest({ minIou, events }: DetectionOptions = {}) {
  return { minConfidence: "best" as const, ...given({ minIou, events }) };
}

/** Without what was left out, so that defaults stand. */
function given<T extends object>(options: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}

export const detectionPages = [
  meanAveragePrecisionPage,
  eventF1Page,
  falseAlarmsPerHourPage,
  missRatePage,
  detectionLatencyPage,
  truthIouPage,
  matchIouPage,
  averageRecallPage,
  spottingMapPage,
  frameAucPage,
  frameMapPage,
];
