import type { Analysis } from "../../core/scores/analysis.ts";
import type { Measure } from "../../core/scores/measure.ts";
import type { CorpusMetric, Metric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { averageRecall } from "../../metrics/detection/average-recall.ts";
import { calibratedThreshold } from "../../metrics/detection/calibrated-threshold.ts";
import {
  analysisAtChosenThreshold,
  atChosenThreshold,
} from "../../metrics/detection/chosen-threshold.ts";
import { detCurve } from "../../metrics/detection/det-curve.ts";
import { detectionLatency } from "../../metrics/detection/detection-latency.ts";
import { leastConfidence } from "../../metrics/detection/detection-options.ts";
import { domainTable } from "../../metrics/detection/domain-table.ts";
import { errorCosts } from "../../metrics/detection/error-costs.ts";
import { eventF1 } from "../../metrics/detection/event-f1.ts";
import { type EventSource, sharedEvents } from "../../metrics/detection/event-source.ts";
import { falseAlarmTable } from "../../metrics/detection/false-alarm-table.ts";
import { falseAlarmsPerHour } from "../../metrics/detection/false-alarms-per-hour.ts";
import type { HasTimedEvents } from "../../metrics/detection/has-events.ts";
import { analysisOf, otherSplits, withoutSplit } from "../../metrics/detection/held-out-split.ts";
import { latencyTable } from "../../metrics/detection/latency-table.ts";
import { matchIou } from "../../metrics/detection/match-iou.ts";
import { meanAveragePrecision } from "../../metrics/detection/mean-average-precision.ts";
import { missRate } from "../../metrics/detection/miss-rate.ts";
import { spottingMap } from "../../metrics/detection/spotting-map.ts";
import { truthIou } from "../../metrics/detection/truth-iou.ts";
import { typeAveragePrecision } from "../../metrics/detection/type-average-precision.ts";
import { unknownTypes } from "../../metrics/detection/unknown-types.ts";
import { frameAuc } from "../../metrics/frames/frame-auc.ts";
import { frameMap } from "../../metrics/frames/frame-map.ts";
import type { HasFrameScores } from "../../metrics/frames/has-frame-scores.ts";
import { frameTracks } from "./frame-tracks.ts";
import { keptDetections } from "./kept-detections.ts";
import type { EventOptions, EventPrediction, EventSample } from "./schema.ts";

type EventMeasure<Evidence> = Measure<EventSample, EventPrediction, Evidence>;

/** What every score is computed from: truths and detections as they are, without descriptions. */
export interface EventEvidence extends HasTimedEvents {
  /** Empty where the set names none, like the domain. */
  readonly split: string;
  readonly domain: string;
  readonly isAnswered: boolean;
}

export function eventMeasure(options: EventOptions): EventMeasure<EventEvidence> {
  return {
    signature: signature("events", 2, { times: "seconds", ...keptParameters(options) }),
    measure: ({ sample, prediction, outcome, position }) => ({
      video: sample.id,
      ...(position === undefined ? {} : { position }),
      durationSeconds: sample.durationSeconds,
      split: sample.split ?? "",
      domain: sample.domain ?? "",
      isAnswered: outcome === "answered",
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

interface FrameEvidence extends HasFrameScores {
  readonly split: string;
}

function frameMeasure({ frames }: EventOptions): EventMeasure<FrameEvidence> {
  return {
    signature: signature("event-frames", 1, { of: frames, times: "rounded-to-frames" }),
    measure: ({ sample, prediction }) => ({
      ...frameTracks(sample, prediction, frames === "any"),
      split: sample.split ?? "",
    }),
  };
}

/** What of the options decides which detections are read at all. */
function keptParameters({
  suppressIou,
  mostDetections,
}: EventOptions): Readonly<Record<string, number>> {
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
  const { definition, minIous, minIou, alert } = options;
  const shared = { measure: eventMeasure(options).signature, events: sharedEvents() };
  const { measure } = shared;
  const atThreshold = thresholdOf(options, shared.events).metric;
  const { spottingClasses } = options;
  const spots = (["loose", "tight"] as const).map((tolerances) =>
    spottingMap({ measure, tolerances, spottingClasses }),
  );
  const metrics: readonly EventMetric[] = [
    ...(options.spotting ? spots : []),
    ...[
      meanAveragePrecision({ ...shared, definition, tiou: minIous }),
      ...(minIous.length > 1
        ? minIous.map((one) => meanAveragePrecision({ ...shared, definition, tiou: [one] }))
        : []),
      atThreshold((minConfidence) =>
        eventF1({ ...shared, minIou, minConfidence, average: "macro" }),
      ),
      atThreshold((minConfidence) =>
        eventF1({ ...shared, minIou, minConfidence, average: "micro" }),
      ),
      eventF1({ ...shared, minIou, average: "macro", minConfidence: "best" }),
      atThreshold((minConfidence) => falseAlarmsPerHour({ ...shared, minIou, minConfidence })),
      missRate({ ...shared, minIou, falseAlarmsPerHour: 1 }),
      missRate({ ...shared, minIou, falseAlarmsPerHour: 2 }),
      atThreshold((minConfidence) =>
        detectionLatency({ ...shared, minIou, minConfidence, share: 0.5, alert }),
      ),
      atThreshold((minConfidence) =>
        detectionLatency({ ...shared, minIou, minConfidence, share: 0.95, alert }),
      ),
      atThreshold((minConfidence) => truthIou({ ...shared, minConfidence })),
      atThreshold((minConfidence) => matchIou({ ...shared, minConfidence, minIou })),
      ...(options.proposals
        ? [averageRecall({ measure }), averageRecall({ measure, proposals: "area" })]
        : []),
    ].map((metric) => ofIntervals(metric, shared.events)),
  ];
  const frames: readonly CorpusMetric<FrameEvidence>[] = frameMetrics(options);
  return [
    ...metrics.map((metric) => heldOut(ofKept(withTruthAsCeiling(metric), options), options)),
    ...frames.map((metric) => heldOut(metric, options)),
  ] as readonly Metric[];
}

/** Detection latency of the events that were found, as some layouts define it; misses do not count. */
export function detectedLatency(options: EventOptions, share: number): Metric {
  const { minIou, alert } = options;
  const shared = { measure: eventMeasure(options).signature, events: sharedEvents() };
  const metric = thresholdOf(options, shared.events).metric((minConfidence) =>
    detectionLatency({ ...shared, minIou, minConfidence, share, alert, misses: "excluded" }),
  );
  return heldOut(ofKept(ofIntervals(metric, shared.events), options), options) as Metric;
}

type EventMetric = CorpusMetric<EventEvidence>;

function frameMetrics(options: EventOptions): readonly CorpusMetric<FrameEvidence>[] {
  if (options.frames === "none") return [];
  const { signature: measure } = frameMeasure(options);
  return options.frames === "any" ? [frameAuc(measure), frameMap(measure)] : [frameMap(measure)];
}

/**
 * Moments without length overlap nothing: where all truths are such, scores by overlap are not
 * defined, rather than 0 or, by 0 ÷ 0, perfect.
 */
function ofIntervals(metric: EventMetric, events: EventSource): EventMetric {
  return {
    ...metric,
    prepare(evidence) {
      const { start, end } = events.pack(evidence).truths;
      const isPoint = (place: number) => start[place] === end[place];
      return start.length > 0 && start.every((_, place) => isPoint(place))
        ? () => null
        : metric.prepare(evidence);
    },
  };
}

/**
 * Two moments without length have no overlap, even if they are the same: some truths can then not
 * be found by any detection.
 */
function withTruthAsCeiling(metric: EventMetric): EventMetric {
  const isPoint = ({
    startSeconds,
    endSeconds,
  }: {
    readonly startSeconds: number;
    readonly endSeconds: number;
  }) => startSeconds === endSeconds;
  return {
    ...metric,
    ceiling(evidence) {
      const videos = [...evidence];
      if (!videos.some(({ truths }) => truths.some(isPoint))) return metric.best;
      return metric.prepare(videos.map(perfect))() ?? metric.best;
    },
  };
}

function perfect(video: EventEvidence): EventEvidence {
  const detections = video.truths.flatMap(({ ambiguous, ...truth }) =>
    ambiguous ? [] : [{ ...truth, confidence: 1, alertSeconds: truth.startSeconds }],
  );
  return { ...video, detections };
}

/** Scores of part of the detections are not comparable with scores of all. */
function ofKept(metric: EventMetric, options: EventOptions): EventMetric {
  const parameters = Object.entries(keptParameters(options)).map(
    ([name, value]) => `|${name}:${value}`,
  );
  return { ...metric, signature: `${metric.signature}${parameters.join("")}` };
}

/** Videos of the validation split count nowhere. */
function heldOut<Evidence extends { readonly split: string }>(
  metric: CorpusMetric<Evidence>,
  { validationSplit }: EventOptions,
): CorpusMetric<Evidence> {
  return validationSplit === undefined ? metric : withoutSplit(metric, validationSplit);
}

/**
 * How a threshold of confidence reaches what needs one: as a number, or chosen on the validation
 * split.
 */
function thresholdOf(
  { minConfidence, minIou, validationSplit: split }: EventOptions,
  events: EventSource,
) {
  type Part = (evidence: Iterable<EventEvidence>) => Iterable<EventEvidence>;
  if (minConfidence === "calibrated" && split !== undefined)
    return {
      metric: (at: (minConfidence: number) => EventMetric) =>
        atChosenThreshold(at, { split, minIou, events }),
      analysis: (at: (minConfidence: number) => Analysis<EventEvidence>, part: Part) =>
        analysisAtChosenThreshold(at, { split, minIou, events }, part),
    };
  const fixed = minConfidence === "calibrated" ? Number.NaN : leastConfidence(minConfidence);
  return {
    metric: (at: (minConfidence: number) => EventMetric) => at(fixed),
    analysis: (at: (minConfidence: number) => Analysis<EventEvidence>, part: Part) =>
      analysisOf(at(fixed), part),
  };
}

/** The figures that targets are set for, by domain. */
function domainAnalysis(
  options: EventOptions,
  shared: { readonly measure: string; readonly events: EventSource },
  atThreshold: (at: (minConfidence: number) => EventMetric) => EventMetric,
): Analysis<EventEvidence> {
  const { definition, minIous, minIou, alert } = options;
  const rules = { ...shared, minIou };
  const column = (title: string, metric: EventMetric) => ({
    title,
    isFraction: metric.worst !== null,
    metric: heldOut(metric, options),
  });
  return domainTable<EventEvidence>({
    measure: shared.measure,
    columns: [
      column("mAP", meanAveragePrecision({ ...shared, definition, tiou: minIous })),
      column(
        "macro F1",
        atThreshold((minConfidence) => eventF1({ ...rules, minConfidence, average: "macro" })),
      ),
      column(
        "false alarms per hour",
        atThreshold((minConfidence) => falseAlarmsPerHour({ ...rules, minConfidence })),
      ),
      column(
        "latency P95 (s)",
        atThreshold((minConfidence) =>
          detectionLatency({ ...rules, minConfidence, share: 0.95, alert }),
        ),
      ),
    ],
  });
}

/**
 * Rates are about answered videos: the very same list where all are, so that what was packed is
 * shared.
 */
function onlyAnswered(): (evidence: Iterable<EventEvidence>) => Iterable<EventEvidence> {
  const known = new WeakMap<Iterable<EventEvidence>, Iterable<EventEvidence>>();
  return (evidence) => {
    const found = known.get(evidence);
    if (found) return found;
    const all = [...evidence];
    const kept = all.every(({ isAnswered }) => isAnswered)
      ? evidence
      : all.filter(({ isAnswered }) => isAnswered);
    known.set(evidence, kept);
    return kept;
  };
}

/** Tables and curves beside the scores. All share one packing of the events. */
export function eventAnalyses(options: EventOptions): readonly Analysis[] {
  const { definition, minIous, minIou, alert, validationSplit } = options;
  const shared = { measure: eventMeasure(options).signature, events: sharedEvents() };
  const { measure } = shared;
  const shown = minIous.length > 3 ? [0.5, 0.75].filter((one) => minIous.includes(one)) : minIous;
  const scored =
    validationSplit === undefined
      ? (all: Iterable<EventEvidence>) => all
      : otherSplits<EventEvidence>(validationSplit);
  const { analysis: threshold, metric: metricAt } = thresholdOf(options, shared.events);
  const answered = onlyAnswered();
  const timed = (all: Iterable<EventEvidence>) => answered(scored(all));
  const whole = (analysis: Analysis<EventEvidence>) => analysisOf(analysis, scored);
  const atThreshold = (at: (minConfidence: number) => Analysis<EventEvidence>) =>
    threshold(at, scored);
  return [
    domainAnalysis(options, shared, metricAt),
    whole(typeAveragePrecision({ ...shared, definition, tiou: minIous, shownIous: shown })),
    atThreshold((minConfidence) => unknownTypes({ measure, minConfidence })),
    threshold((minConfidence) => falseAlarmTable({ ...shared, minConfidence, minIou }), timed),
    atThreshold((minConfidence) => latencyTable({ ...shared, minConfidence, minIou, alert })),
    calibratedThreshold({ ...shared, minIou, chosenOn: validationSplit }),
    whole(errorCosts({ ...shared, minIou, definition })),
    analysisOf<EventEvidence>(detCurve({ ...shared, minIou }), timed),
  ] as readonly Analysis[];
}
