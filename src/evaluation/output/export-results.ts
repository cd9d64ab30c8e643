import {
  appendFileSync,
  constants,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { modelOf } from "../../core/asking/priced-system.ts";
import type { PlannedSample } from "../../core/data/dataset.ts";
import type { Sample } from "../../core/data/sample.ts";
import type {
  DataTexts,
  Export,
  ExportAbout,
  ExportGathering,
  ExportItem,
  ExportPiece,
  SuiteAbout,
  SuiteSystem,
  SuiteTask,
} from "../../core/family/display-facet.ts";
import { findById } from "../../core/registry.ts";
import type { RunStore } from "../../core/run/run-store.ts";
import type { Cell } from "../../engine/cell.ts";
import { runCell } from "../../engine/run-cell.ts";
import { takeAnswers } from "../../engine/take-answers.ts";
import { contentDigest } from "../../files/content-digest.ts";
import { makeFolder } from "../../files/make-folder.ts";
import { askedSeconds } from "../../scoring/asked-seconds.ts";
import { isBaseline, isReference } from "../../summary/baseline-systems.ts";
import type { Scores } from "../../summary/score-summary.ts";
import type { Summary } from "../../summary/summary.ts";
import { lentWith } from "../cell/graders.ts";
import { makeDispatcher } from "../cell/make-dispatcher.ts";
import type { Task } from "../task/open-task.ts";

export interface ExportRequest {
  readonly ids: readonly string[];
  readonly tasks: readonly Task[];
  readonly cells: readonly Cell[];
  /** What people say of the answers is taken from it, since it needs intervals to be quoted. */
  readonly summary: Summary;
  /** Tasks that could not be scored; layouts that keep the tasks of a system together say so. */
  readonly failures?: readonly {
    readonly task: string;
    readonly options: unknown;
    readonly error: string;
  }[];
  /** What holds the answers; absent where systems have them in memory. */
  readonly store?: RunStore | undefined;
  /** Whether graders may be asked: only where no log holds their grades. */
  readonly asks: boolean;
  readonly directory: string;
}

/**
 * Writes results in foreign layouts, `<directory>/<export>/<task>/<system>/…`, without a folder for
 * each system where the layout has one file for all of them, or `<system>/<task>/…` where it keeps
 * the tasks of a system together; and where a layout
 * knows several tasks in one file also `<directory>/<export>/<system>.json`; returns the files.
 */
export async function exportResults({
  ids,
  tasks,
  cells,
  summary,
  failures = [],
  store,
  asks,
  directory,
}: ExportRequest): Promise<readonly string[]> {
  const written = new Set<string>();
  const { gpus } = summary.machine ?? { gpus: [] };
  // Foreign layouts know one answer per sample: that of the first repeat.
  for (const id of ids) {
    const merged = new Map<
      string,
      { readonly texts: string[]; readonly merge: (texts: readonly string[]) => string }
    >();
    const gathered = new Map<string, ExportGathering<Sample, unknown>>();
    const able = tasksThatExport(id, tasks);
    const met = new Set<string>();
    const suites = new Map<string, SystemSuite>();
    for (const cell of cells.filter(({ repeat }) => repeat === 0)) {
      const task = able.find((one) => one.id === cell.task);
      if (!task) continue;
      const layout = findById(task.family.display.exports, id, "export");
      const suite = layout.suite && suiteOf(suites, { cell, task, id });
      const folder = suite
        ? join(directory, id, cell.system.id, suite.folder)
        : join(directory, id, task.id, layout.isShared ? "" : cell.system.id);
      const isFirst = !met.has(task.id);
      met.add(task.id);
      const gathering = gathered.get(task.id) ?? layout.gather?.(cell.settings.options);
      if (gathering) gathered.set(task.id, gathering);
      const items = tapped(ended(task, cell, { store, asks }), (item) => {
        if (!isBaseline(cell.system)) gathering?.add(cell.system.id, item);
      });
      for await (const { path, text } of layout.write(items, {
        task: task.id,
        system: cell.system.id,
        isFirst,
        options: cell.settings.options,
        lent: lentWith(cell.helpers, task.scoring.lent),
        ...(store && store.header.createdAt > 0 ? { startedAt: store.header.createdAt } : {}),
        ...(modelOf(cell.system) === undefined
          ? {}
          : { model: { name: modelOf(cell.system)!, speaks: cell.system.speaks } }),
        training: cell.training?.report,
        people: quotedScores(summary, cell),
        ...(gpus.length > 0
          ? { peakVramBytes: gpus.reduce((sum, gpu) => sum + gpu.memory.peak, 0) }
          : {}),
      })) {
        writePiece(folder, { path, text }, written);
        suite?.pieces.push({ path, text });
        if (!layout.merge) continue;
        const own = merged.get(cell.system.id) ?? { texts: [], merge: layout.merge };
        own.texts.push(text);
        merged.set(cell.system.id, own);
      }
      if (layout.suite?.modelFile)
        await writeModel(resolve(folder, layout.suite.modelFile), cell, { store, written });
    }
    finishSuites(join(directory, id), [...suites.values()], {
      failures,
      written,
      ...(store && store.header.createdAt > 0 ? { startedAt: store.header.createdAt } : {}),
    });
    for (const [task, gathering] of gathered)
      for (const piece of gathering.finish()) writePiece(join(directory, id, task), piece, written);
    // Where there are several tasks, also those find their report there that only some of them ask.
    for (const [system, { texts, merge }] of able.length > 1 ? merged : []) {
      const target = join(directory, id, `${system}.json`);
      writeFileSync(target, merge(texts));
      written.add(target);
    }
  }
  return [...written];
}

/** Tasks of a summary that failed, with the options by which layouts name them. */
export function exportFailures(
  { failures = [] }: Summary,
  tasks: readonly Task[],
): NonNullable<ExportRequest["failures"]> {
  return failures.flatMap(({ task: id, error }) => {
    const task = tasks.find((one) => one.id === id);
    return task ? [{ task: id, options: task.settings.options, error }] : [];
  });
}

/** What the tasks of a system wrote, where a layout keeps them in one folder. */
interface SystemSuite {
  readonly system: SuiteSystem;
  readonly layout: Export<Sample, unknown>;
  /** Where the data of its first task is. */
  readonly data: string | undefined;
  readonly tasks: SuiteTask<unknown>[];
}

/** The next task of a system; where two are called the same, the later one has its own name. */
function suiteOf(
  suites: Map<string, SystemSuite>,
  { cell, task, id }: { readonly cell: Cell; readonly task: Task; readonly id: string },
) {
  const layout = findById(task.family.display.exports, id, "export");
  const { id: name, kind, identity } = cell.system;
  const system = { id: name, kind, identity, isReference: isReference(cell.system) };
  const suite = suites.get(system.id) ?? { system, layout, data: task.folder(), tasks: [] };
  suites.set(system.id, suite);
  const usual = layout.suite!.folder(cell.settings.options);
  const folder = ownFolder(usual, task.id, suite.tasks);
  const own = { folder, options: cell.settings.options, pieces: [] as ExportPiece[] };
  suite.tasks.push(own);
  return own;
}

/** The usual folder of a task, or where another has it one by the task's own name. */
function ownFolder(
  usual: string,
  task: string,
  others: readonly { readonly folder: string }[],
): string {
  const isFree = (name: string) => others.every(({ folder }) => folder !== name);
  const names = [usual, task, ...others.map((_, at) => `${task}-${at + 2}`)];
  return names.find(isFree)!;
}

/** Writes what a head learnt, where the run keeps it. */
async function writeModel(
  target: string,
  { training }: Cell,
  { store, written }: { readonly store: RunStore | undefined; readonly written: Set<string> },
): Promise<void> {
  const artefact = training && (await store?.artefacts.get(training.digest));
  if (!artefact) return;
  const { modelArrays } = await import("../../systems/heads/model-arrays.ts");
  const arrays = modelArrays(artefact);
  if (!arrays) return;
  const { writeNpz } = await import("../../datasets/arrays/write-npz.ts");
  await writeNpz(target, arrays);
  written.add(target);
}

interface Finishing extends Pick<SuiteAbout, "startedAt"> {
  readonly failures: NonNullable<ExportRequest["failures"]>;
  readonly written: Set<string>;
}

/** Writes what stands beside the tasks of each system, and beside the systems. */
function finishSuites(
  folder: string,
  suites: readonly SystemSuite[],
  { failures, written, startedAt }: Finishing,
): void {
  const aboutOf = ({ data }: SystemSuite): SuiteAbout => ({
    data: data === undefined ? undefined : dataTexts(data),
    startedAt,
  });
  const finished = suites.map((suite) => {
    const layout = suite.layout.suite!;
    const tasks: SuiteTask<unknown>[] = [...suite.tasks];
    for (const { task, options, error } of failures) {
      const folder = ownFolder(layout.folder(options), task, tasks);
      tasks.push({ folder, options, pieces: [], error });
    }
    return { ...suite, tasks };
  });
  for (const { tasks, ...suite } of finished) {
    const own = join(folder, suite.system.id);
    const about = { ...aboutOf({ ...suite, tasks }), system: suite.system };
    for (const piece of suite.layout.suite!.finish(tasks, about))
      if ("text" in piece) writePiece(own, piece, written);
      else if (suite.data !== undefined) copyPiece(own, suite.data, piece, written);
  }
  const [first] = finished;
  if (!first || finished.length === 1) return;
  const systems = finished.map(({ system, tasks }) => ({ ...system, tasks }));
  for (const piece of first.layout.suite!.together?.(systems, aboutOf(first)) ?? [])
    writePiece(folder, piece, written);
}

function copyPiece(
  folder: string,
  data: string,
  { path, copies }: { readonly path: string; readonly copies: string },
  written: Set<string>,
): void {
  const [source, target] = [resolve(data, copies), resolve(folder, path)];
  if (!existsSync(source)) return;
  makeFolder(dirname(target));
  // Large tables are shared with their copies where the file system can.
  copyFileSync(source, target, constants.COPYFILE_FICLONE);
  written.add(target);
}

function dataTexts(folder: string): DataTexts {
  const paths = existsSync(folder) ? readdirSync(folder, { recursive: true }) : [];
  return {
    paths: paths.map((path) => String(path).replaceAll(sep, "/")).sort(),
    text(path) {
      const file = resolve(folder, path);
      return existsSync(file) ? readFileSync(file, "utf8") : undefined;
    },
  };
}

/** Appends a piece to its file, which this export starts anew. */
function writePiece(folder: string, { path, text }: ExportPiece, written: Set<string>): void {
  const target = resolve(folder, path);
  if (!target.startsWith(resolve(folder) + sep))
    throw new RangeError(`an export may not leave its folder: ${path}`);
  if (written.has(target)) appendFileSync(target, text);
  else {
    makeFolder(dirname(target));
    writeFileSync(target, text);
  }
  written.add(target);
}

async function* tapped<T>(items: AsyncIterable<T>, tap: (item: T) => void): AsyncGenerator<T> {
  for await (const item of items) {
    tap(item);
    yield item;
  }
}

/** The tasks whose family knows a layout; where none does, that is a mistake. */
export function tasksThatExport(id: string, tasks: readonly Task[]): readonly Task[] {
  const layouts = new Map(
    tasks.flatMap(({ family }) => family.display.exports).map((layout) => [layout.id, layout]),
  );
  findById([...layouts.values()], id, "export");
  return tasks.filter(({ family }) => family.display.exports.some((layout) => layout.id === id));
}

/** Scores by people that are not withheld, by aspect and then by metric. */
function quotedScores({ tasks }: Summary, cell: Cell): ExportAbout<unknown>["people"] & object {
  const system = tasks
    .find(({ id }) => id === cell.task)
    ?.systems.find(({ id }) => id === cell.system.id);
  const values = (scores: Scores) =>
    Object.fromEntries(Object.entries(scores).map(([id, { value }]) => [id, value]));
  return Object.fromEntries(
    (system?.aspects ?? []).flatMap(({ id, people }) =>
      people ? [[id, values(people.scores)]] : [],
    ),
  );
}

/** The samples of a cell with their outcomes, a batch at a time. */
async function* ended(
  task: Task,
  cell: Cell,
  { store, asks }: Pick<ExportRequest, "store" | "asks">,
): AsyncGenerator<ExportItem<Sample, unknown>> {
  if (!store) {
    yield* answersOf(task, cell);
    return;
  }
  const never = new AbortController().signal;
  const dispatcher = makeDispatcher({}, { stop: never, abort: never });
  for await (const batch of cell.samples ?? task.samples) {
    // Graders answer in their own order; layouts number samples by their places.
    const items = new Map<PlannedSample, ExportItem<Sample, unknown>>();
    const one = {
      async *[Symbol.asyncIterator]() {
        yield batch;
      },
    };
    await runCell(cell, one, {
      store,
      digest: contentDigest,
      clock: Date.now,
      dispatcher,
      abort: never,
      stop: never,
      retry: new Set(),
      asks,
      onSettled: (settled) => {
        const { planned, outcome, grades } = settled;
        if (outcome)
          items.set(planned, {
            sample: planned.sample,
            outcome,
            grades,
            seconds: askedSeconds(settled),
          });
      },
    });
    for (const planned of batch) {
      const item = items.get(planned);
      if (item) yield item;
    }
  }
}

async function* answersOf(task: Task, cell: Cell): AsyncGenerator<ExportItem<Sample, unknown>> {
  const { system } = cell;
  if (system.speaks !== "prediction")
    throw new TypeError(`the system ${system.id} has no answers in memory`);
  for await (const batch of task.samples)
    for (const { planned, outcome, grades } of await takeAnswers(cell, system, batch))
      if (outcome) yield { sample: planned.sample, outcome, grades, seconds: undefined };
}
