import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type Label, readLabel } from "../../core/data/label.ts";
import { isRecord } from "../../core/json.ts";
import { UserError } from "../../core/user-error.ts";
import { appendLine, recordsIn } from "../../files/append-line.ts";
import { contentDigest } from "../../files/content-digest.ts";
import type { LabelRequest, RaterProgress } from "../../summary/review/review-pages.ts";
import type { QueuePlace, StoredItem, StoredQueue } from "./queue-file.ts";

/** The folder of a queue that `vidimus score --labels` reads. */
const labelsFolder = "labels";
const adjudicatedName = "adjudicated.jsonl";

/** What somebody said of an item, with their note. */
export interface ItemLabel extends Label {
  readonly item: string;
  readonly note?: string;
}

/** All labels of a queue, each rater's in the order in which they were given. */
export async function queueLabels({ directory, queue }: QueuePlace): Promise<readonly ItemLabel[]> {
  const folder = join(directory, labelsFolder);
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".jsonl"));
  const items = new Map(queue.items.map((item) => [placeOf(item), item.id]));
  return names.sort().flatMap((name) => {
    const path = join(folder, name);
    return recordsIn(readFileSync(path, "utf8")).flatMap((row, at): readonly ItemLabel[] => {
      const { values, id } = queue.aspect;
      const label = readLabel(row, { task: queue.task, aspects: [{ id, values }] });
      if (!label.ok) throw new UserError(`${path}:${at + 1}: ${label.reason}`);
      const item = label.value ? items.get(placeOf(label.value)) : undefined;
      if (!label.value || item === undefined) return [];
      const note = isRecord(row) && typeof row.note === "string" ? { note: row.note } : {};
      return [{ ...label.value, item, ...note }];
    });
  });
}

/** How far each rater came, in the order of their names. */
export function progressOf(labels: readonly ItemLabel[]): readonly RaterProgress[] {
  const own = Map.groupBy(
    labels.filter(({ isAdjudicated }) => !isAdjudicated),
    ({ rater }) => rater,
  );
  return [...own]
    .map(([rater, said]) => ({ rater, rated: new Set(said.map(({ item }) => item)).size }))
    .sort((a, b) => (a.rater < b.rater ? -1 : 1));
}

/** Whether as many people as are wanted have rated everything. */
export function isDone(
  { wanted, items }: StoredQueue,
  progress: readonly RaterProgress[],
): boolean {
  return progress.filter(({ rated }) => rated === items.length).length >= wanted;
}

/**
 * Keeps what a rater says of an item, on the disk before it returns. @throws {UserError} where the
 * queue has its raters, or where all have rated and seen what the others say.
 */
export async function addLabel(place: QueuePlace, request: LabelRequest): Promise<void> {
  const { queue } = place;
  const rater = checkRater(request.rater);
  const progress = progressOf(await queueLabels(place));
  if (isDone(queue, progress))
    throw new UserError("everything is rated and can be seen: labels do not change any more");
  const others = progress.filter((one) => one.rater !== rater).map((one) => one.rater);
  if (others.length >= queue.wanted)
    throw new UserError(
      `this queue has its ${queue.wanted === 1 ? "rater" : "raters"}: ${others.join(", ")}`,
      "rate under one of these names, or make a queue for more raters",
    );
  await keep(place, request, { rater, isAdjudicated: false });
}

/** Keeps what was decided after all raters had spoken. */
export async function addAdjudication(place: QueuePlace, request: LabelRequest): Promise<void> {
  const progress = progressOf(await queueLabels(place));
  if (!isDone(place.queue, progress))
    throw new UserError("raters have not finished: nothing is adjudicated before they have");
  await keep(place, request, { rater: checkRater(request.rater), isAdjudicated: true });
}

interface Giving {
  readonly rater: string;
  readonly isAdjudicated: boolean;
}

async function keep(
  { directory, queue }: QueuePlace,
  { item: id, value, note }: LabelRequest,
  { rater, isAdjudicated }: Giving,
): Promise<void> {
  const item = queue.items.find((one) => one.id === id);
  if (!item) throw new UserError(`the queue ${queue.name} has no item ${id}`);
  const { aspect, task } = queue;
  if (!aspect.values.includes(value))
    throw new UserError(
      `${aspect.id} cannot be ${JSON.stringify(value)}`,
      `one of ${aspect.values.join(", ")}`,
    );
  const { sample, system, repeat, prediction } = item;
  const name = isAdjudicated ? adjudicatedName : `${fileName(rater)}.jsonl`;
  await appendLine(join(directory, labelsFolder, name), {
    ...{ sample, system, task, aspect: aspect.id, rater, value, repeat, prediction },
    ...(isAdjudicated ? { adjudicated: true } : {}),
    ...(note === undefined || note.trim() === "" ? {} : { note: note.trim() }),
    at: new Date().toISOString(),
  });
}

/** The path that `vidimus score --labels` is given. */
export function labelsOf(directory: string): string {
  return join(directory, labelsFolder);
}

function placeOf({
  sample,
  system,
  repeat,
}: Pick<StoredItem, "sample" | "repeat"> & { readonly system?: string }): string {
  return JSON.stringify([sample, system, repeat]);
}

/** The name as it is kept. */
export function checkRater(name: string): string {
  const kept = name.trim();
  if (kept === "" || kept.length > 60 || /\p{Cc}/u.test(kept))
    throw new UserError("a rater needs a name of 1 to 60 characters");
  return kept;
}

/** A name for every rater that no other has, whatever they are called. */
function fileName(rater: string): string {
  const plain = rater.toLowerCase().replaceAll(/[^a-z0-9-]+/g, "-");
  const isPlain = plain === rater && !/^-|-$/.test(plain);
  return isPlain ? `by-${plain}` : `by-${plain}-${contentDigest(rater).slice(0, 6)}`;
}
