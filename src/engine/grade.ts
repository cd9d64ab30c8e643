import { canonicalJson } from "../core/json.ts";
import type { Grades } from "../core/measure.ts";
import { settles } from "../core/outcome.ts";
import type { Steps } from "../core/protocol.ts";
import type { GradeEvent } from "../core/run-event.ts";
import { cellDigits, sampleDigits, workKey } from "../core/work.ts";
import type { Cell } from "./cell.ts";
import { converse } from "./conversation.ts";
import type { EngineContext } from "./engine-context.ts";

export interface Gradable {
  readonly cell: Cell;
  /** The key of the work whose prediction is graded. */
  readonly of: string;
  readonly sample: Parameters<Cell["family"]["graders"][number]["steps"]>[1];
  readonly prediction: unknown;
}

/** Grades by role, and why those that are missing are. */
export interface Graded {
  readonly grades: Grades;
  readonly ungraded: Readonly<Record<string, string>>;
}

/** The grades of one prediction by role: from the log, or asked now. A grader that failed leaves no grade, and is asked again next time. */
export async function grade({ cell, of, sample, prediction }: Gradable, context: EngineContext): Promise<Graded> {
  const grades: Record<string, unknown> = {};
  const ungraded: Record<string, string> = {};
  for (const grader of cell.family.graders) {
    const helper = cell.helpers[grader.role];
    if (!helper) continue;
    const judged = {
      role: grader.role,
      wording: grader.identity(cell.settings.options),
      helper: { id: helper.id, kind: helper.kind, identity: helper.identity },
    };
    const key = workKey(
      context.digest(canonicalJson(judged)).slice(0, cellDigits),
      context.digest(canonicalJson({ of, prediction })).slice(0, sampleDigits),
    );
    const [history] = await context.store.histories([key]);
    let outcome = history?.grade?.outcome;
    if (!outcome && context.asks) {
      const steps = grader.steps(prediction, sample, cell.settings.options) as Steps<unknown, unknown, unknown>;
      const recorded = history?.replies ?? [];
      const concluded = await converse(steps, { key, attempt: 1, repeat: 0, system: helper, recorded }, context);
      outcome = concluded.outcome;
      const event: GradeEvent = { event: "grade", key, of, role: grader.role, outcome, at: context.clock() };
      if (settles(outcome.kind)) await Promise.all([concluded.written, context.store.append([event])]);
    }
    if (outcome?.kind === "answered") grades[grader.role] = outcome.value;
    else ungraded[grader.role] = outcome?.reason ?? "not graded yet";
  }
  return { grades, ungraded };
}
