import { resolve } from "node:path";
import type { SystemConfig, TaskConfig } from "../config/config.ts";
import type { FrameRef } from "../core/asking/chat.ts";
import type { DirectSystem } from "../core/asking/system.ts";
import { findById } from "../core/registry.ts";
import { UserError } from "../core/user-error.ts";
import { openDataFile } from "../datasets/open-data-file.ts";
import type { Selection } from "../datasets/select-samples.ts";
import type { Cell } from "../engine/cell.ts";
import { takeAnswers } from "../engine/take-answers.ts";
import { adjustComparisons } from "../scoring/comparison/adjust-comparisons.ts";
import { PlannedCounter } from "../scoring/evidence/planned-set.ts";
import { ephemeralRunStore } from "../store/ephemeral-run-store.ts";
import type { Summary, TaskFailure, TaskSummary } from "../summary/summary.ts";
import { predictions, systemsIn } from "../systems/predictions.ts";
import { cellScorer, interruptible } from "./cell/evaluate-cell.ts";
import { makeGraders } from "./cell/graders.ts";
import { modelOpener } from "./cell/model-opener.ts";
import { prepareCells } from "./cell/prepare-cell.ts";
import { withSignals } from "./cell/read-signals.ts";
import type { OnEvent } from "./evaluation-event.ts";
import { loadRegistries } from "./extend/load-registries.ts";
import { exportResults } from "./output/export-results.ts";
import { ProgressMeter } from "./progress-meter.ts";
import { type Evaluation, evaluateTasks, taskSummary } from "./run/evaluate-tasks.ts";
import { withRelativePaths } from "./run/relative-paths.ts";
import { onlyRead } from "./run/rescore-run.ts";
import { selectionText } from "./run/selection-text.ts";
import { closing } from "./task/closing.ts";
import { dataName } from "./task/data-name.ts";
import { lendTables } from "./task/lend-tables.ts";
import { openTask, type Task } from "./task/open-task.ts";

export interface GatheringRequest {
  /** Its paths are relative to the working directory. */
  readonly task: TaskConfig;
  /** The file or folder of the answers. */
  readonly path: string;
  /** Of the answers; recognised if absent. */
  readonly format?: string | undefined;
  readonly variant?: string | undefined;
  /** The graders that the task names. */
  readonly graders: readonly SystemConfig[];
  readonly selection: Selection;
  readonly seed: number;
  readonly isOffline: boolean | undefined;
  readonly onEvent: OnEvent;
  readonly onSample?: Evaluation["onSample"];
}

export interface PredictionsRequest extends GatheringRequest {
  /** Formats that results are exported in, and where to. */
  readonly exports: readonly string[];
  readonly output: string;
}

/** What the scores of answers that were made elsewhere are computed from; nothing is scored. */
export async function gatherPredictions(
  request: GatheringRequest,
  onScored: NonNullable<Evaluation["onScored"]>,
): Promise<void> {
  const task = await openPredictionsTask(request);
  await using _task = closing([task]);
  const systems = await openPredictions(task, request);
  if (request.graders.length > 0) {
    for (const system of systems) await evaluateGraded(task, system, { ...request, onScored });
    return;
  }
  using meter = new ProgressMeter(request.onEvent);
  for (const system of systems) {
    const taken = await takeSystem(task, system, { ...request, meter, isCompared: true });
    const { scorer, planned } = taken;
    const remarks = strangersOf(system, request.selection);
    onScored(
      { task: task.id, system: system.id },
      { ...scorer.evidence(), planned: planned.set(), remarks },
      task.scoring,
    );
  }
}

/** Scores answers that were made elsewhere, without a configuration and without a run. */
export async function scorePredictions(request: PredictionsRequest): Promise<Summary> {
  const task = await openPredictionsTask(request);
  await using _task = closing([task]);
  const systems = await openPredictions(task, request);
  const { summary, cells, store } =
    request.graders.length > 0
      ? await scoreGraded(task, systems[0]!, request)
      : await scoreStraight(task, systems, request);
  await exportScored([task], request, { cells, summary, ...(store ? { store } : {}) });
  return summary;
}

/**
 * Scores all tasks of a folder of results. One that cannot be scored is named, and the others go on.
 */
export async function scoreFolder(
  tasks: readonly TaskConfig[],
  request: Omit<PredictionsRequest, "task" | "graders">,
): Promise<Summary> {
  const scored: { readonly task: Task; readonly result: ScoredTask }[] = [];
  const failures: TaskFailure[] = [];
  const opened: Task[] = [];
  await using _tasks = closing(opened);
  for (const config of tasks) {
    const own = { ...request, task: config, graders: [] };
    try {
      const task = await openPredictionsTask(own);
      opened.push(task);
      const systems = await openPredictions(task, own);
      scored.push({ task, result: await scoreTask(task, systems, own) });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      failures.push({ task: config.id, error: error.message });
      request.onEvent({ type: "warning", text: `${config.id} is not scored: ${error.message}` });
    }
  }
  if (scored.length === 0)
    throw new UserError(failures[0]?.error ?? "the folder holds no task that can be scored");
  const summary: Summary = {
    ...summaryOf(
      dataName(request.path),
      scored.map(({ result }) => result.summary),
      request,
    ),
    ...(failures.length > 0 ? { failures } : {}),
  };
  const cells = scored.flatMap(({ result }) => result.cells);
  await exportScored(
    scored.map(({ task }) => task),
    request,
    { cells, summary, failed: tasks.filter(({ id }) => failures.some(({ task }) => task === id)) },
  );
  return summary;
}

interface ScoredResults extends ScoredPredictions {
  /** Tasks that could not be scored. */
  readonly failed?: readonly TaskConfig[];
}

async function exportScored(
  tasks: readonly Task[],
  { exports: ids, output, onEvent }: Pick<PredictionsRequest, "exports" | "output" | "onEvent">,
  { summary, cells, store, failed = [] }: ScoredResults,
): Promise<void> {
  const failures = failed.map(({ id, options }) => ({
    task: id,
    options,
    error: summary.failures?.find(({ task }) => task === id)?.error ?? "",
  }));
  const paths = await exportResults({
    ids,
    tasks,
    cells,
    summary,
    failures,
    store,
    asks: true,
    directory: output,
  });
  if (paths.length > 0) onEvent({ type: "exported", directory: output, paths });
}

async function openPredictionsTask(request: GatheringRequest): Promise<Task> {
  const { task: config, onEvent, isOffline, seed, selection } = request;
  const directory = process.cwd();
  const { families, systemKinds } = await loadRegistries({
    families: [config.family],
    systemKinds: request.graders.map(({ kind }) => kind),
  });
  const opened = openTask(config, {
    directory,
    families,
    selection,
    seed,
    isOffline,
    keepsMedia: false,
    graders: request.graders,
    systemKinds,
    onWarning: (text) => onEvent({ type: "warning", text }),
  });
  return lendTables(opened, config, { directory });
}

function contextOf(task: Task, seed: number) {
  return {
    task: task.id,
    family: task.family,
    options: task.settings.options,
    seed,
    open: (path: string) => openDataFile(resolve(path)),
    frame: async (frame: FrameRef) => (await task.media.open()).bytes(frame),
  };
}

/** The answers as a system or, where the file names several, as one of each name. */
async function openPredictions(
  task: Task,
  { path, format, variant, seed }: GatheringRequest,
): Promise<readonly DirectSystem[]> {
  const context = contextOf(task, seed);
  const found = await systemsIn(context.open(path), task.family.data.predictionFormats, {
    wanted: format,
    options: context.options,
  });
  const named = found.filter((name) => variant === undefined || name === variant);
  const wanted: readonly (string | undefined)[] = named.length === 0 ? [undefined] : named;
  return Promise.all(
    wanted.map(
      async (name) =>
        (await predictions.create(
          { path, format, variant: name ?? variant },
          { ...context, id: name ?? dataName(path) },
        )) as DirectSystem,
    ),
  );
}

interface ScoredPredictions {
  readonly summary: Summary;
  readonly cells: readonly Cell[];
  /** Absent where the answers are all there is. */
  readonly store?: ReturnType<typeof ephemeralRunStore>;
}

interface ScoredTask {
  readonly summary: TaskSummary;
  readonly cells: readonly Cell[];
}

/** From the file to the evidence, system by system. */
async function scoreTask(
  task: Task,
  systems: readonly DirectSystem[],
  request: PredictionsRequest,
): Promise<ScoredTask> {
  using meter = new ProgressMeter(request.onEvent);
  const scored: Parameters<typeof taskSummary>[1][number][] = [];
  const isCompared = systems.length > 1;
  for (const system of systems)
    scored.push(await scoreSystem(task, system, { ...request, meter, isCompared }));
  return {
    summary: await taskSummary(task, scored, never),
    cells: scored.flatMap((own) => own.cells),
  };
}

function summaryOf(
  name: string,
  tasks: readonly TaskSummary[],
  { selection }: Pick<GatheringRequest, "selection">,
): Summary {
  const summary: Summary = {
    schema: "vidimus-summary/1",
    name,
    selection: selectionText(selection),
    complete: true,
    tasks: adjustComparisons(tasks),
  };
  return withRelativePaths(summary, process.cwd());
}

async function scoreStraight(
  task: Task,
  systems: readonly DirectSystem[],
  request: PredictionsRequest,
): Promise<ScoredPredictions> {
  const { summary, cells } = await scoreTask(task, systems, request);
  return { cells, summary: summaryOf(task.id, [summary], request) };
}

interface SystemRequest extends GatheringRequest {
  readonly meter: ProgressMeter;
  /** Whether it is set against the others of the file. */
  readonly isCompared: boolean;
}

const never = new AbortController().signal;

/** Each answer is read, measured and counted. */
async function takeSystem(given: Task, system: DirectSystem, request: SystemRequest) {
  const { onSample, meter, isCompared } = request;
  const { task = given, cells, remarks } = await prepareCells(given, async () => system, {});
  const cell = cells[0]!;
  const scorer = cellScorer(task, cells, { labels: await task.labels([system.id]), isCompared });
  const planned = new PlannedCounter();
  for await (const batch of task.samples) {
    meter.read(batch.length, system.id);
    for (const settled of await takeAnswers(cell, system, batch)) {
      const { digest, pairing = digest } = settled.planned;
      planned.add(pairing);
      const [marked] = scorer.add([settled]);
      onSample?.({ task: task.id, system: system.id }, settled.planned.sample, marked!, settled);
      meter.settled(marked!.outcome?.kind ?? "pending", settled.isNew, system.id);
    }
  }
  if (planned.set().count === 0)
    throw new UserError(
      `the task "${task.id}" has no samples`,
      "look at the data and at the split",
    );
  return { task, cells, remarks, scorer, planned };
}

/** Only where all samples were met is it known which answers belong to none. */
function strangersOf(system: DirectSystem, selection: Selection): readonly string[] {
  return selectionText(selection) === null ? (system.remarks?.() ?? []) : [];
}

async function scoreSystem(given: Task, system: DirectSystem, request: SystemRequest) {
  const { onEvent, selection, isCompared } = request;
  const { task, cells, remarks, scorer } = await takeSystem(given, system, request);
  const strangers = strangersOf(system, selection);
  const own = {
    cells,
    open: 0,
    summary: await withSignals(
      await interruptible(scorer.finishing([...remarks, ...strangers]), never),
      task,
    ),
    ...(isCompared ? { scorer } : {}),
  };
  onEvent({ type: "scored", task: task.id, summary: own.summary });
  return own;
}

interface GradedRequest extends GatheringRequest {
  /** Where set, nothing is scored. */
  readonly onScored?: Evaluation["onScored"];
}

/** Graders are asked, so that the answers go the way of a run whose log is not kept. */
async function evaluateGraded(task: Task, system: DirectSystem, request: GradedRequest) {
  const { selection, onEvent, onSample, onScored, seed, isOffline } = request;
  const store = ephemeralRunStore({
    schema: "vidimus-run/1",
    name: task.id,
    spec: null,
    createdAt: 0,
  });
  const context = { ...contextOf(task, seed), model: modelOpener(isOffline) };
  const kinds = request.graders.map(({ kind }) => kind);
  const { systemKinds } = await loadRegistries({ families: [], systemKinds: kinds });
  const helpers = await makeGraders(task, ({ id, kind, settings }) =>
    findById(systemKinds, kind, "kind of system").create(settings, { ...context, id }),
  );
  const evaluated = await evaluateTasks({
    ...onlyRead(selection),
    name: task.id,
    directory: process.cwd(),
    tasks: [task],
    systems: [system.id],
    store,
    onEvent,
    asks: true,
    prepare: () => prepareCells(task, async () => system, { store, helpers }),
    ...(onSample ? { onSample } : {}),
    ...(onScored ? { onScored, onlyEvidence: true } : {}),
  });
  if (!evaluated) throw new Error("scoring ended before all was read");
  return { ...evaluated, store };
}

async function scoreGraded(
  task: Task,
  system: DirectSystem,
  request: PredictionsRequest,
): Promise<ScoredPredictions> {
  const graded = await evaluateGraded(task, system, request);
  refuseUngraded(graded.summary);
  return graded;
}

/**
 * A grader that lacks what it was asked is a mistake in the files, not a score with less coverage.
 */
function refuseUngraded({ tasks }: Summary): void {
  for (const { systems } of tasks)
    for (const { reasons, graders = [] } of systems) {
      const isUngraded = reasons.some(
        ({ outcome, reason }) => outcome === "failed" && reason.startsWith("not graded"),
      );
      const lacking = graders.find((grader) => grader.graded < grader.due);
      if (isUngraded && lacking)
        throw new UserError(
          `not graded (${lacking.role}): ${lacking.reasons[0]?.reason ?? "no grade was given"}`,
        );
    }
}
