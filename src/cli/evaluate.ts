import type { PlannedSample } from "../core/dataset.ts";
import type { OutcomeKind } from "../core/outcome.ts";
import type { RunStore } from "../core/run-store.ts";
import type { Sample } from "../core/sample.ts";
import { UserError } from "../core/user-error.ts";
import { answersFromMemory } from "../engine/answers-from-memory.ts";
import type { Cell } from "../engine/cell.ts";
import type { Dispatcher } from "../engine/dispatcher.ts";
import type { EngineContext } from "../engine/engine-context.ts";
import { Interrupted } from "../engine/interrupted.ts";
import { runCells } from "../engine/run-cell.ts";
import type { Settled } from "../engine/settled.ts";
import { modelOf, pricedOf, type SpentBudget } from "../engine/spending.ts";
import { contentDigest } from "../files/content-digest.ts";
import type { ScoredLabels } from "../report/label-scorer.ts";
import { PlannedCounter, type PlannedEvidence } from "../report/planned-set.ts";
import { probeFindings } from "../report/probe-findings.ts";
import type { ProbeSummary } from "../report/probe-summary.ts";
import { RepeatScorer } from "../report/repeat-scorer.ts";
import type { Marked, ScoredSystem, Scoring } from "../report/score-cell.ts";
import type { Summary, TaskSummary } from "../report/summary.ts";
import type { SystemSummary } from "../report/system-summary.ts";
import type { AnswerRelay } from "./answer-relay.ts";
import { keepHeapSmall } from "./keep-heap-small.ts";
import { type Asking, makeDispatcher } from "./make-dispatcher.ts";
import type { Task } from "./open-task.ts";
import type { Progress } from "./progress.ts";
import { notedStop, noteStop } from "./stop-note.ts";

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
  /** Makes a system for a task, or takes what the log says of it: as many cells as the task has repeats, in their order. */
  prepare(systemId: string, task: Task): Promise<PreparedCells>;
  /** How systems are asked. */
  readonly asking?: Asking;
  readonly store: RunStore;
  readonly asks: boolean;
  readonly retry: ReadonlySet<OutcomeKind>;
  readonly stop: AbortSignal;
  readonly abort: AbortSignal;
  readonly progress: Progress | undefined;
  /** Which samples were selected, in words; `null`: all. */
  readonly selection: string | null;
  /** Told of all samples once, before anything is asked; only where some system is asked for real or shown something. */
  onRead?(task: Task, batch: readonly PlannedSample[]): Promise<void> | undefined;
  onSample?(place: Place, sample: Sample, marked: Marked): void;
  /** Told of everything that a system's scores on a task are computed from, once it has ended. */
  onScored?(place: Place, scored: PlannedEvidence, scoring: Scoring): void;
}

export interface PreparedCells {
  /** The task as the system meets it, where that differs. */
  readonly task?: Task;
  readonly cells: readonly Cell[];
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
      /** Whether systems could not clean up behind themselves, and another start is to try again. */
      readonly hasLeftovers: boolean;
    }
  | undefined;

/**
 * Runs and scores every system on every task: systems side by side, the tasks of one system one after the other. All systems are made
 * first, and where one of them is to be asked for real, all data is read once before, so that a mistake is told before it costs anything.
 */
export async function evaluate(evaluation: Evaluation): Promise<Evaluated> {
  const { tasks, systems, stop } = evaluation;
  const failed = new AbortController();
  const stopped = AbortSignal.any([stop, failed.signal]);
  const dispatcher = makeDispatcher(evaluation.asking ?? {}, { stop: stopped, abort: evaluation.abort });
  evaluation.progress?.watch(() => dispatcher.figures());
  const prepared: Omit<Planned, "isPaired">[][] = [];
  const labels = new Map<string, ScoredLabels | undefined>();
  for (const task of tasks) labels.set(task.id, await task.labels(systems.filter((id) => task.asksSystem(id))));
  const stopping = { ...evaluation, stop: stopped, dispatcher, labels };
  for (const id of systems) {
    const row: Omit<Planned, "isPaired">[] = [];
    for (const task of tasks.filter((one) => one.asksSystem(id))) row.push({ task, ...(await evaluation.prepare(id, task)) });
    prepared.push(row);
  }
  const planned = paired(prepared);
  const relays = Map.groupBy(
    planned.flat().flatMap(({ task }) => (task.relay ? [{ task, relay: task.relay }] : [])),
    ({ task, relay }) => nameOf(task, relay.system),
  );
  const systemsMade = new Set(planned.flat().flatMap(({ cells }) => cells.map(({ system }) => system)));
  const isAsked = [...systemsMade].some((system) => !answersFromMemory(system));
  const isShown = planned.flat().some(({ cells }) => cells.some(({ media }) => media));
  keepHeapSmall();
  const rows = evaluation.asks && (isAsked || isShown) ? await preflight(evaluation, planned) : planned;
  const ended = await Promise.allSettled(rows.map((row) => evaluateRow(row, { ...stopping, relays }, failed)));
  const helpersMade = new Set(rows.flat().flatMap(({ cells }) => cells.flatMap(({ helpers }) => Object.values(helpers))));
  const made = [...systemsMade, ...helpersMade];
  await Promise.all(made.map((system) => system[Symbol.asyncDispose]?.()));
  const leftovers = made.flatMap((system) => (system.leftovers?.() ?? []).map((text) => `the system "${system.id}": ${text}`));
  for (const text of leftovers) evaluation.progress?.say(`remark: ${text}`);
  await Promise.all(tasks.map(({ media }) => media[Symbol.asyncDispose]()));
  const errors = ended.flatMap((row) => (row.status === "rejected" ? [row.reason as unknown] : []));
  const cause = errors.find((error) => !(error instanceof Interrupted));
  if (cause) throw cause;
  if (stop.aborted || errors.length > 0) return undefined;
  const scored = ended.flatMap((row) => (row.status === "fulfilled" ? row.value : []));
  const complete = scored.every(({ open }) => open === 0);
  return {
    cells: scored.flatMap(({ cells }) => cells),
    hasLeftovers: leftovers.length > 0,
    spentBudget: complete ? undefined : dispatcher.spentBudget,
    summary: {
      schema: "vidimus-summary/1",
      name: evaluation.name,
      selection: evaluation.selection,
      complete,
      tasks: tasks.map((task) => taskSummary(task, scored)),
    },
  };
}

/** Reads all data once, and gives what is to be done with all that is to be known of it. */
async function preflight(
  { tasks, systems, progress, onRead }: Evaluation,
  rows: readonly (readonly Planned[])[],
): Promise<readonly (readonly Planned[])[]> {
  for (const task of tasks) {
    const { samples, repeats, asksSystem } = task;
    const readings = rows.flat().flatMap((planned) => (planned.task.id === task.id && planned.reading ? [planned.reading] : []));
    let count = 0;
    for await (const batch of samples) {
      count += batch.length;
      await onRead?.(task, batch);
      for (const reading of readings) await reading.add(batch);
    }
    progress?.expect(count * systems.filter(asksSystem).length * repeats);
  }
  const read: Planned[][] = [];
  for (const row of rows) {
    const own: Planned[] = [];
    for (const planned of row) own.push(planned.reading ? { ...planned, remarks: await planned.reading.finish() } : planned);
    read.push(own);
  }
  return read;
}

interface Planned extends PreparedCells {
  readonly task: Task;
  /** Whether it is a probe, or one is of it. */
  readonly isPaired: boolean;
}

/** Marks the probes of every task and the systems that they are of. */
function paired(rows: readonly (readonly Omit<Planned, "isPaired">[])[]): readonly Planned[][] {
  const probed = new Set(rows.flat().flatMap(({ task }) => (task.probe && !task.relay ? [nameOf(task, task.probe.of)] : [])));
  return rows.map((row) =>
    row.map((planned) => {
      const { task, cells } = planned;
      return { ...planned, isPaired: (task.probe && !task.relay) || probed.has(nameOf(task, cells[0]!.system.id)) };
    }),
  );
}

function nameOf(task: Task, system: string): string {
  return JSON.stringify([task.id, system]);
}

interface Evaluating extends Evaluation {
  /** Who goes on from the answers of a system on a task, by both. */
  readonly relays: ReadonlyMap<string, readonly { readonly relay: AnswerRelay }[]>;
  readonly dispatcher: Dispatcher;
  /** What people say of answers, by task. */
  readonly labels: ReadonlyMap<string, ScoredLabels | undefined>;
}

async function evaluateRow(row: readonly Planned[], evaluation: Evaluating, failed: AbortController): Promise<readonly Scored[]> {
  const scored: Scored[] = [];
  try {
    for (const planned of row) {
      await planned.task.relay?.ended(evaluation.stop);
      scored.push(await evaluateCell(planned, evaluation));
      for (const { relay } of relaysOf(planned, evaluation)) relay.end();
    }
  } catch (error) {
    if (!(error instanceof Interrupted)) failed.abort();
    throw error;
  }
  return scored;
}

function relaysOf({ task, cells }: Pick<Planned, "task" | "cells">, { relays }: Evaluating) {
  return relays.get(nameOf(task, cells[0]!.system.id)) ?? [];
}

interface Scored {
  readonly cells: readonly Cell[];
  readonly open: number;
  readonly summary: SystemSummary;
  /** Kept where a probe is to be set against it, or it is one itself. */
  readonly scorer?: RepeatScorer;
}

async function evaluateCell({ task, cells, remarks, isPaired }: Planned, evaluation: Evaluating): Promise<Scored> {
  const { store, asks, retry, stop, abort, progress, selection, onSample, dispatcher } = evaluation;
  if (stop.aborted) throw new Interrupted();
  const { system } = cells[0]!;
  const { id, kind, speaks } = system;
  const scorer = new RepeatScorer(
    { ...task.scoring, labels: evaluation.labels.get(task.id) },
    { id, kind, speaks, model: modelOf(system), listPrice: system.listPrice, dropped: system.dropped, graders: gradersOf(cells[0]!) },
    cells.length,
  );
  const place = { task: task.id, system: id };
  const waiting = relaysOf({ task, cells }, evaluation);
  const counter = evaluation.onScored && new PlannedCounter();
  const onAll = (repeats: readonly Settled[]) => {
    const { digest, pairing = digest } = repeats[0]!.planned;
    counter?.add(pairing);
    const marked = scorer.add(repeats);
    for (const { relay } of waiting) relay.take(repeats[0]!.planned, repeats[0]!.outcome);
    for (const one of marked) onSample?.(place, repeats[0]!.planned.sample, one);
    for (const [i, one] of marked.entries()) progress?.settled(one.outcome?.kind ?? "pending", repeats[i]!.isNew);
  };
  const context: EngineContext = {
    store,
    digest: contentDigest,
    clock: Date.now,
    dispatcher,
    stop,
    abort,
    retry,
    asks,
    onSettled: gathered(cells.length, onAll),
  };
  const { open, planned } = await runCells(cells, task.samples, context);
  if (stop.aborted) throw new Interrupted();
  if (planned === 0) throw new UserError(`the task "${task.id}" has no samples`, "look at data.path and data.split");
  // Only a system that met all samples can say what was left over.
  const more = system.speaks === "prediction" && selection === null ? (system.remarks?.() ?? []) : [];
  const refused = asks ? dispatcher.refusal(system) : await notedStop(place, store);
  if (asks) await noteStop(place, open === 0 ? undefined : refused, store);
  const why = refused === undefined || open === 0 ? [] : [`not asked any more: ${refused}`];
  const probe = probeOf(task);
  const summary = { ...scorer.finish([...why, ...remarks, ...more]), ...(probe ? { probe } : {}) };
  if (counter) evaluation.onScored?.(place, { ...scorer.evidence(), planned: counter.set() }, task.scoring);
  return { cells, open, summary, ...(isPaired ? { scorer } : {}) };
}

function gradersOf({ helpers }: Cell): ScoredSystem["graders"] {
  const graders = Object.entries(helpers).map(([role, helper]) => {
    return [role, { ...pricedOf(helper), id: helper.id, dropped: helper.dropped }] as const;
  });
  return Object.fromEntries(graders);
}

function probeOf({ probe, relay }: Task): ProbeSummary | undefined {
  if (relay) return undefined;
  return probe && { of: probe.of, condition: probe.condition.id, settings: probe.condition.identity };
}

/** Waits for all repeats of a sample, which end at different moments, and hands them on in their order. */
function gathered(count: number, onAll: (repeats: readonly Settled[]) => void): (settled: Settled) => void {
  if (count === 1) return (settled) => onAll([settled]);
  const waiting = new Map<string, Settled[]>();
  return (settled) => {
    const { digest } = settled.planned;
    const repeats = [...(waiting.get(digest) ?? []), settled];
    if (repeats.length < count) waiting.set(digest, repeats);
    else {
      waiting.delete(digest);
      onAll(repeats.sort((a, b) => a.cell.repeat - b.cell.repeat));
    }
  };
}

/** So many warnings of the data stand beside the scores. */
const mostWarnings = 5;

/** What was left out of the data belongs beside scores that look complete. */
function dataNotes(warnings: ReadonlySet<string> = new Set()): readonly string[] {
  const further = warnings.size - mostWarnings;
  return [...[...warnings].slice(0, mostWarnings), ...(further > 0 ? [`and ${further} more warnings about the data`] : [])];
}

function taskSummary({ id, family, settings, scoring, warnings }: Task, scored: readonly Scored[]): TaskSummary {
  const own = scored.filter(({ cells }) => cells[0]!.task === id);
  // All others are shown samples without words of ours.
  const asked = own.find(({ cells }) => cells[0]!.system.speaks === "chat")?.cells[0];
  const prompt = asked ? family.promptNote?.(asked.settings) : undefined;
  const probed = own.flatMap(({ summary, scorer }) =>
    scorer ? [{ id: summary.id, probe: summary.probe, scored: scorer.evidence() }] : [],
  );
  const { graders } = own[0]?.cells[0]?.settings ?? settings;
  const notes = [...(family.notes?.(settings.options, graders) ?? []), ...dataNotes(warnings)];
  return {
    id,
    family: family.id,
    ...(prompt ? { prompt } : {}),
    ...(notes.length > 0 ? { notes } : {}),
    systems: own.map(({ summary }) => summary),
    ...probeFindings(probed, scoring),
  };
}
