import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { z } from "zod";
import type { PlannedSample } from "../../core/data/dataset.ts";
import type { MediaRef } from "../../core/data/sample.ts";
import type { Family } from "../../core/family.ts";
import { canonicalJson, isRecord, type Json } from "../../core/json.ts";
import { UserError } from "../../core/user-error.ts";
import { appendLine, recordsIn } from "../../files/append-line.ts";
import { contentDigest, fileFacts } from "../../files/content-digest.ts";
import { quoted } from "../../files/quoted.ts";
import { shortPath } from "../../files/short-path.ts";
import { runStores } from "../../store/run-stores.ts";
import { splitSystems } from "../../summary/baseline-systems.ts";
import type { PlayableMedia } from "../../summary/browse/playable-media.ts";
import { formatQuantity } from "../../summary/format-number.ts";
import { metricUnit } from "../../summary/metric-unit.ts";
import type {
  ComparedGold,
  CorrectionEntry,
  CorrectionRequest,
  GoldAnswer,
  GoldComparison,
  GoldPage,
  GoldScore,
  Members,
} from "../../summary/review/gold-pages.ts";
import type { ScoreSummary } from "../../summary/score-summary.ts";
import type { SystemSummary } from "../../summary/system-summary.ts";
import { runFacts } from "../output/run-files.ts";
import { rescoreRun } from "../run/rescore-run.ts";
import type { Task } from "../task/open-task.ts";
import { correct, readCorrections } from "../task/task-corrections.ts";

/** The folder of corrections, below the folder that is viewed. */
const correctionsFolder = "corrections";

/** A task of a run in a viewed folder. */
export interface GoldPlace {
  readonly folder: string;
  /** The folder of the run. */
  readonly directory: string;
  /** The id of the run. */
  readonly run: string;
  readonly task: string;
}

export interface GoldSurroundings {
  playable(media: MediaRef, path: string): Promise<PlayableMedia>;
  /** A message without where on this machine something is. */
  publicText(text: string): string;
}

/** A sample with what a correction may change of it. */
export async function goldPage(
  place: GoldPlace,
  sample: string,
  { playable, publicText }: GoldSurroundings,
): Promise<GoldPage> {
  const { planned, task, answers, media } = await readSample(place, sample);
  const { family } = task;
  const file = await correctionsFile(place);
  const history = await historyOf(file, sample);
  const names = correctable(task, planned);
  const members = planned.sample as unknown as Members;
  const before = picked(members, names);
  const { brief } = family.display;
  return {
    ...{ run: place.run, task: place.task, family: family.id, sample },
    asked: brief?.(planned.sample, null).asked ?? sample,
    before,
    now: { ...before, ...history.at(-1)?.truth },
    fixed: Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name))),
    schemas: memberSchemas(family, names),
    answers,
    media: await Promise.all(
      media.map(({ ref: { names: _names, ...ref }, path, problem }) =>
        path === undefined
          ? { ...ref, id: null, problem: publicText(problem ?? "no such file") }
          : playable(ref, path),
      ),
    ),
    history,
    file: relative(place.folder, file),
  };
}

/**
 * Keeps a correction behind all earlier ones; the data stays as it is. @throws {UserError} where the
 * sample would be none any more, or systems would have to be asked again.
 */
export async function correctGold(
  place: GoldPlace,
  sample: string,
  { truth, author, reason }: CorrectionRequest,
): Promise<void> {
  if (author.trim() === "") throw new UserError("a correction needs an author");
  if (reason.trim() === "") throw new UserError("a correction needs a reason");
  const { planned, task } = await readSample(place, sample);
  const names = correctable(task, planned);
  const stray = Object.keys(truth).find((name) => !names.includes(name));
  if (stray !== undefined)
    throw new UserError(
      `${stray} cannot be corrected: it is no part of the truth`,
      `one of ${names.join(", ")}`,
    );
  const members = planned.sample as unknown as Members;
  const changed = Object.fromEntries(
    Object.entries(truth).filter(
      ([name, value]) => canonicalJson(value) !== canonicalJson(members[name] ?? null),
    ),
  );
  const row = {
    sample,
    base: planned.pairing ?? planned.digest,
    truth: changed,
    author: author.trim(),
    reason: reason.trim(),
    at: new Date().toISOString(),
  };
  const after = correct(planned, { ...row, where: "the correction" }, task.family);
  const asked = (one: PlannedSample) =>
    canonicalJson(task.family.asking.asked?.(one.sample, task.settings.options) ?? null);
  if (asked(after) !== asked(planned))
    throw new UserError(
      "this changes what systems are asked, and not only what is true",
      "change the data itself: the same run then asks again about this sample",
    );
  const file = await correctionsFile(place);
  await mkdir(dirname(file), { recursive: true });
  await appendLine(file, row);
}

/** Scores a task under the data as it is and under its corrections; no system is asked. */
export async function goldComparison(place: GoldPlace): Promise<GoldComparison> {
  const { folder, run, task } = place;
  const file = await correctionsFile(place);
  if (!existsSync(file)) throw new UserError(`nothing was corrected in ${task} yet`);
  const { changed, added } = await readCorrections([file]);
  const before = await scoresOf(place, undefined);
  const after = await scoresOf(place, file);
  return {
    ...{ run, task, file: relative(folder, file) },
    corrected: [...changed.values()]
      .filter(({ truth }) => Object.keys(truth).length > 0)
      .map(({ sample }) => sample),
    added: [...added.keys()],
    version: (await fileFacts(file)).sha256.slice(0, 12),
    command: (await usedCorrections(place, file)).command,
    systems: comparedSystems(before, after, added.size),
  };
}

/** How corrections are used: named in the configuration of a run, or to score it under them. */
export async function usedCorrections(
  { directory, task }: Pick<GoldPlace, "directory" | "task">,
  file: string,
): Promise<{ readonly path: string; readonly command: string }> {
  const path = relative(await baseOf(directory), file);
  const setting = quoted(`tasks.${task}.data.corrections=${path}`);
  return { path, command: `vidimus score ${quoted(shortPath(directory))} --set ${setting}` };
}

/** Where corrections of this data go: runs of the same data share them. */
export async function correctionsFile({ folder, directory, task }: GoldPlace): Promise<string> {
  const header = await runStores.header(directory);
  const own = tasksOf(header?.spec).find(({ id }) => id === task);
  if (!own) throw new UserError(`the run has no task ${task}`);
  const { corrections: _corrections, ...data } = isRecord(own.data) ? own.data : {};
  const base = await baseOf(directory);
  const digest = contentDigest(canonicalJson([own.family, data, relative(folder, base)]));
  return join(
    folder,
    correctionsFolder,
    `${task.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-")}-${digest.slice(0, 8)}.jsonl`,
  );
}

async function baseOf(directory: string): Promise<string> {
  return (await runFacts(runStores.files(directory))).base;
}

interface ReadSample {
  readonly planned: PlannedSample;
  readonly task: Task;
  readonly answers: readonly GoldAnswer[];
  readonly media: readonly {
    readonly ref: MediaRef;
    readonly path?: string;
    readonly problem?: string;
  }[];
}

/** The sample as the data has it, without any correction, and what systems answered. */
async function readSample({ directory, task: id }: GoldPlace, sample: string): Promise<ReadSample> {
  await using store = await runStores.read(directory);
  const answers: GoldAnswer[] = [];
  const media: { ref: MediaRef; path?: string; problem?: string }[] = [];
  let task: Task | undefined;
  let planned: PlannedSample | undefined;
  await rescoreRun({
    store,
    onEvent: () => undefined,
    set: [],
    isOffline: true,
    onlyEvidence: true,
    taskIds: new Set([id]),
    select: ({ seed }) => ({ ids: [sample], seed }),
    change: (spec) => withCorrections(spec, id, undefined),
    onTasks: async ([opened]) => {
      task = opened;
      for await (const batch of opened?.samples ?? [])
        planned ??= batch.find((one) => one.sample.id === sample);
      for (const ref of opened && planned ? opened.family.data.refs(planned.sample) : [])
        media.push(
          await opened!.media.locate(ref).then(
            (path) => ({ ref, path }),
            (error: unknown) => ({ ref, problem: String((error as Error).message) }),
          ),
        );
      return ({ system }, own, { outcome, errorClass }) => {
        const value = outcome?.kind === "answered" ? outcome.value : undefined;
        answers.push({
          ...{ system, outcome: outcome?.kind ?? "pending", errorClass },
          answer:
            value === undefined
              ? null
              : (opened?.family.display.brief?.(own, value).answer ?? JSON.stringify(value)),
        });
      };
    },
  });
  if (!task || !planned) throw new UserError(`the task ${id} has no sample ${sample}`);
  // Systems are read side by side, in no order.
  answers.sort((a, b) => (a.system < b.system ? -1 : 1));
  return { planned, task, answers, media };
}

const named = new Set(["id", "group", "split", "media", "metadata"]);

/** Members of the sample that no system is asked about or sent. */
function correctable({ family, settings }: Task, { sample }: PlannedSample): readonly string[] {
  const told = {
    ...family.asking.asked?.(sample, settings.options),
    ...family.asking.withoutTruth?.(sample),
  };
  const schema = sampleSchema(family);
  return Object.keys(schema).filter((name) => !named.has(name) && !(name in told));
}

function memberSchemas(family: Family, names: readonly string[]): Readonly<Record<string, Json>> {
  const schema = sampleSchema(family);
  return Object.fromEntries(names.map((name) => [name, schema[name] ?? {}]));
}

/** JSON Schema of each member of a sample. */
function sampleSchema({ data }: Family): Readonly<Record<string, Json>> {
  const schema = z.toJSONSchema(data.sample, { io: "input", unrepresentable: "any" });
  return (schema.properties ?? {}) as unknown as Readonly<Record<string, Json>>;
}

function picked(members: Members, names: readonly string[]): Members {
  return Object.fromEntries(
    names.flatMap((name) => (members[name] === undefined ? [] : [[name, members[name]]])),
  );
}

async function historyOf(file: string, sample: string): Promise<readonly CorrectionEntry[]> {
  const text = await readFile(file, "utf8").catch(() => "");
  return recordsIn(text).flatMap((row): readonly CorrectionEntry[] => {
    if (!isRecord(row) || row.sample !== sample || !isRecord(row.truth)) return [];
    const { truth, author, reason, at } = row as unknown as CorrectionEntry;
    return [{ truth, author, reason, at }];
  });
}

async function scoresOf(
  { directory, task }: GoldPlace,
  file: string | undefined,
): Promise<readonly SystemSummary[]> {
  await using store = await runStores.read(directory);
  const rescored = await rescoreRun({
    store,
    onEvent: () => undefined,
    set: [],
    isOffline: true,
    taskIds: new Set([task]),
    select: () => undefined,
    change: (spec) => withCorrections(spec, task, file),
  });
  return rescored?.evaluated.summary.tasks.find(({ id }) => id === task)?.systems ?? [];
}

/** The configuration with this file of corrections instead of its own. */
export function withCorrections(spec: Json, task: string, file: string | undefined): Json {
  return {
    ...(spec as Members),
    tasks: tasksOf(spec).map((one) => {
      if (one.id !== task || !isRecord(one.data)) return one;
      const { corrections: _corrections, ...data } = one.data as Members;
      return { ...one, data: file === undefined ? data : { ...data, corrections: file } };
    }),
  };
}

function tasksOf(spec: Json | undefined): readonly Members[] {
  const tasks = isRecord(spec) ? spec.tasks : undefined;
  return Array.isArray(tasks) ? (tasks.filter((task) => isRecord(task)) as Members[]) : [];
}

function comparedSystems(
  before: readonly SystemSummary[],
  after: readonly SystemSummary[],
  added: number,
): readonly ComparedGold[] {
  const { own } = splitSystems(before);
  return before.map((system) => {
    const other = after.find(({ id }) => id === system.id);
    const scores = Object.entries(system.metrics).flatMap(([metric, score]) => {
      const now = other?.metrics[metric];
      return now === undefined
        ? []
        : [
            {
              ...{ metric, title: score.title, unit: metricUnit(score) },
              ...{ before: scoreOf(score), after: scoreOf(now) },
              isSameSamples: added === 0 && score.n === now.n,
            },
          ];
    });
    const isSame = !other || scores.every(({ isSameSamples }) => isSameSamples);
    return {
      system: system.id,
      isReference: !own.includes(system),
      ...(isSame ? {} : { differing: differenceOf(system, other, added) }),
      scores,
    };
  });
}

/** Why scores under old and new gold are not over the same samples. */
function differenceOf(before: SystemSummary, after: SystemSummary, added: number): string {
  const unanswered = after.outcomes.pending - before.outcomes.pending;
  const ungraded = ungradedIn(after) - ungradedIn(before);
  const reasons = [
    ...(added > 0 ? [`${formatQuantity(added, "sample")} added`] : []),
    ...(unanswered > 0
      ? [`no answer to ${formatQuantity(unanswered, "sample")} yet, until the run goes on`]
      : []),
    ...(ungraded > 0
      ? [`${formatQuantity(ungraded, "answer")} not graded anew yet, until the run goes on`]
      : []),
  ];
  return reasons.length > 0
    ? reasons.join("; ")
    : "a metric counts corrected samples that it did not count before, or the other way round";
}

function ungradedIn({ graders = [] }: SystemSummary): number {
  return Math.max(0, ...graders.map(({ due, graded }) => due - graded));
}

function scoreOf({ value, low, high, n }: ScoreSummary): GoldScore {
  return { value, low, high, n };
}
