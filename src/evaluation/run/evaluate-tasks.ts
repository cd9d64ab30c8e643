import type { SpentBudget } from "../../core/asking/budget.ts";
import type { PlannedSample } from "../../core/data/dataset.ts";
import { answersFromMemory } from "../../engine/answers-from-memory.ts";
import type { Cell } from "../../engine/cell.ts";
import { Interrupted } from "../../engine/interrupted.ts";
import { adjustComparisons } from "../../scoring/comparison/adjust-comparisons.ts";
import { comparingSystems } from "../../scoring/comparison/compare-systems.ts";
import { probeFindings } from "../../scoring/comparison/probe-findings.ts";
import type { ScoredLabels } from "../../scoring/label-scorer.ts";
import type { AnnotatorScores } from "../../summary/annotator-scores.ts";
import type { AskedSummary } from "../../summary/asked-summary.ts";
import { isReference } from "../../summary/baseline-systems.ts";
import type { Summary, TaskSummary } from "../../summary/summary.ts";
import {
  type AskedEvaluation,
  type CellEvaluation,
  type CellPlan,
  evaluateCell,
  interruptible,
  type Scored,
} from "../cell/evaluate-cell.ts";
import { lentWith } from "../cell/graders.ts";
import { type Asking, makeDispatcher } from "../cell/make-dispatcher.ts";
import { ProgressMeter } from "../progress-meter.ts";
import { isAskedElsewhere } from "../share/asked-elsewhere.ts";
import type { AnswerRelay } from "../task/answer-relay.ts";
import type { Task } from "../task/open-task.ts";
import { withRelativePaths } from "./relative-paths.ts";
import { readAll, TaskFailures } from "./task-failures.ts";

export interface Evaluation extends CellEvaluation {
  readonly name: string;
  /** The folder that paths in the texts of the summary are relative to. */
  readonly directory: string;
  readonly tasks: readonly Task[];
  /** Ids of the systems, in the order of the report. */
  readonly systems: readonly string[];
  /**
   * Makes a system for a task, or takes what the log says of it: as many cells as the task has
   * repeats, in their order.
   */
  prepare(systemId: string, task: Task): Promise<PreparedCells>;
  /** Whether a task that fails is recorded, and the others go on. */
  readonly keepsGoing?: boolean | undefined;
  /** How systems are asked. */
  readonly asking?: Asking;
  /**
   * Told of all samples once, before anything is asked; only where some system is asked for real or
   * shown something.
   */
  onRead?(task: Task, batch: readonly PlannedSample[]): Promise<void> | undefined;
  /**
   * Has systems asked by others, where the run is shared: called once all is ready, and before
   * anything is asked here. Who is asked elsewhere is not asked here.
   */
  distribute?(rows: readonly CellPlan[]): Promise<void>;
}

export interface PreparedCells {
  /** The task as the system meets it, where that differs. */
  readonly task?: Task;
  readonly cells: readonly Cell[];
  readonly asked?: AskedSummary | undefined;
  /** What a reader of its scores must know. */
  readonly remarks: readonly string[];
  /** Set where the samples decide what that is. */
  readonly reading?: SampleReading;
}

interface SampleReading {
  /** Told of all samples of the task once, before anything is asked. */
  add(batch: readonly PlannedSample[]): Promise<void>;
  /** All remarks. */
  finish(): Promise<readonly string[]>;
}

/** `undefined`: the evaluation was left before it ended. */
export type Evaluated =
  | {
      readonly summary: Summary;
      readonly cells: readonly Cell[];
      /** Set where work is left to do and the budget leaves no room for it. */
      readonly spentBudget?: SpentBudget | undefined;
      /**
       * Whether systems could not clean up behind themselves, and another start is to try again.
       */
      readonly hasLeftovers: boolean;
    }
  | undefined;

/**
 * Runs and scores every system on every task: systems side by side, the tasks of one system one
 * after the other. All systems are made first, and where one of them is to be asked for real, all
 * data is read once before, so that a mistake is reported before it costs anything. The caller
 * closes the tasks: their media are still needed for the report.
 */
export async function evaluateTasks(evaluation: Evaluation): Promise<Evaluated> {
  const { tasks: all, systems, stop } = evaluation;
  const failed = new AbortController();
  const stopped = AbortSignal.any([stop, failed.signal]);
  const dispatcher = makeDispatcher(evaluation.asking ?? {}, {
    stop: stopped,
    abort: evaluation.abort,
  });
  using meter = new ProgressMeter(evaluation.onEvent);
  meter.watch(() => dispatcher.figures());
  const prepared: Unmarked[][] = [];
  const labels = new Map<string, ScoredLabels | undefined>();
  for (const task of all)
    labels.set(task.id, await task.labels(systems.filter((id) => task.asksSystem(id))));
  const fails = new TaskFailures(evaluation);
  try {
    if (evaluation.keepsGoing) for (const task of all) await fails.guard(task, () => readAll(task));
    for (const id of systems) {
      const row: Unmarked[] = [];
      for (const task of fails.without(all).filter((one) => one.asksSystem(id)))
        await fails.guard(task, async () => {
          row.push({ task, ...(await evaluation.prepare(id, task)) });
        });
      prepared.push(row);
    }
  } catch (error) {
    // A training that was left goes on at the next start.
    if (error instanceof Interrupted) return undefined;
    throw error;
  }
  const tasks = fails.without(all);
  const stopping = { ...evaluation, tasks, stop: stopped, dispatcher, meter, labels };
  const planned = marked(
    prepared.map((row) => row.filter(({ task }) => tasks.some(({ id }) => id === task.id))),
    evaluation.onlyEvidence === true,
  );
  const relays = Map.groupBy(
    planned.flat().flatMap(({ task }) => (task.relay ? [{ task, relay: task.relay }] : [])),
    ({ task, relay }) => nameOf(task, relay.system),
  );
  const systemsMade = new Set(
    prepared.flat().flatMap(({ cells }) => cells.map(({ system }) => system)),
  );
  for (const system of systemsMade) dispatcher.meet(system);
  const isAsked = [...systemsMade].some((system) => !answersFromMemory(system));
  const isShown = planned.flat().some(({ cells }) => cells.some(({ media }) => media));
  const rows =
    evaluation.asks && (isAsked || isShown) ? await preflight(stopping, planned) : planned;
  const [distributed] = await Promise.allSettled([evaluation.distribute?.(rows.flat())]);
  const ended =
    distributed.status === "rejected"
      ? [distributed]
      : await Promise.allSettled(
          rows.map((row) => evaluateRow(row, { ...stopping, relays, fails }, failed)),
        );
  const helpersMade = new Set(
    rows.flat().flatMap(({ cells }) => cells.flatMap(({ helpers }) => Object.values(helpers))),
  );
  const made = [...systemsMade, ...helpersMade];
  await Promise.all(made.map((system) => system[Symbol.asyncDispose]?.()));
  const leftovers = made.flatMap((system) =>
    (system.leftovers?.() ?? []).map((text) => `the system "${system.id}": ${text}`),
  );
  for (const text of leftovers) evaluation.onEvent({ type: "remark", text });
  const errors = ended.flatMap((row) => (row.status === "rejected" ? [row.reason as unknown] : []));
  const cause = errors.find((error) => !(error instanceof Interrupted));
  if (cause) throw cause;
  if (stop.aborted || errors.length > 0) return undefined;
  const ran = ended.flatMap((row) => (row.status === "fulfilled" ? row.value : []));
  const summaries: TaskSummary[] = [];
  using _scoring = evaluation.clock?.begin("scoring");
  try {
    for (const task of fails.without(tasks))
      await fails.guard(task, async () => {
        summaries.push(await taskSummary(task, ran, stop));
      });
    fails.without(tasks);
  } catch (error) {
    if (error instanceof Interrupted) return undefined;
    throw error;
  }
  const scored = ran.filter(({ cells }) => !fails.has(cells[0]!.task));
  const complete = fails.list.length === 0 && scored.every(({ open }) => open === 0);
  const summary: Summary = {
    schema: "vidimus-summary/1",
    name: evaluation.name,
    selection: evaluation.selection,
    complete,
    ...(fails.list.length > 0 ? { failures: fails.list } : {}),
    tasks: adjustComparisons(summaries),
  };
  return {
    cells: scored.flatMap(({ cells }) => cells),
    hasLeftovers: leftovers.length > 0,
    spentBudget: complete ? undefined : dispatcher.spentBudget,
    summary: withRelativePaths(summary, evaluation.directory),
  };
}

/** Reads all data once, and gives what is to be done with all that is to be known of it. */
async function preflight(
  { tasks, systems, meter, onRead }: Evaluation & Pick<AskedEvaluation, "meter">,
  rows: readonly (readonly Planned[])[],
): Promise<readonly (readonly Planned[])[]> {
  for (const task of tasks) {
    const { samples, repeats, asksSystem } = task;
    const readings = rows
      .flat()
      .flatMap((planned) =>
        planned.task.id === task.id && planned.reading ? [planned.reading] : [],
      );
    let count = 0;
    for await (const batch of samples) {
      count += batch.length;
      await onRead?.(task, batch);
      for (const reading of readings) await reading.add(batch);
    }
    for (const system of systems.filter(asksSystem)) meter.expect(count * repeats, { system });
  }
  const read: Planned[][] = [];
  for (const row of rows) {
    const own: Planned[] = [];
    for (const planned of row)
      own.push(planned.reading ? { ...planned, remarks: await planned.reading.finish() } : planned);
    read.push(own);
  }
  return read;
}

interface Planned extends PreparedCells, CellPlan {
  readonly task: Task;
}

type Unmarked = Omit<Planned, "isPaired" | "isCompared">;

/** Marks the probes of every task, the systems that they are of, and systems of their own. */
function marked(
  rows: readonly (readonly Unmarked[])[],
  onlyEvidence: boolean,
): readonly Planned[][] {
  const all = rows.flat();
  const probed = new Set(
    all.flatMap(({ task }) => (task.probe && !task.relay ? [nameOf(task, task.probe.of)] : [])),
  );
  const own = Map.groupBy(all.filter(standsAlone), ({ task }) => task.id);
  return rows.map((row) =>
    row.map((planned) => {
      const { task, cells } = planned;
      return {
        ...planned,
        isPaired: (task.probe && !task.relay) || probed.has(nameOf(task, cells[0]!.system.id)),
        isCompared: onlyEvidence || (standsAlone(planned) && own.get(task.id)!.length > 1),
      };
    }),
  );
}

/** Neither a reference such as a baseline nor a probe: what people want to compare. */
function standsAlone({ task, cells }: Unmarked): boolean {
  return !task.probe && !isReference(cells[0]!.system);
}

function nameOf(task: Task, system: string): string {
  return JSON.stringify([task.id, system]);
}

interface Evaluating extends Evaluation, Pick<AskedEvaluation, "dispatcher" | "meter" | "labels"> {
  /** Who goes on from the answers of a system on a task, by both. */
  readonly relays: ReadonlyMap<string, readonly { readonly relay: AnswerRelay }[]>;
  readonly fails: TaskFailures;
}

async function evaluateRow(
  row: readonly Planned[],
  evaluation: Evaluating,
  failed: AbortController,
): Promise<readonly Scored[]> {
  const scored: Scored[] = [];
  try {
    for (const planned of row) {
      await planned.task.relay?.ended(evaluation.stop);
      const relays =
        evaluation.relays
          .get(nameOf(planned.task, planned.cells[0]!.system.id))
          ?.map(({ relay }) => relay) ?? [];
      await evaluation.fails.guard(planned.task, async () => {
        const asks = evaluation.asks && !(evaluation.distribute && isAskedElsewhere(planned));
        const one = await evaluateCell(planned, { ...evaluation, asks, relays });
        if (one) scored.push(one);
      });
      for (const relay of relays) relay.end();
    }
  } catch (error) {
    if (!(error instanceof Interrupted)) failed.abort();
    throw error;
  }
  return scored;
}

/** Where slices of each task come from that its data may lack. */
export function sliceSources(
  tasks: readonly Task[],
): Readonly<Record<string, Readonly<Record<string, string>>>> {
  return Object.fromEntries(
    tasks.map(({ id, family, settings, scoring }) => [
      id,
      family.scoring(settings.options, scoring.lent).sliceSources ?? {},
    ]),
  );
}

/** So many warnings of the data stand beside the scores. */
const mostWarnings = 5;

/** What was left out of the data belongs beside scores that look complete. */
function dataNotes(warnings: ReadonlySet<string> = new Set()): readonly string[] {
  const further = warnings.size - mostWarnings;
  return [
    ...[...warnings].slice(0, mostWarnings),
    ...(further > 0 ? [`and ${further} more warnings about the data`] : []),
  ];
}

/** So many samples on which systems differ stand beside the scores of a run. */
const mostFlips = 20;

/** What a second annotator scores on the samples of a task, where it names such an annotation. */
async function peopleOf(task: Task): Promise<AnnotatorScores | undefined> {
  if (!task.second) return undefined;
  const { SecondAnnotation } = await import("../task/second-annotation.ts");
  const second = await SecondAnnotation.read(task.second.file, task.second, task);
  for await (const batch of task.samples) for (const planned of batch) second.add(planned);
  return second.scores();
}

/** What the systems of a task came to, beside what is to be known of the task. */
export async function taskSummary(
  task: Task,
  scored: readonly Scored[],
  stop: AbortSignal,
): Promise<TaskSummary> {
  const { id, family, settings, scoring, changes = [], warnings } = task;
  const own = scored.filter(({ cells }) => cells[0]!.task === id);
  // All others are shown samples without words of ours.
  const asked = own.find(({ cells }) => cells[0]!.system.speaks === "chat")?.cells[0];
  const prompt = asked ? family.asking.promptNote?.(asked.settings) : undefined;
  const kept = own.flatMap(({ summary, scorer }) =>
    scorer ? [{ id: summary.id, probe: summary.probe, scored: scorer.evidence() }] : [],
  );
  const comparable = kept.flatMap(({ id: name, scored: evidence }) =>
    evidence.samples ? [{ name, scored: evidence, samples: evidence.samples }] : [],
  );
  const compared = await interruptible(
    comparingSystems(comparable, { ...scoring, mostFlips, bySlice: false }),
    stop,
  );
  const lent = lentWith(own[0]?.cells[0]?.helpers ?? {}, scoring.lent);
  const people = own.length === 0 ? undefined : await peopleOf(task);
  const unmatched =
    task.second && own.length > 0 && !people
      ? [
          `${task.second.file}: annotates none of the samples; samples are put together by their ids`,
        ]
      : [];
  const notes = [
    ...(family.scoring(settings.options, lent).notes ?? []),
    ...unmatched,
    ...changes,
    ...dataNotes(warnings),
  ];
  return {
    id,
    family: family.id,
    ...(prompt ? { prompt } : {}),
    ...(notes.length > 0 ? { notes } : {}),
    systems: own.map(({ summary }) => summary),
    ...(people ? { people } : {}),
    ...probeFindings(kept, scoring),
    ...compared,
  };
}
