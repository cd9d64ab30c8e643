import { shown } from "../../core/asking/shown.ts";
import { isRecord } from "../../core/json.ts";
import { failure, type Result, success } from "../../core/result.ts";
import type { DetectedEvent, HasTimedEvents, TruthEvent } from "./has-events.ts";

export interface ActivityNetOptions {
  /**
   * Which part of the ground truth is scored. When left out: all of it where the videos belong to
   * one subset, else `validation`, the toolkit's default, where there is such a one.
   */
  readonly subset?: string;
}

/** What the metrics of detection read, made from the two files of ActivityNet's evaluation. */
export interface ActivityNetEvents {
  /**
   * By video: those of the ground truth in their order, then those only predicted, whose detections
   * are all false.
   */
  readonly videos: ReadonlyMap<string, HasTimedEvents>;
  /** The subset scored; `undefined` where the ground truth names none. */
  readonly subset: string | undefined;
  /**
   * Predicted videos that are not in the scored ground truth: named, since a wrong pair of files
   * shows here first.
   */
  readonly withoutTruth: readonly string[];
  /** Videos of the scored ground truth for which nothing was predicted. */
  readonly withoutPrediction: readonly string[];
}

/**
 * Joins ground truth `{database: {video: {subset, duration, annotations: [{label, segment}]}}}`
 * with predictions `{results: {video: [{label, segment, score}]}}`, both parsed JSON; other members
 * are passed over. A reason for failure names the place. As in the toolkit, detections on videos
 * without truth are false alarms; unlike there, a label that no truth has is no error: its
 * detections are false alarms, and no type of the mean. (github.com/activitynet/ActivityNet,
 * Evaluation/eval_detection.py.)
 */
export function activityNetEvents(
  groundTruth: unknown,
  prediction: unknown,
  options: ActivityNetOptions = {},
): Result<ActivityNetEvents> {
  try {
    return success(join(readTruth(groundTruth, options), readPrediction(prediction)));
  } catch (error) {
    if (error instanceof Misfit) return failure(error.message);
    throw error;
  }
}

/** Ends the reading at the first thing that does not fit; never leaves this file. */
class Misfit extends Error {}

type Fields = Readonly<Record<string, unknown>>;

interface Truth {
  readonly subset: string | undefined;
  readonly videos: ReadonlyMap<string, Omit<HasTimedEvents, "detections">>;
}

function readTruth(document: unknown, options: ActivityNetOptions): Truth {
  const database = fieldsOf(
    fieldsOf(document, "the ground truth").database,
    "database of the ground truth",
  );
  const entries = Object.entries(database).map(
    ([video, value]) => [video, fieldsOf(value, `database.${video}`)] as const,
  );
  const subset = chosenSubset(new Set(entries.map(([, { subset: own }]) => own)), options);
  const videos = new Map<string, Omit<HasTimedEvents, "detections">>();
  for (const [video, { subset: own, duration, annotations }] of entries) {
    if (subset !== undefined && own !== subset) continue;
    const place = `database.${video}`;
    videos.set(video, {
      durationSeconds:
        duration === undefined || duration === null
          ? null
          : positive(duration, `${place}.duration`),
      truths: listOf(annotations ?? [], `${place}.annotations`).map((one, i) =>
        eventOf(one, { place, list: "annotations", i }),
      ),
    });
  }
  return { subset, videos };
}

function chosenSubset(
  present: ReadonlySet<unknown>,
  { subset: wanted }: ActivityNetOptions,
): string | undefined {
  const named = [...present].filter((one) => typeof one === "string");
  const listed = named.map((one) => `"${one}"`).join(", ");
  if (wanted !== undefined) {
    if (present.has(wanted)) return wanted;
    throw new Misfit(
      `the ground truth has no subset "${wanted}"${listed === "" ? ": it names none" : `; it has ${listed}`}`,
    );
  }
  if (present.size <= 1) return named[0];
  if (present.has("validation")) return "validation";
  throw new Misfit(`the ground truth has several subsets, ${listed}: say which one is scored`);
}

function readPrediction(document: unknown): ReadonlyMap<string, readonly DetectedEvent[]> {
  const results = fieldsOf(
    fieldsOf(document, "the prediction").results,
    "results of the prediction",
  );
  return new Map(
    Object.entries(results).map(([video, value]) => {
      const place = `results.${video}`;
      return [
        video,
        listOf(value, place).map((one, i) => detectionOf(one, { place, list: "", i })),
      ];
    }),
  );
}

function join(
  { subset, videos: truths }: Truth,
  detections: ReadonlyMap<string, readonly DetectedEvent[]>,
): ActivityNetEvents {
  const videos = new Map<string, HasTimedEvents>();
  for (const [video, truth] of truths)
    videos.set(video, { video, ...truth, detections: detections.get(video) ?? [] });
  const withoutTruth = [...detections.keys()].filter((video) => !truths.has(video));
  for (const video of withoutTruth)
    videos.set(video, {
      video,
      truths: [],
      detections: detections.get(video)!,
      durationSeconds: null,
    });
  return {
    videos,
    subset,
    withoutTruth,
    withoutPrediction: [...truths.keys()].filter((video) => !detections.get(video)?.length),
  };
}

/**
 * Where a list stands; kept in parts, since a place is spelled out only when something is wrong
 * there.
 */
interface Place {
  readonly place: string;
  readonly list: string;
  readonly i: number;
}

function spelled({ place, list, i }: Place): string {
  return `${place}${list === "" ? "" : `.${list}`}[${i}]`;
}

function eventOf(value: unknown, at: Place): TruthEvent {
  if (!isRecord(value))
    throw new Misfit(`${spelled(at)} must be an object, but is ${shown(value)}`);
  const { label, segment } = value;
  if (typeof label !== "string" || label === "")
    throw new Misfit(`${spelled(at)}.label must be a name, but is ${shown(label)}`);
  const [startSeconds, endSeconds] =
    Array.isArray(segment) && segment.length === 2 ? segment.map(numberOf) : [];
  if (startSeconds === undefined || endSeconds === undefined || !(startSeconds <= endSeconds))
    throw new Misfit(
      `${spelled(at)}.segment must be [start, end] in seconds with start ≤ end, but is ${shown(segment)}`,
    );
  return { type: label, startSeconds, endSeconds };
}

function detectionOf(value: unknown, at: Place): DetectedEvent {
  const { type, startSeconds, endSeconds } = eventOf(value, at);
  const { score } = value as Fields;
  const confidence = numberOf(score);
  if (confidence === undefined)
    throw new Misfit(`${spelled(at)}.score must be a number, but is ${shown(score)}`);
  return { type, startSeconds, endSeconds, confidence };
}

/** Some public copies write numbers as strings. */
function numberOf(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

function positive(value: unknown, place: string): number {
  const number = numberOf(value);
  if (number === undefined || number <= 0)
    throw new Misfit(`${place} must be a number of seconds above 0, but is ${shown(value)}`);
  return number;
}

function fieldsOf(value: unknown, place: string): Fields {
  if (!isRecord(value)) throw new Misfit(`${place} must be an object, but is ${shown(value)}`);
  return value;
}

function listOf(value: unknown, place: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new Misfit(`${place} must be a list, but is ${shown(value)}`);
  return value;
}
