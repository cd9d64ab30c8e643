import { join, relative } from "node:path";
import {
  type FeedbackKind,
  type ReportedFeedback,
  readFeedback,
  uncertainty,
} from "../../core/data/feedback.ts";
import type { MediaRef, Sample } from "../../core/data/sample.ts";
import { canonicalJson, isRecord, type Json } from "../../core/json.ts";
import { UserError } from "../../core/user-error.ts";
import { openDataFile } from "../../datasets/open-data-file.ts";
import { contentDigest } from "../../files/content-digest.ts";
import { clopperPearson } from "../../math/interval/clopper-pearson.ts";
import type { FeedbackRate } from "../../summary/review/feedback-rate.ts";
import type { Task } from "../task/open-task.ts";
import { feedbackAspect } from "./feedback-aspect.ts";
import { freeName } from "./make-queue.ts";
import { proposed } from "./proposed.ts";
import {
  readQueues,
  reviewsFolder,
  type ShownItem,
  type StoredItem,
  type StoredQueue,
  writeQueue,
} from "./queue-file.ts";
import { readRunSamples } from "./read-run-samples.ts";

export interface FeedbackRequest {
  readonly files: readonly string[];
  /** The folder of the run whose dataset is to learn from it. */
  readonly directory: string;
  /** The folder that `vidimus view` shows. */
  readonly folder: string;
  readonly task?: string | undefined;
  readonly name?: string | undefined;
  /** Where a row names none. */
  readonly threshold: number;
  /** Answers given in production; as many as there are rows if absent. */
  readonly answers?: number | undefined;
  readonly raters: number;
  /** The share of answers that should come back with feedback. */
  readonly target: number;
}

/** `vidimus feedback import` as data. */
export interface ImportedFeedback {
  readonly schema: "vidimus-feedback/1";
  /** `null` where nobody says how many answers were given. */
  readonly rate: FeedbackRate | null;
  readonly kinds: Readonly<Record<FeedbackKind, number>>;
  /** `null` where nothing can be reviewed. */
  readonly queue: {
    readonly name: string;
    readonly directory: string;
    readonly items: number;
  } | null;
  readonly leftOut: readonly LeftOut[];
}

/** A row that is not in the queue, and why. */
interface LeftOut {
  readonly where: string;
  readonly reason: string;
}

interface PlacedFeedback extends ReportedFeedback {
  readonly where: string;
}

/** Makes a review queue of feedback from production, most uncertain first. */
export async function importFeedback(request: FeedbackRequest): Promise<ImportedFeedback> {
  const { rows, leftOut: repeated } = await readRows(request.files);
  const told = rows.filter(({ kind }) => kind !== "none");
  const ids = new Set(told.flatMap((row) => sampleIds(row)));
  const { task, samples } = await readRunSamples(request.directory, { task: request.task, ids });
  const leftOut: LeftOut[] = [...repeated];
  const items: StoredItem[] = [];
  const name = request.name ?? freeName(request.folder, `${task.id}-feedback`);
  const place = join(request.folder, reviewsFolder, name);
  const queued = await queuedFeedback(request.folder, {
    run: relative(request.folder, request.directory).replaceAll("\\", "/"),
    task: task.id,
  });
  for (const row of told) {
    const { where: _where, ...feedback } = row;
    const before = hasId(row.given) ? queued.get(digestOf(feedback)) : undefined;
    if (before !== undefined) {
      leftOut.push({ where: row.where, reason: `is in the queue ${before} already` });
      continue;
    }
    const planned = sampleIds(row)
      .map((id) => samples.get(id))
      .find((one) => one !== undefined);
    const proposal = proposed(row, planned?.sample, task.family);
    if (!proposal.ok) {
      leftOut.push({ where: row.where, reason: proposal.reason });
      continue;
    }
    const sample = planned?.sample ?? (proposal.value.added as unknown as Sample);
    items.push({
      id: contentDigest(`${name} ${row.id} ${row.where}`).slice(0, 12),
      sample: sample.id,
      system: row.system ?? "production",
      repeat: items.length + 1,
      prediction: digestOf(feedback),
      digest: planned ? (planned.pairing ?? planned.digest) : "",
      group: sample.group,
      ...{ judged: null, automatic: null },
      shown: await shownFeedback(feedback, {
        ...{ task, sample, place, span: proposal.value.span },
        isKnown: planned !== undefined,
      }),
      report: {
        feedback,
        distance: uncertainty(row, request.threshold),
        proposal: proposal.value,
      },
    });
  }
  // Rows that all have feedback say nothing of how many answers there were.
  const counted = told.length < rows.length ? rows.length : 0;
  const rate = rateOf(told.length, request.answers ?? counted, request.target);
  const kinds = { correction: 0, "false-alarm": 0, missed: 0, none: 0 };
  for (const { kind } of rows) kinds[kind]++;
  if (items.length > 0)
    await writeQueue(request.folder, {
      schema: "vidimus-review/1",
      ...{ name, kind: "feedback", createdAt: new Date().toISOString() },
      run: relative(request.folder, request.directory).replaceAll("\\", "/"),
      ...{ task: task.id, family: task.family.id },
      aspect: {
        ...{ id: feedbackAspect.id, title: feedbackAspect.title, values: feedbackAspect.values },
        hidesTruth: false,
      },
      ...{ from: "all", n: items.length, seed: task.scoring.seed, wanted: request.raters },
      systems: [...Map.groupBy(items, ({ system }) => system)].map(([id, own]) => ({
        ...{ id, answers: own.length, drawn: own.length },
      })),
      scoringSeed: task.scoring.seed,
      ...(rate ? { feedback: rate } : {}),
      items: items.toSorted((a, b) => (distanceOf(a) ?? Infinity) - (distanceOf(b) ?? Infinity)),
    } satisfies StoredQueue);
  return {
    schema: "vidimus-feedback/1",
    rate,
    kinds,
    queue: items.length > 0 ? { name, directory: place, items: items.length } : null,
    leftOut,
  };
}

/** What queues of the same data hold already, by its digest: the name of the queue. */
async function queuedFeedback(
  folder: string,
  { run, task }: { readonly run: string; readonly task: string },
): Promise<ReadonlyMap<string, string>> {
  const own = (await readQueues(folder)).filter(
    ({ queue }) => queue.kind === "feedback" && queue.run === run && queue.task === task,
  );
  return new Map(
    own.flatMap(({ queue }) =>
      queue.items.map(({ prediction }) => [prediction, queue.name] as const),
    ),
  );
}

function digestOf(feedback: ReportedFeedback): string {
  return contentDigest(JSON.stringify(feedback));
}

/** The share of answers with feedback, with an exact interval; `null` where that is not known. */
function rateOf(feedback: number, answers: number, target: number): FeedbackRate | null {
  if (answers === 0) return null;
  if (answers < feedback)
    throw new UserError(
      `${feedback} rows have feedback, but only ${answers} answers are said to be given`,
      "--answers counts all answers of the system, also those without feedback",
    );
  const { low, high } = clopperPearson(feedback, answers);
  return {
    ...{ feedback, answers, rate: feedback / answers, low, high, target },
    verdict: low > target ? "met" : high <= target ? "not met" : "unsure",
  };
}

/**
 * The rows of all files. One that stands there twice counts once. @throws {UserError} where two that
 * differ have the same id.
 */
async function readRows(
  files: readonly string[],
): Promise<{ readonly rows: readonly PlacedFeedback[]; readonly leftOut: readonly LeftOut[] }> {
  const rows: PlacedFeedback[] = [];
  const leftOut: LeftOut[] = [];
  const known = new Map<string, PlacedFeedback>();
  for (const path of files)
    for await (const batch of openDataFile(path).rows())
      for (const { line, value, path: own = path } of batch) {
        const where = `${own}:${line}`;
        const read = readFeedback(value, rows.length + 1);
        if (!read.ok) throw new UserError(`${where}: ${read.reason}`, "a row of feedback");
        // Blank cells of a table say nothing; read as numbers they would be 0.
        const cells = Object.entries(isRecord(value) ? value : {}).filter(
          ([, cell]) => cell !== "" && cell !== undefined,
        );
        const given = Object.fromEntries(cells) as Readonly<Record<string, Json>>;
        const row = { ...read.value, given, where };
        const before = hasId(given) ? known.get(row.id) : undefined;
        if (before && !isSameRow(before, row))
          throw new UserError(
            `${where}: the id ${row.id} is that of another row: ${before.where}`,
            "ids name one piece of feedback each; give one of the rows another id",
          );
        if (before) leftOut.push({ where, reason: `the same row as ${before.where}` });
        else rows.push(row);
        if (hasId(given)) known.set(row.id, before ?? row);
      }
  if (rows.length === 0) throw new UserError(`${files.join(", ")}: no row of feedback`);
  return { rows, leftOut };
}

/** Rows without an id are called by their number, which says nothing of the next file. */
function hasId({ id, feedback_id: other }: ReportedFeedback["given"]): boolean {
  return [id, other].some((one) => one !== undefined && one !== null && String(one).trim() !== "");
}

function isSameRow(one: PlacedFeedback, other: PlacedFeedback): boolean {
  return canonicalJson(one.given) === canonicalJson(other.given);
}

/** The sample that a row names, or the video where samples are videos. */
function sampleIds({ sample, given }: ReportedFeedback): readonly string[] {
  const video = given.video_id;
  return [sample, typeof video === "string" ? video : undefined].filter((id) => id !== undefined);
}

function distanceOf({ report }: StoredItem): number | null {
  return report?.distance ?? null;
}

interface Showing {
  readonly task: Task;
  /** As the dataset has it, or as it would be added. */
  readonly sample: Sample;
  readonly isKnown: boolean;
  readonly place: string;
  readonly span: { readonly startSeconds: number; readonly endSeconds: number } | undefined;
}

async function shownFeedback(
  { asked, answer, given }: ReportedFeedback,
  { task, sample, isKnown, place, span }: Showing,
): Promise<ShownItem> {
  const { display, data } = task.family;
  const brief = display.brief?.(sample, null);
  const located = async (media: MediaRef) =>
    task.media.locate(media).then(
      (file) => ({ file: relative(place, file) }),
      (error: unknown) => {
        if (error instanceof UserError) return { problem: error.message };
        throw error;
      },
    );
  return {
    asked: asked ?? brief?.asked ?? sample.id,
    answer: answer ?? eventWords(given) ?? "(the file does not say what was answered)",
    ...(isKnown && brief?.truth !== undefined ? { truth: brief.truth } : {}),
    clips: await Promise.all(
      data.refs(sample).map(async (media) => ({
        label: span ? `${media.path}, ${span.startSeconds}–${span.endSeconds} s` : media.path,
        media,
        ...(span ?? { startSeconds: 0, endSeconds: 0 }),
        ...(await located(media)),
      })),
    ),
  };
}

/** "fall, 3–7 s", of rows that are about an event. */
function eventWords({
  event_type: type,
  start_sec: start,
  end_sec: end,
}: ReportedFeedback["given"]) {
  return type === undefined ? undefined : `${String(type)}, ${String(start)}–${String(end)} s`;
}
