import type { Analysis } from "../../../core/analysis.ts";
import { isRecord } from "../../../core/json.ts";
import { signature } from "../../../core/signature.ts";
import { UserError } from "../../../core/user-error.ts";
import { openDataFile } from "../../../datasets/open-data-file.ts";
import { type ActivityNetEvents, activityNetEvents } from "../../../metrics/detection/activitynet-events.ts";
import { detCurve } from "../../../metrics/detection/det-curve.ts";
import { falseAlarmTable } from "../../../metrics/detection/false-alarm-table.ts";
import type { HasTimedEvents } from "../../../metrics/detection/has-events.ts";
import { type DetectionOptions, detectionMetrics } from "../../../metrics/detection/index.ts";
import { latencyTable } from "../../../metrics/detection/latency-table.ts";
import { activityNetIous } from "../../../metrics/detection/mean-average-precision.ts";
import { spottingClassNames } from "../../../metrics/detection/spotting-map.ts";
import { typeAveragePrecision } from "../../../metrics/detection/type-average-precision.ts";
import type { Flags } from "../command.ts";
import { figure } from "./figure.ts";
import type { AskedMetric, Figure, MetricInput, OfferedMetric, ScoredFiles } from "./metric-input.ts";
import { choiceOption, numberOption, numbersOption, type OptionKind, textOption } from "./metric-option.ts";
import { requiredFlag } from "./required-flag.ts";

const usage = "--reference <ActivityNet JSON> --prediction <ActivityNet JSON> [--subset <name>]";

/** What the metrics read of a video: all that the two files say of it, but for truths of a label that is ambiguous. */
function measureOf({ ambiguous = "none" }: Given): string {
  return signature("activitynet-events", 2, { ambiguous });
}

const proposalsOption: OptionKind = {
  name: "proposals",
  default: "100",
  meaning: "how many proposals per video are read on average, or area for the area under the curve up to most",
  expects: "a whole number from 1 on, or area",
  parse: (text) => (text === "area" ? text : /^[1-9]\d*$/.test(text) ? Number(text) : undefined),
};

/** Events in videos, as ActivityNet writes them. */
export const detectionInput: MetricInput = {
  id: "detection",
  summary: "events in videos, ground truth and predictions as ActivityNet JSON",
  usage,
  flags: ["reference", "prediction", "subset", "tiou", "definition"],
  options: [
    numbersOption(
      { name: "tiou", default: "0.5:0.05:0.95", meaning: "thresholds of tIoU; mAP is printed at each and on average" },
      { isAboveZero: true, most: 1 },
    ),
    choiceOption(
      {
        name: "definition",
        default: "activitynet",
        meaning: "what average precision means: activitynet (interpolated), thumos14, sum (not interpolated), 101-point (COCO)",
      },
      ["activitynet", "thumos14", "sum", "101-point"],
      { thumos: "thumos14" },
    ),
    numberOption({ name: "minIou", default: "0.5", meaning: "the least tIoU of a match" }, { isAboveZero: true, most: 1 }),
    numberOption({ name: "minConfidence", default: "none", meaning: "detections of lower confidence are ignored" }),
    numberOption({ name: "falseAlarmsPerHour", default: "1", meaning: "how many false alarms per hour are allowed" }, { least: 0 }),
    proposalsOption,
    numberOption(
      { name: "most", default: "100", meaning: "the end of the curve of average recall, in proposals per video" },
      { least: 1, isWhole: true },
    ),
    numbersOption(
      {
        name: "tolerances",
        default: "1,2,3,4,5",
        meaning: "how far apart two spots on either side of a truth may be, in seconds and rising; 1 is SoccerNet's at1",
      },
      { isAboveZero: true },
    ),
    numberOption({ name: "framesPerSecond", default: "2", meaning: "of the grid on which times are compared" }, { isAboveZero: true }),
    choiceOption(
      {
        name: "spottingClasses",
        keys: ["over"],
        default: "with-truth",
        meaning:
          "the mean is over types with a truth, or over all classes of SoccerNet's program: soccernet-v2 (17), soccernet-ball (PASS, DRIVE)",
      },
      spottingClassNames,
    ),
    textOption({
      name: "ambiguous",
      default: "none",
      meaning: "the label of truths that need not be found, and whose detections are neither right nor wrong; Ambiguous in THUMOS-14",
    }),
    choiceOption({ name: "alert", default: "end", meaning: "which moment of a detection is its alert: start or end" }, ["start", "end"]),
  ],
  metrics: [
    offer("detection-map", "Mean average precision", ["tiou", "definition"]),
    offer("event-f1-macro", "F1, mean over types", ["minIou", "minConfidence"], "event-f1"),
    offer("event-f1-micro", "F1 of all types together", ["minIou", "minConfidence"], "event-f1"),
    offer("event-f1-macro-best", "F1, mean over types, best threshold", ["minIou"], "event-f1"),
    offer("event-f1-micro-best", "F1 of all types together, best threshold", ["minIou"], "event-f1"),
    offer("false-alarms-per-hour", "False alarms per hour", ["minIou", "minConfidence"]),
    offer("miss-rate", "Miss rate at a rate of false alarms", ["minIou", "falseAlarmsPerHour"]),
    offer("latency-p50", "Median latency in seconds", ["minIou", "minConfidence", "alert"], "detection-latency"),
    offer("latency-p95", "P95 of the latency in seconds", ["minIou", "minConfidence", "alert"], "detection-latency"),
    offer("truth-iou", "Mean best tIoU over truths", ["minConfidence"]),
    offer("match-iou", "Mean tIoU over matches", ["minIou", "minConfidence"]),
    offer("average-recall", "Average recall at so many proposals per video", ["tiou", "proposals", "most"]),
    offer("spotting-map-loose", "Average mAP of spotting, loose", ["framesPerSecond", "spottingClasses"], "spotting-map"),
    offer("spotting-map-tight", "Average mAP of spotting, tight", ["framesPerSecond", "spottingClasses"], "spotting-map"),
    { ...offer("spotting-map", "mAP of spotting within tolerances", ["tolerances", "framesPerSecond", "spottingClasses"]), isApart: true },
    offer("type-average-precision", "Table: average precision by event type", ["tiou", "definition"], "detection-map"),
    offer("false-alarms", "Table: false alarms by event type", ["minIou", "minConfidence"], "false-alarms-per-hour"),
    offer("latency", "Table: alerts by event type", ["minIou", "minConfidence", "alert"], "detection-latency"),
    offer("det", "Curve: miss rate against false alarms per hour", ["minIou"], "miss-rate"),
  ],
  open,
};

function offer(id: string, title: string, options: readonly string[], page = id): OfferedMetric {
  return { id, title, options: [...options, "ambiguous"], pages: [page] };
}

interface Given extends Omit<DetectionOptions, "minIous"> {
  readonly tiou?: readonly number[];
  readonly ambiguous?: string;
}

async function open(flags: Flags, asked: readonly AskedMetric[]): Promise<ScoredFiles> {
  const reference = requiredFlag(flags, "reference", usage);
  const prediction = requiredFlag(flags, "prediction", usage);
  const subset = flags.subset as string | undefined;
  const events = await readEvents(reference, prediction, subset);
  const videos = [...events.videos.values()];
  const figures = asked.flatMap(({ id, options }) => figuresOf(id, options, withAmbiguous(videos, options)));
  const analyses = asked.flatMap(({ id, options }) => {
    const analysis = analysisOf(id, options);
    return analysis ? [{ key: id, title: analysis.title, data: analysis.analyse(withAmbiguous(videos, options)) }] : [];
  });
  const notes = [...notesOf(events, videos), ...labelNotes(videos, asked)];
  return { units: "videos", n: videos.length, names: [...events.videos.keys()], figures, analyses, notes };
}

async function readEvents(reference: string, prediction: string, subset: string | undefined): Promise<ActivityNetEvents> {
  const truth = await openDataFile(reference).document();
  const found = await openDataFile(prediction).document();
  const events = activityNetEvents(truth, found, subset === undefined ? {} : { subset });
  if (events.ok) {
    const bare = notAnnotated(truth, events.value);
    if (bare === undefined) return events.value;
    throw new UserError(`${reference}: database.${bare}.annotations is missing`, "where nothing happens, write annotations: []");
  }
  if (isRecord(truth) && isRecord(found) && !truth.database && truth.results && found.database)
    throw new UserError(`${reference} holds predictions and ${prediction} the ground truth`, "swap --reference and --prediction");
  const path = /^(?:results|the prediction)/.test(events.reason) ? prediction : reference;
  throw new UserError(
    `${path}: ${events.reason}`,
    "ground truth: {database: {video: {subset, duration, annotations: [{label, segment}]}}}; predictions: {results: {video: [{label, segment, score}]}}",
  );
}

/** The first video to be scored of which the ground truth does not say what happens there; a misspelt member looks like this. */
function notAnnotated(truth: unknown, { videos, withoutTruth }: ActivityNetEvents): string | undefined {
  const database = isRecord(truth) && isRecord(truth.database) ? truth.database : {};
  const scored = [...videos.keys()].slice(0, videos.size - withoutTruth.length);
  return scored.find((video) => (database[video] as Readonly<Record<string, unknown>>).annotations === undefined);
}

/** Labels that occur on one side alone are often spelt differently on the other. */
function labelNotes(videos: readonly HasTimedEvents[], asked: readonly AskedMetric[]): readonly string[] {
  const known = new Set(videos.flatMap(({ truths }) => truths.map(({ type }) => type)));
  const detected = new Set(videos.flatMap(({ detections }) => detections.map(({ type }) => type)));
  const ambiguous = new Set(asked.flatMap(({ options }) => (options as Given).ambiguous ?? []));
  return [
    ...some(
      [...detected].filter((type) => !known.has(type)),
      "detected label is nowhere in the ground truth: its detections are false, and no average over labels has it",
      "detected labels are nowhere in the ground truth: their detections are false, and no average over labels has them",
    ),
    ...[...ambiguous].filter((label) => !known.has(label)).map((label) => `no truth has the ambiguous label ${label}`),
  ];
}

/** Truths of that label stand for events of any type that may or may not be there. */
function withAmbiguous(videos: readonly HasTimedEvents[], { ambiguous: label }: Given): readonly HasTimedEvents[] {
  if (label === undefined) return videos;
  return videos.map((video) => ({
    ...video,
    truths: video.truths.map((truth) => (truth.type === label ? { ...truth, type: "", ambiguous: true } : truth)),
  }));
}

function figuresOf(id: string, given: Given, videos: readonly HasTimedEvents[]): readonly Figure[] {
  const { tiou, ambiguous, ...rest } = given;
  const factory = detectionMetrics.find((one) => one.id === id);
  if (!factory) return [];
  const measure = measureOf(given);
  if (id !== "detection-map") return [figure(factory.create(measure, tiou ? { ...rest, minIous: tiou } : rest), videos)];
  const minIous = tiou ?? activityNetIous;
  const each = minIous.map((minIou) => figure(factory.create(measure, { ...rest, minIous: [minIou] }), videos, `${id}@${minIou}`));
  return [figure(factory.create(measure, { ...rest, minIous }), videos, id), ...(minIous.length === 1 ? [] : each)];
}

function analysisOf(id: string, given: Given) {
  const { tiou, definition, minIou = 0.5, minConfidence = Number.NEGATIVE_INFINITY, alert = "end" } = given;
  const measure = measureOf(given);
  const analyses: Readonly<Record<string, () => Analysis<HasTimedEvents>>> = {
    "type-average-precision": () => typeAveragePrecision({ measure, ...(tiou && { minIous: tiou }), ...(definition && { definition }) }),
    "false-alarms": () => falseAlarmTable({ measure, minIou, minConfidence }),
    latency: () => latencyTable({ measure, minIou, minConfidence, alert }),
    det: () => detCurve({ measure, minIou }),
  };
  return analyses[id]?.();
}

function notesOf(
  { subset, withoutTruth, withoutPrediction, videos: all }: ActivityNetEvents,
  videos: readonly HasTimedEvents[],
): readonly string[] {
  const scored = all.size - withoutTruth.length;
  const where = subset === undefined ? "in the ground truth" : "in the ground truth of this subset";
  const unknownLength = videos.filter(({ durationSeconds }) => durationSeconds === null).length - withoutTruth.length;
  return [
    `${scored} ${scored === 1 ? "video" : "videos"}${subset === undefined ? "" : ` of the subset ${subset}`}`,
    ...some(
      withoutTruth,
      `predicted video is not ${where}: its detections are false, and part of no rate per hour`,
      `predicted videos are not ${where}: their detections are false, and part of no rate per hour`,
    ),
    ...some(withoutPrediction, "video has no prediction", "videos have no prediction"),
    ...(unknownLength > 0
      ? [`${unknownLength} ${unknownLength === 1 ? "video" : "videos"} of unknown length: not part of any rate per hour`]
      : []),
  ];
}

function some(names: readonly string[], one: string, several: string): readonly string[] {
  if (names.length === 0) return [];
  const shown = names.slice(0, 3).join(", ");
  return [`${names.length} ${names.length === 1 ? one : several} (${shown}${names.length > 3 ? ", …" : ""})`];
}
