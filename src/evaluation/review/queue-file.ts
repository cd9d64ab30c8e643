import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FeedbackProposal, ReportedFeedback } from "../../core/data/feedback.ts";
import type { MediaRef } from "../../core/data/sample.ts";
import { isRecord } from "../../core/json.ts";
import type { EvidenceClip, View } from "../../core/scores/view.ts";
import { UserError } from "../../core/user-error.ts";
import type { FeedbackRate } from "../../summary/review/feedback-rate.ts";
import type { DrawnFrom } from "../../summary/review/review-pages.ts";

/** The folder of review queues, below the folder that is viewed. */
export const reviewsFolder = "reviews";
const queueName = "queue.json";

/** queue.json: written once and never changed. */
export interface StoredQueue {
  readonly schema: "vidimus-review/1";
  readonly name: string;
  readonly kind: "answers" | "feedback";
  readonly createdAt: string;
  /** The id of the run below the viewed folder; absent where feedback is about no run. */
  readonly run?: string;
  readonly task: string;
  readonly family: string;
  readonly aspect: StoredAspect;
  readonly from: DrawnFrom;
  /** What was asked for; `items` may be fewer. */
  readonly n: number;
  readonly seed: number;
  /** How many people rate every item. */
  readonly wanted: number;
  /** Answers that each system gave, and how many were drawn. */
  readonly systems: readonly {
    readonly id: string;
    readonly answers: number;
    readonly drawn: number;
  }[];
  /** Whose verdicts are in `items`. */
  readonly judge?: { readonly role: string; readonly name: string };
  /** The seed that the task is scored with: intervals of its scores are drawn by it. */
  readonly scoringSeed: number;
  readonly feedback?: FeedbackRate;
  readonly items: readonly StoredItem[];
}

interface StoredAspect {
  readonly id: string;
  readonly title: string;
  readonly values: readonly string[];
  readonly hidesTruth: boolean;
}

/** One answer, with what raters are shown of it and what they are not. */
export interface StoredItem {
  /** Says nothing about the rest. */
  readonly id: string;
  readonly sample: string;
  readonly system: string;
  readonly repeat: number;
  /** SHA-256 of the prediction. */
  readonly prediction: string;
  /** Of the sample. */
  readonly digest: string;
  readonly group: string;
  readonly judged: string | null;
  readonly automatic: string | null;
  readonly shown: ShownItem;
  /** Of feedback: what would change, and why. */
  readonly report?: StoredReport;
}

export interface ShownItem {
  readonly asked: string;
  readonly answer: string;
  readonly truth?: string;
  readonly view?: View;
  readonly clips: readonly StoredClip[];
}

/** A clip with its file as it is found from the queue's folder; absent where there was none. */
export interface StoredClip extends EvidenceClip {
  readonly media: MediaRef;
  readonly file?: string;
  readonly problem?: string;
}

interface StoredReport {
  readonly feedback: ReportedFeedback;
  readonly distance: number | null;
  /** As it was understood when it came in. */
  readonly proposal: FeedbackProposal;
}

/** Where a queue lies. */
export interface QueuePlace {
  readonly directory: string;
  readonly queue: StoredQueue;
}

/** Names of queues are names of folders on every system. */
function checkQueueName(name: string): void {
  if (!/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,79}$/u.test(name) || /[.]$/.test(name))
    throw new UserError(
      `no queue can be called ${JSON.stringify(name)}`,
      "letters, digits, dots, dashes and underscores, 80 at most",
    );
}

/** Puts a new queue in place in one step; one of that name must not exist. */
export async function writeQueue(folder: string, queue: StoredQueue): Promise<QueuePlace> {
  checkQueueName(queue.name);
  const directory = join(folder, reviewsFolder, queue.name);
  await mkdir(join(directory, "labels"), { recursive: true });
  const path = join(directory, queueName);
  try {
    await writeFile(path, `${JSON.stringify(queue, null, 1)}\n`, { flag: "wx", flush: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST")
      throw new UserError(`there is a queue ${queue.name} already`, "choose another name");
    await rm(path, { force: true });
    throw error;
  }
  return { directory, queue };
}

/** One queue by its name. @throws {UserError} where there is none. */
export async function readQueue(folder: string, name: string): Promise<QueuePlace> {
  checkQueueName(name);
  const directory = join(folder, reviewsFolder, name);
  const path = join(directory, queueName);
  if (!existsSync(path)) throw new UserError(`no review queue ${name} in this folder`);
  const queue: unknown = JSON.parse(await readFile(path, "utf8"));
  if (!isRecord(queue) || queue.schema !== "vidimus-review/1")
    throw new UserError(`${path}: is no review queue`, "its schema must be vidimus-review/1");
  return { directory, queue: queue as unknown as StoredQueue };
}

/** All queues of a folder, newest first. */
export async function readQueues(folder: string): Promise<readonly QueuePlace[]> {
  const entries = await readdir(join(folder, reviewsFolder), { withFileTypes: true }).catch(
    () => [],
  );
  const places: QueuePlace[] = [];
  for (const entry of entries)
    if (entry.isDirectory() && existsSync(join(folder, reviewsFolder, entry.name, queueName)))
      places.push(await readQueue(folder, entry.name));
  return places.sort((a, b) => (a.queue.createdAt < b.queue.createdAt ? 1 : -1));
}
