import type { PlannedSample } from "../core/data/dataset.ts";
import { extractorName } from "../core/family.ts";
import { type Looks, looksIn } from "../core/run/looks.ts";
import { type Outcome, settles } from "../core/run/outcome.ts";
import type { OutcomeEvent, ReplyEvent } from "../core/run/run-event.ts";
import type { WorkHistory } from "../core/run/run-store.ts";
import type { WorkKey } from "../core/run/work.ts";
import type { Cell } from "./cell.ts";

/** One sample that is to be brought to an outcome, with what the log has of it. */
export interface CellWork {
  readonly planned: PlannedSample;
  readonly key: WorkKey;
  readonly attempt: number;
  readonly recorded: readonly ReplyEvent[];
  /** What was seen before, in the same attempt. */
  readonly looks: Looks;
}

/**
 * Work that was settled and is taken up again starts afresh; work that was cut off goes on with the
 * replies it has.
 */
export function cellWork(
  planned: PlannedSample,
  key: WorkKey,
  history: WorkHistory | undefined,
): CellWork {
  if (!history) return { planned, key, attempt: 1, recorded: [], looks: [] };
  const last = history.outcome;
  const attempts = [last?.attempt ?? 0, ...history.replies.map(({ attempt }) => attempt)];
  const isAgain = last !== undefined && settles(last.outcome.kind);
  const attempt =
    Math.max(1, ...attempts) + (isAgain && Math.max(...attempts) === last.attempt ? 1 : 0);
  const recorded = history.replies.filter((reply) => reply.attempt === attempt);
  return { planned, key, attempt, recorded, looks: looksIn(history.media, attempt) };
}

interface Ended {
  readonly cell: Cell;
  readonly outcome: Outcome<unknown>;
  /** Where replies were read. */
  readonly extractor: string | undefined;
  readonly at: number;
}

/** The line of the log that says how work ended. */
export function outcomeEvent(
  { planned, key, attempt }: CellWork,
  { cell, outcome, extractor, at }: Ended,
): OutcomeEvent {
  const read = extractor === undefined ? {} : { extractor: extractorName(cell.family, extractor) };
  return {
    event: "outcome",
    key,
    attempt,
    task: cell.task,
    system: cell.system.id,
    sample: planned.sample.id,
    ...(key.endsWith(planned.digest) ? {} : { content: planned.digest }),
    ...read,
    outcome,
    at,
  };
}
