import type { OutcomeKind } from "../core/outcome.ts";
import type { RunStore } from "../core/run-store.ts";
import type { Sample } from "../core/sample.ts";
import { UserError } from "../core/user-error.ts";
import { Interrupted } from "../engine/ask.ts";
import type { Cell } from "../engine/cell.ts";
import type { EngineContext } from "../engine/engine-context.ts";
import { runCell } from "../engine/run-cell.ts";
import { contentDigest } from "../files/content-digest.ts";
import { CellScorer, type Marked } from "../report/score-cell.ts";
import type { Summary, SystemSummary, TaskSummary } from "../report/summary.ts";
import type { Task } from "./open-task.ts";
import type { Progress } from "./progress.ts";

/** Which system on which task. */
export interface Place {
  readonly task: string;
  readonly system: string;
}

export interface Evaluation {
  readonly name: string;
  readonly tasks: readonly Task[];
  /** Ids of the systems, in the order of the report. */
  readonly systems: readonly string[];
  /** Makes a system for a task, or takes what the log says of it. */
  prepare(systemId: string, task: Task): Promise<PreparedCell>;
  readonly store: RunStore;
  readonly asks: boolean;
  readonly retry: ReadonlySet<OutcomeKind>;
  readonly stop: AbortSignal;
  readonly abort: AbortSignal;
  readonly progress: Progress | undefined;
  /** Which samples were selected, in words; `null`: all. */
  readonly selection: string | null;
  onSample?(place: Place, sample: Sample, marked: Marked): void;
}

export interface PreparedCell {
  readonly cell: Cell;
  /** What a reader of its scores must know. */
  readonly remarks: readonly string[];
}

/** `undefined`: the evaluation was left before it ended. */
export type Evaluated = { readonly summary: Summary; readonly cells: readonly Cell[] } | undefined;

/**
 * Runs and scores every system on every task: systems side by side, the tasks of one system one after the other. All systems are made
 * first, and where one of them is to be asked for real, all data is read once before, so that a mistake is told before it costs anything.
 */
export async function evaluate(evaluation: Evaluation): Promise<Evaluated> {
  const { tasks, systems, stop } = evaluation;
  const failed = new AbortController();
  const stopping = { ...evaluation, stop: AbortSignal.any([stop, failed.signal]) };
  const rows: Planned[][] = [];
  for (const id of systems) {
    const row: Planned[] = [];
    for (const task of tasks) row.push({ task, ...(await evaluation.prepare(id, task)) });
    rows.push(row);
  }
  if (evaluation.asks && rows.flat().some(({ cell }) => cell.system.speaks !== "prediction")) await preflight(evaluation);
  const ended = await Promise.allSettled(rows.map((row) => evaluateRow(row, stopping, failed)));
  await Promise.all(rows.flat().map(({ cell }) => cell.system[Symbol.asyncDispose]?.()));
  await Promise.all(tasks.map(({ media }) => media[Symbol.asyncDispose]()));
  const errors = ended.flatMap((row) => (row.status === "rejected" ? [row.reason as unknown] : []));
  const cause = errors.find((error) => !(error instanceof Interrupted));
  if (cause) throw cause;
  if (stop.aborted || errors.length > 0) return undefined;
  const scored = ended.flatMap((row) => (row.status === "fulfilled" ? row.value : []));
  return {
    cells: scored.map(({ of }) => of),
    summary: {
      schema: "vidimus-summary/1",
      name: evaluation.name,
      selection: evaluation.selection,
      complete: scored.every(({ open }) => open === 0),
      tasks: tasks.map((task) => taskSummary(task, scored)),
    },
  };
}

async function preflight({ tasks, systems, progress }: Evaluation): Promise<void> {
  for (const { samples } of tasks) {
    let count = 0;
    for await (const batch of samples) count += batch.length;
    progress?.expect(count * systems.length);
  }
}

interface Planned extends PreparedCell {
  readonly task: Task;
}

async function evaluateRow(row: readonly Planned[], evaluation: Evaluation, failed: AbortController): Promise<readonly Scored[]> {
  const scored: Scored[] = [];
  try {
    for (const planned of row) scored.push(await evaluateCell(planned, evaluation));
  } catch (error) {
    if (!(error instanceof Interrupted)) failed.abort();
    throw error;
  }
  return scored;
}

interface Scored {
  readonly of: Cell;
  readonly open: number;
  readonly summary: SystemSummary;
}

async function evaluateCell({ task, cell: of, remarks }: Planned, evaluation: Evaluation): Promise<Scored> {
  const { store, asks, retry, stop, abort, progress, selection, onSample } = evaluation;
  if (stop.aborted) throw new Interrupted();
  const scorer = new CellScorer(task.scoring, of.system);
  const place = { task: task.id, system: of.system.id };
  const context: EngineContext = {
    store,
    digest: contentDigest,
    clock: Date.now,
    stop,
    abort,
    retry,
    asks,
    onSettled(settled) {
      const marked = scorer.add(settled);
      onSample?.(place, settled.planned.sample, marked);
      progress?.settled(marked.outcome?.kind ?? "pending", settled.isNew);
    },
  };
  const { open, planned } = await runCell(of, task.samples, context);
  if (stop.aborted) throw new Interrupted();
  if (planned === 0) throw new UserError(`the task "${task.id}" has no samples`, "look at data.path and data.split");
  // Only a system that met all samples can say what was left over.
  const more = of.system.speaks === "prediction" && selection === null ? (of.system.remarks?.() ?? []) : [];
  return { of, open, summary: scorer.finish([...remarks, ...more]) };
}

function taskSummary({ id, family, settings }: Task, scored: readonly Scored[]): TaskSummary {
  const own = scored.filter(({ of }) => of.task === id);
  const isAsked = own.some(({ of }) => of.system.speaks !== "prediction");
  const prompt = isAsked ? family.promptNote?.(settings) : undefined;
  return { id, family: family.id, ...(prompt ? { prompt } : {}), systems: own.map(({ summary }) => summary) };
}
