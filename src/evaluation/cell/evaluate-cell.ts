import { setImmediate } from "node:timers/promises";
import { modelOf, pricedOf } from "../../core/asking/priced-system.ts";
import type { PlannedSample, SampleBatches } from "../../core/data/dataset.ts";
import type { Sample } from "../../core/data/sample.ts";
import type { OutcomeKind } from "../../core/run/outcome.ts";
import type { RunStore } from "../../core/run/run-store.ts";
import { UserError } from "../../core/user-error.ts";
import type { Cell } from "../../engine/cell.ts";
import type { Dispatcher } from "../../engine/dispatcher.ts";
import type { EngineContext } from "../../engine/engine-context.ts";
import { Interrupted } from "../../engine/interrupted.ts";
import { runCells } from "../../engine/run-cell.ts";
import type { Settled } from "../../engine/settled.ts";
import { contentDigest } from "../../files/content-digest.ts";
import { PlannedCounter, type PlannedEvidence } from "../../scoring/evidence/planned-set.ts";
import type { ScoredLabels } from "../../scoring/label-scorer.ts";
import { RepeatScorer } from "../../scoring/repeat-scorer.ts";
import type { Marked, ScoredSystem, Scoring } from "../../scoring/scoring.ts";
import type { AskedSummary } from "../../summary/asked-summary.ts";
import type { ProbeSummary } from "../../summary/probe-summary.ts";
import { stopRemark } from "../../summary/stop-remark.ts";
import type { SystemSummary } from "../../summary/system-summary.ts";
import type { OnEvent } from "../evaluation-event.ts";
import type { ActivityClock } from "../machine/activity-clock.ts";
import type { ProgressMeter } from "../progress-meter.ts";
import type { AnswerRelay } from "../task/answer-relay.ts";
import type { Task } from "../task/open-task.ts";
import { withSignals } from "./read-signals.ts";
import { notedLeftOver, notedStop, noteLeftOver, noteStop } from "./stop-note.ts";

/** Which system on which task. */
export interface Place {
  readonly task: string;
  readonly system: string;
}

/** What the cells of an evaluation have in common. */
export interface CellEvaluation {
  readonly store: RunStore;
  readonly asks: boolean;
  /** Roles of graders that are asked about answers in the log, although systems are not. */
  readonly gradesBy?: ReadonlySet<string> | undefined;
  readonly retry: ReadonlySet<OutcomeKind>;
  readonly stop: AbortSignal;
  readonly abort: AbortSignal;
  readonly onEvent: OnEvent;
  /** Told when answers are scored. */
  readonly clock?: ActivityClock | undefined;
  /** Which samples were selected, in words; `null`: all. */
  readonly selection: string | null;
  /** Whether evidence is gathered for `onScored` and nothing is scored. */
  readonly onlyEvidence?: boolean | undefined;
  /** Told of every sample that has ended, with all that is known of how. */
  onSample?(place: Place, sample: Sample, marked: Marked, settled: Settled): void;
  /** Told of everything that a system's scores on a task are computed from, once it has ended. */
  onScored?(place: Place, scored: PlannedEvidence, scoring: Scoring): void;
}

/** The same while systems are asked. */
export interface AskedEvaluation extends CellEvaluation {
  readonly meter: ProgressMeter;
  readonly dispatcher: Dispatcher;
  /** What people say of answers, by task. */
  readonly labels: ReadonlyMap<string, ScoredLabels | undefined>;
  /** Who goes on from the answers. */
  readonly relays: readonly AnswerRelay[];
}

/** One system on one task, as often as the task has repeats. */
export interface CellPlan {
  readonly task: Task;
  readonly cells: readonly Cell[];
  readonly asked?: AskedSummary | undefined;
  /** What a reader of its scores must know. */
  readonly remarks: readonly string[];
  /** Whether it is a probe, or one is of it. */
  readonly isPaired: boolean;
  /** Whether it is set against the other systems of the task. */
  readonly isCompared: boolean;
}

/** How a system did on a task. */
export interface Scored {
  readonly cells: readonly Cell[];
  readonly open: number;
  readonly summary: SystemSummary;
  /** Kept where it is to be set against a probe or another system. */
  readonly scorer?: RepeatScorer;
}

/**
 * Brings all samples of a task to an outcome by one system, repeat beside repeat, and scores them.
 */
export async function evaluateCell(
  { task, cells, asked, remarks, isPaired, isCompared }: CellPlan,
  evaluation: AskedEvaluation,
): Promise<Scored | undefined> {
  const { store, asks, retry, stop, abort, meter, selection, onSample, dispatcher } = evaluation;
  const { clock } = evaluation;
  if (stop.aborted) throw new Interrupted();
  const { system } = cells[0]!;
  const { id } = system;
  const scorer = cellScorer(task, cells, { labels: evaluation.labels.get(task.id), isCompared });
  const place = { task: task.id, system: id };
  const counter = evaluation.onScored && new PlannedCounter();
  const onAll = (repeats: readonly Settled[]) => {
    const { digest, pairing = digest } = repeats[0]!.planned;
    counter?.add(pairing);
    using _scoring = clock?.begin("scoring");
    const marked = scorer.add(repeats);
    for (const relay of evaluation.relays) relay.take(repeats[0]!.planned, repeats[0]!.outcome);
    for (const [i, one] of marked.entries()) {
      onSample?.(place, repeats[0]!.planned.sample, one, repeats[i]!);
      meter.settled(one.outcome?.kind ?? "pending", repeats[i]!.isNew, id);
    }
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
    gradesBy: evaluation.gradesBy,
    onSettled: gathered(cells.length, onAll),
  };
  const samples = counted(task.samples, (count) => meter.read(count * cells.length, id));
  const { open, planned, relabelled } = await runCells(cells, samples, context);
  if (stop.aborted) throw new Interrupted();
  if (planned === 0)
    throw new UserError(`the task "${task.id}" has no samples`, "look at data.path and data.split");
  // Only a system that met all samples can say what was left over.
  const own =
    system.speaks === "prediction" && selection === null && system.remarks
      ? system.remarks()
      : undefined;
  if (asks && own) await noteLeftOver(place, own, store);
  const more = own ?? (asks || selection !== null ? [] : await notedLeftOver(place, store));
  const evidence = () => ({ ...scorer.evidence(), planned: counter!.set(), remarks: more });
  if (evaluation.onlyEvidence) {
    evaluation.onScored?.(place, evidence(), task.scoring);
    return undefined;
  }
  const refused = asks ? dispatcher.refusal(system) : await notedStop(place, store);
  if (asks) await noteStop(place, open === 0 ? undefined : refused, store);
  const why = refused === undefined || open === 0 ? [] : [stopRemark(refused)];
  const probe = probeOf(task);
  using _scoring = clock?.begin("scoring");
  const finished = await interruptible(
    scorer.finishing([...why, ...relabelledRemark(relabelled), ...remarks, ...more]),
    stop,
  );
  const scored = await withSignals(finished, task);
  const summary = { ...scored, ...(probe ? { probe } : {}), ...(asked ? { asked } : {}) };
  evaluation.onEvent({ type: "scored", task: task.id, summary });
  if (counter) evaluation.onScored?.(place, evidence(), task.scoring);
  return { cells, open, summary, ...(isPaired || isCompared ? { scorer } : {}) };
}

async function* counted(
  batches: SampleBatches,
  onRead: (count: number) => void,
): AsyncGenerator<readonly PlannedSample[]> {
  for await (const batch of batches) {
    onRead(batch.length);
    yield batch;
  }
}

interface CellScoring extends Pick<CellPlan, "isCompared"> {
  readonly labels: ScoredLabels | undefined;
}

/** Scores one system on one task, as often as there are cells. */
export function cellScorer(
  { scoring }: Task,
  cells: readonly Cell[],
  { labels, isCompared }: CellScoring,
): RepeatScorer {
  const { system } = cells[0]!;
  const { id, kind, speaks, listPrice, dropped } = system;
  const scored = {
    id,
    kind,
    speaks,
    model: modelOf(system),
    listPrice,
    dropped,
    isCompared,
    graders: gradersOf(cells[0]!),
  };
  return new RepeatScorer({ ...scoring, labels }, scored, cells.length);
}

/** Lets signals be heard between the steps of long work. */
export async function interruptible<Result>(
  steps: Generator<void, Result>,
  stop: AbortSignal,
): Promise<Result> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    await setImmediate();
    if (stop.aborted) throw new Interrupted();
  }
}

function gradersOf({ helpers }: Cell): ScoredSystem["graders"] {
  const graders = Object.entries(helpers).map(([role, helper]) => {
    return [role, { ...pricedOf(helper), id: helper.id, dropped: helper.dropped }] as const;
  });
  return Object.fromEntries(graders);
}

function probeOf({ probe, relay }: Task): ProbeSummary | undefined {
  if (relay) return undefined;
  return (
    probe && { of: probe.of, condition: probe.condition.id, settings: probe.condition.identity }
  );
}

/**
 * Waits for all repeats of a sample, which end at different moments, and hands them on in their
 * order.
 */
function gathered(
  count: number,
  onAll: (repeats: readonly Settled[]) => void,
): (settled: Settled) => void {
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

function relabelledRemark(count: number): readonly string[] {
  if (count === 0) return [];
  const samples = count === 1 ? "1 sample has" : `${count} samples have`;
  return [
    `${samples} another truth, group or split than when the system answered; scored as they are now`,
  ];
}
