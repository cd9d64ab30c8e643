import type { DirectSystem } from "../core/asking/system.ts";
import type { PlannedSample } from "../core/data/dataset.ts";
import { extractorName } from "../core/family.ts";
import { noAnswer, type Outcome } from "../core/run/outcome.ts";
import type { Cell } from "./cell.ts";
import { cellWork } from "./cell-work.ts";
import { directAnswer } from "./direct-answer.ts";
import type { Settled } from "./settled.ts";

const nothingShown = {
  looks: [],
  warnings: [],
  decodeMs: undefined,
  facts: undefined,
  asked: undefined,
};

/**
 * A sample whose data is damaged. Nothing of it is logged: once its data is whole again, it is a
 * sample like any other.
 */
export function lostSample(cell: Cell, planned: PlannedSample, reason: string): Settled {
  const outcome = noAnswer("media-error", reason);
  return {
    cell,
    planned,
    outcome,
    replies: [],
    grades: {},
    extractor: undefined,
    isNew: false,
    ...nothingShown,
  };
}

/**
 * What a system that answers from memory says of a batch, in its order. Nothing is journalled:
 * there is nothing to resume.
 */
export async function takeAnswers(
  cell: Cell,
  system: DirectSystem,
  batch: readonly PlannedSample[],
): Promise<readonly Settled[]> {
  system.meet?.(batch.map(({ sample }) => sample));
  const { signal } = new AbortController();
  const answers = await system.ask(
    batch.map(({ sample }) => sample),
    signal,
    { repeat: cell.repeat, seed: 0 },
  );
  return batch.map((planned, i) => {
    if (planned.lost !== undefined) return lostSample(cell, planned, planned.lost);
    const { outcome, replies } = directAnswer(cellWork(planned, "", undefined), {
      cell,
      system,
      outcome: plain(answers[i]!),
      at: 0,
    });
    const extractor = replies.length > 0 ? extractorName(cell.family, cell.extractor) : undefined;
    return { cell, planned, outcome, replies, grades: {}, extractor, isNew: true, ...nothingShown };
  });
}

/** The outcome alone, as it is journalled. */
export function plain({
  facts: _,
  pace: __,
  ...outcome
}: Outcome<unknown> & { readonly facts?: unknown; readonly pace?: unknown }): Outcome<unknown> {
  return outcome;
}
