import { isRecord } from "../../../core/json.ts";
import { signature } from "../../../core/scores/signature.ts";
import { UserError } from "../../../core/user-error.ts";
import { openSingleFile } from "../../../datasets/open-single-file.ts";
import {
  type ActivityNetEvents,
  activityNetEvents,
} from "../../../metrics/detection/activitynet-events.ts";
import type { HasTimedEvents } from "../../../metrics/detection/has-events.ts";
import { textOption } from "../../../metrics/metric-option.ts";
import { computeMetrics } from "./compute-metrics.ts";
import type { AskedMetric, MetricReader, MetricRequest, ScoredFiles } from "./metric-input.ts";

const ambiguousOption = textOption({
  name: "ambiguous",
  default: "none",
  meaning:
    "the label of truths that need not be found, and whose detections are neither right nor wrong; Ambiguous in THUMOS-14",
});

/** Events in videos, as ActivityNet writes them. */
export const reader: MetricReader = { options: { events: [ambiguousOption] }, open };

interface Given {
  readonly ambiguous?: string;
}

async function open({ flags, asked, file }: MetricRequest): Promise<ScoredFiles> {
  const events = await readEvents(
    file("reference"),
    file("prediction"),
    flags.subset as string | undefined,
  );
  const videos = [...events.videos.values()];
  // All that the two files say of a video is read, but for truths of a label that is ambiguous.
  const computed = computeMetrics(asked, (_, { ambiguous }: Given) => ({
    measure: signature("activitynet-events", 2, { ambiguous: ambiguous ?? "none" }),
    evidence: withAmbiguous(videos, ambiguous),
  }));
  const notes = [...notesOf(events, videos), ...labelNotes(videos, asked)];
  return {
    units: "videos",
    n: videos.length,
    names: [...events.videos.keys()],
    ...computed,
    notes,
  };
}

async function readEvents(
  reference: string,
  prediction: string,
  subset: string | undefined,
): Promise<ActivityNetEvents> {
  const truth = await (await openSingleFile(reference)).document();
  const found = await (await openSingleFile(prediction)).document();
  const events = activityNetEvents(truth, found, subset === undefined ? {} : { subset });
  if (events.ok) {
    const bare = notAnnotated(truth, events.value);
    if (bare === undefined) return events.value;
    throw new UserError(
      `${reference}: database.${bare}.annotations is missing`,
      "where nothing happens, write annotations: []",
    );
  }
  if (isRecord(truth) && isRecord(found) && !truth.database && truth.results && found.database)
    throw new UserError(
      `${reference} holds predictions and ${prediction} the ground truth`,
      "swap --reference and --prediction",
    );
  const path = /^(?:results|the prediction)/.test(events.reason) ? prediction : reference;
  throw new UserError(
    `${path}: ${events.reason}`,
    "ground truth: {database: {video: {subset, duration, annotations: [{label, segment}]}}}; predictions: {results: {video: [{label, segment, score}]}}",
  );
}

/**
 * The first video to be scored of which the ground truth does not say what happens there; a
 * misspelt member looks like this.
 */
function notAnnotated(
  truth: unknown,
  { videos, withoutTruth }: ActivityNetEvents,
): string | undefined {
  const database = isRecord(truth) && isRecord(truth.database) ? truth.database : {};
  const scored = [...videos.keys()].slice(0, videos.size - withoutTruth.length);
  return scored.find(
    (video) => (database[video] as Readonly<Record<string, unknown>>).annotations === undefined,
  );
}

/** Labels that occur on one side alone are often spelt differently on the other. */
function labelNotes(
  videos: readonly HasTimedEvents[],
  asked: readonly AskedMetric[],
): readonly string[] {
  const known = new Set(videos.flatMap(({ truths }) => truths.map(({ type }) => type)));
  const detected = new Set(videos.flatMap(({ detections }) => detections.map(({ type }) => type)));
  const ambiguous = new Set(asked.flatMap(({ options }) => (options as Given).ambiguous ?? []));
  return [
    ...some(
      [...detected].filter((type) => !known.has(type)),
      "detected label is nowhere in the ground truth: its detections are false, and no average over labels has it",
      "detected labels are nowhere in the ground truth: their detections are false, and no average over labels has them",
    ),
    ...[...ambiguous]
      .filter((label) => !known.has(label))
      .map((label) => `no truth has the ambiguous label ${label}`),
  ];
}

/** Truths of that label stand for events of any type that may or may not be there. */
function withAmbiguous(
  videos: readonly HasTimedEvents[],
  label: string | undefined,
): readonly HasTimedEvents[] {
  if (label === undefined) return videos;
  return videos.map((video) => ({
    ...video,
    truths: video.truths.map((truth) =>
      truth.type === label ? { ...truth, type: "", ambiguous: true } : truth,
    ),
  }));
}

function notesOf(
  { subset, withoutTruth, withoutPrediction, videos: all }: ActivityNetEvents,
  videos: readonly HasTimedEvents[],
): readonly string[] {
  const scored = all.size - withoutTruth.length;
  const where = subset === undefined ? "in the ground truth" : "in the ground truth of this subset";
  const unknownLength =
    videos.filter(({ durationSeconds }) => durationSeconds === null).length - withoutTruth.length;
  return [
    `${scored} ${scored === 1 ? "video" : "videos"}${subset === undefined ? "" : ` of the subset ${subset}`}`,
    ...some(
      withoutTruth,
      `predicted video is not ${where}: its detections are false, and part of no rate per hour`,
      `predicted videos are not ${where}: their detections are false, and part of no rate per hour`,
    ),
    ...some(withoutPrediction, "video has no prediction", "videos have no prediction"),
    ...(unknownLength > 0
      ? [
          `${unknownLength} ${unknownLength === 1 ? "video" : "videos"} of unknown length: not part of any rate per hour`,
        ]
      : []),
  ];
}

function some(names: readonly string[], one: string, several: string): readonly string[] {
  if (names.length === 0) return [];
  const shown = names.slice(0, 3).join(", ");
  return [
    `${names.length} ${names.length === 1 ? one : several} (${shown}${names.length > 3 ? ", …" : ""})`,
  ];
}
