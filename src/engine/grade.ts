import { canonicalJson } from "../core/json.ts";
import type { Grades } from "../core/measure.ts";
import { settles } from "../core/outcome.ts";
import type { Steps } from "../core/protocol.ts";
import type { GradeEvent } from "../core/run-event.ts";
import { cellDigits, sampleDigits, workKey } from "../core/work.ts";
import type { Cell } from "./cell.ts";
import { converse } from "./conversation.ts";
import type { EngineContext } from "./engine-context.ts";
import { SystemStopped } from "./interrupted.ts";

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
  /** Whether work is left to do: a grader failed or was not reached. One that refused or was not understood has spoken. */
  readonly isOpen: boolean;
}

/**
 * The grades of one prediction by role: from the log, or asked now. A grader that failed leaves no grade, and is asked again next time; one that
 * gave nothing to read is asked again on request.
 */
export async function grade({ cell, of, sample, prediction }: Gradable, context: EngineContext): Promise<Graded> {
  const grades: Record<string, unknown> = {};
  const ungraded: Record<string, string> = {};
  let isOpen = false;
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
    const known = history?.grade?.outcome;
    const isAgain = known !== undefined && known.kind !== "answered" && context.asks && context.retry.has(known.kind);
    let outcome = isAgain ? undefined : known;
    let stopped: string | undefined;
    if (!outcome && context.asks) {
      const steps = grader.steps(prediction, sample, cell.settings.options) as Steps<unknown, unknown, unknown>;
      const replies = history?.replies ?? [];
      const attempt = Math.max(1, ...replies.map((reply) => reply.attempt)) + (isAgain ? 1 : 0);
      const recorded = replies.filter((reply) => reply.attempt === attempt);
      const put = () => converse(steps, { key, attempt, repeat: 0, system: helper, recorded }, context);
      const concluded = await put().catch((error: unknown) => {
        if (!(error instanceof SystemStopped)) throw error;
        stopped = `not asked any more: ${error.message}`;
        return undefined;
      });
      outcome = concluded?.outcome;
      if (concluded && settles(concluded.outcome.kind)) {
        const event: GradeEvent = { event: "grade", key, of, role: grader.role, outcome: concluded.outcome, at: context.clock() };
        await Promise.all([concluded.written, context.store.append([event])]);
      }
    }
    if (outcome?.kind === "answered") grades[grader.role] = outcome.value;
    else ungraded[grader.role] = outcome?.reason ?? stopped ?? "not graded yet";
    isOpen ||= !outcome || !settles(outcome.kind);
  }
  return { grades, ungraded, isOpen };
}
