import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import type { Sample } from "../../core/data/sample.ts";
import type { Family } from "../../core/family.ts";
import { canonicalJson } from "../../core/json.ts";
import { findById } from "../../core/registry.ts";
import type { Aspect } from "../../core/scores/aspect.ts";
import { UserError } from "../../core/user-error.ts";
import type { Settled } from "../../engine/settled.ts";
import { contentDigest } from "../../files/content-digest.ts";
import type { Marked } from "../../scoring/scoring.ts";
import { runStores } from "../../store/run-stores.ts";
import { isReference } from "../../summary/baseline-systems.ts";
import type { QueueRequest } from "../../summary/review/review-pages.ts";
import { lentWith } from "../cell/graders.ts";
import { rescoreRun } from "../run/rescore-run.ts";
import type { Task } from "../task/open-task.ts";
import { drawEvenly, LowestKeys } from "./draw-evenly.ts";
import {
  type QueuePlace,
  reviewsFolder,
  type StoredClip,
  type StoredItem,
  type StoredQueue,
  writeQueue,
} from "./queue-file.ts";
import { shownItem, withoutNames } from "./shown-item.ts";

/** Where a queue comes from and where it goes. */
export interface QueuePlaces {
  /** The viewed folder. */
  readonly folder: string;
  /** The folder of the run. */
  readonly directory: string;
}

/** One answer that may be drawn. */
interface Candidate {
  readonly sample: Sample;
  readonly marked: Marked;
  readonly settled: Settled;
}

/** Most items of one queue: nobody rates more, and every one holds what raters are shown. */
const mostItems = 5000;

/**
 * Draws answers of a run at random, as many of each system as can be, and writes them as a queue.
 * The same request draws the same answers, in whatever order the run has them.
 */
export async function makeQueue(
  request: QueueRequest,
  { folder, directory }: QueuePlaces,
): Promise<QueuePlace> {
  checkRequest(request);
  await using store = await runStores.read(directory);
  const drawn = new Map<string, LowestKeys<Candidate>>();
  const answers = new Map<string, number>();
  const names = new Set<string>();
  let task: Task | undefined;
  await rescoreRun({
    store,
    onEvent: () => undefined,
    set: [],
    isOffline: true,
    select: () => undefined,
    taskIds: new Set([request.task]),
    onlyEvidence: true,
    onTasks: async ([opened], systems) => {
      if (!opened) throw new UserError(`the run has no task ${request.task}`);
      task = opened;
      const aspect = aspectOf(opened.family, request.aspect);
      for (const id of systems) names.add(id);
      return ({ system }, sample, marked, settled) => {
        for (const name of namesOf(settled)) names.add(name);
        if (!isWanted(system, settled, request)) return;
        if (marked.outcome?.kind !== "answered") return;
        answers.set(system, (answers.get(system) ?? 0) + 1);
        if (request.from === "judged" && verdictOf(aspect, settled) === null) return;
        if (request.from === "mistakes" && marked.errorClass === null) return;
        const own = drawn.get(system) ?? new LowestKeys<Candidate>(request.n);
        drawn.set(system, own);
        const key = `${request.seed} ${system} ${settled.planned.digest} ${marked.repeat ?? 1}`;
        own.add(contentDigest(key), { sample, marked, settled });
      };
    },
  });
  if (!task) throw new UserError(`the run has no task ${request.task}`);
  for (const id of request.systems ?? [])
    if (!answers.has(id)) throw new UserError(`no answers of a system ${id} on ${request.task}`);
  const chosen = drawEvenly(drawn, request.n);
  if (chosen.length === 0) throw new UserError(nothingDrawn(request));
  const aspect = aspectOf(task.family, request.aspect);
  const name = request.name ?? freeName(folder, `${request.task}-${aspect.id}`);
  const items: StoredItem[] = [];
  for (const { key, value } of chosen)
    items.push(
      await itemOf(value, {
        ...{ aspect, task, names: [...names], queue: name, key },
        place: join(folder, reviewsFolder, name),
      }),
    );
  // The order of drawing would tell systems apart.
  items.sort((a, b) => (a.id < b.id ? -1 : 1));
  const queue: StoredQueue = {
    schema: "vidimus-review/1",
    ...{ name, kind: "answers", createdAt: new Date().toISOString() },
    ...{ run: request.run, task: request.task, family: task.family.id },
    aspect: {
      ...{ id: aspect.id, title: aspect.title, values: aspect.values },
      hidesTruth: aspect.hidesTruth === true,
    },
    ...{ from: request.from, n: request.n, seed: request.seed, wanted: request.raters },
    systems: [...answers].sort().map(([id, count]) => ({
      ...{ id, answers: count },
      drawn: items.filter(({ system }) => system === id).length,
    })),
    ...judgeOf(aspect, chosen[0]!.value, task),
    scoringSeed: task.scoring.seed,
    items,
  };
  return writeQueue(folder, queue);
}

function checkRequest({ n, seed, raters }: QueueRequest): void {
  if (!Number.isInteger(n) || n < 1 || n > mostItems)
    throw new UserError(`a queue has 1 to ${mostItems} answers, not ${n}`);
  if (!Number.isInteger(seed)) throw new UserError(`the seed must be a whole number, not ${seed}`);
  if (!Number.isInteger(raters) || raters < 1 || raters > 9)
    throw new UserError(`a queue has 1 to 9 raters, not ${raters}`);
}

function aspectOf({ people, id }: Family, aspect: string): Aspect {
  const aspects = people.aspects ?? [];
  if (aspects.length === 0)
    throw new UserError(`people cannot be asked anything about answers of the family ${id}`);
  return findById(aspects, aspect, "aspect");
}

/** Baselines are rated only where they are named. */
function isWanted(system: string, { cell }: Settled, { systems }: QueueRequest): boolean {
  return systems ? systems.includes(system) : !isReference(cell.system);
}

function verdictOf({ judge }: Aspect, { grades }: Settled): string | null {
  return judge && judge.role in grades ? judge.verdict(grades[judge.role]) : null;
}

function namesOf({ cell: { system } }: Settled): readonly string[] {
  const { identity } = system;
  const model = identity && typeof identity === "object" && "model" in identity && identity.model;
  return typeof model === "string" ? [system.id, model] : [system.id];
}

function judgeOf(
  { judge }: Aspect,
  { settled }: Candidate,
  { scoring }: Task,
): Pick<StoredQueue, "judge"> {
  const { graders } = lentWith(settled.cell.helpers, scoring.lent);
  const name = judge && graders[judge.role];
  return judge && name !== undefined ? { judge: { role: judge.role, name } } : {};
}

interface ItemSetting {
  readonly aspect: Aspect;
  readonly task: Task;
  /** What must not be read in an answer. */
  readonly names: readonly string[];
  readonly queue: string;
  readonly key: string;
  /** The folder of the queue. */
  readonly place: string;
}

async function itemOf(
  { sample, marked, settled }: Candidate,
  { aspect, task, names, queue, key, place }: ItemSetting,
): Promise<StoredItem> {
  const { outcome, errorClass, repeat = 1 } = marked;
  if (outcome?.kind !== "answered") throw new TypeError("only answers are drawn");
  const { family, settings, scoring } = task;
  const scored = {
    options: settings.options,
    graders: lentWith(settled.cell.helpers, scoring.lent).graders,
    grades: {},
  };
  const shown = shownItem({ family, aspect, sample, prediction: outcome.value, scored });
  const clips: StoredClip[] = [];
  for (const clip of shown.clips)
    clips.push({
      ...clip,
      ...(await task.media.locate(clip.media).then(
        (file) => ({ file: relative(place, file) }),
        (error: unknown) => {
          if (error instanceof UserError) return { problem: error.message };
          throw error;
        },
      )),
    });
  return {
    id: contentDigest(`${queue} ${key}`).slice(0, 12),
    ...{ sample: sample.id, system: settled.cell.system.id, repeat },
    prediction: contentDigest(canonicalJson(outcome.value)),
    ...{ digest: settled.planned.digest, group: sample.group },
    judged: verdictOf(aspect, settled),
    automatic: errorClass,
    shown: { ...withoutNames(shown, names), clips },
  };
}

function nothingDrawn({ from, task }: QueueRequest): string {
  if (from === "judged") return `no answer on ${task} has a verdict of a judge`;
  return from === "mistakes"
    ? `no answer on ${task} has a mistake that rules find`
    : `the run has no answers on ${task}`;
}

/** The name, or the first of it with a number behind that no queue has. */
export function freeName(folder: string, base: string): string {
  const plain = base.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-").slice(0, 70);
  for (let number = 1; ; number++) {
    const name = number === 1 ? plain : `${plain}-${number}`;
    if (!existsSync(join(folder, reviewsFolder, name))) return name;
  }
}
