import type { Mark, Marks } from "../../core/family/annotating.ts";

/** One mark as it is from now on; `null` where it is removed. */
export interface Change {
  readonly id: string;
  readonly mark: Mark | null;
}

/** What is saved and undone at once. */
export interface Step {
  /** Names the step for ever: sent twice, it is saved once. */
  readonly id: string;
  /** `undo` takes the last edit back, `redo` does it again. */
  readonly kind: "edit" | "undo" | "redo";
  readonly changes: readonly Change[];
}

/** The state of an item, and what leads back from it and forward again. */
export interface EditHistory {
  readonly marks: Marks;
  /** Changes that take the steps back, the last step's last. */
  readonly undo: readonly (readonly Change[])[];
  readonly redo: readonly (readonly Change[])[];
}

export const noHistory: EditHistory = { marks: {}, undo: [], redo: [] };

/** The history after these steps. */
export function replay(
  steps: Iterable<Pick<Step, "kind" | "changes">>,
  from: EditHistory = noHistory,
): EditHistory {
  const marks: Record<string, Mark> = { ...from.marks };
  const undo = [...from.undo];
  let redo = [...from.redo];
  for (const { kind, changes } of steps) {
    const back = changes.map(({ id }) => ({ id, mark: marks[id] ?? null }));
    for (const { id, mark } of changes) {
      if (mark === null) delete marks[id];
      else marks[id] = mark;
    }
    if (kind === "undo") {
      undo.pop();
      redo.push(back);
      continue;
    }
    undo.push(back);
    if (kind === "redo") redo.pop();
    else redo = [];
  }
  return { marks, undo, redo };
}

export interface Rebased {
  readonly steps: readonly Step[];
  /** Marks that both sides changed: somebody has to choose. */
  readonly conflicts: readonly string[];
}

/**
 * Own steps that were not saved yet, put after steps that somebody saved meanwhile. Undoing and
 * redoing becomes editing, because the last step is no longer the same one.
 */
export function rebase(
  own: readonly Step[],
  theirs: readonly Pick<Step, "id" | "changes">[],
): Rebased {
  const saved = new Set(theirs.map(({ id }) => id));
  const known = new Set(own.map(({ id }) => id));
  const left = own.filter(({ id }) => !saved.has(id));
  const foreign = theirs.filter(({ id }) => !known.has(id));
  if (foreign.length === 0) return { steps: left, conflicts: [] };
  const changed = new Set(idsOf(foreign));
  return {
    steps: left.map((step) => ({ ...step, kind: "edit" })),
    conflicts: [...new Set(idsOf(left))].filter((id) => changed.has(id)),
  };
}

function idsOf(steps: readonly Pick<Step, "changes">[]): readonly string[] {
  return steps.flatMap(({ changes }) => changes.map(({ id }) => id));
}

/** The steps without what they change of these marks; steps that change nothing else are gone. */
export function withoutMarks(steps: readonly Step[], ids: readonly string[]): readonly Step[] {
  return steps
    .map((step) => ({ ...step, changes: step.changes.filter(({ id }) => !ids.includes(id)) }))
    .filter(({ changes }) => changes.length > 0);
}
