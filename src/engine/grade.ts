import type { AskFacts } from "../core/asking/asked.ts";
import type { Steps } from "../core/asking/steps.ts";
import type { System } from "../core/asking/system.ts";
import type { PlannedSample } from "../core/data/dataset.ts";
import type { Digest } from "../core/digest.ts";
import type { Family } from "../core/family.ts";
import { canonicalJson } from "../core/json.ts";
import { looksIn } from "../core/run/looks.ts";
import { noAnswer, type Outcome, settles } from "../core/run/outcome.ts";
import type { GradeEvent, ReplyEvent } from "../core/run/run-event.ts";
import { cellDigits, sampleDigits, workKey } from "../core/run/work.ts";
import type { Grades } from "../core/scores/measure.ts";
import type { Cell } from "./cell.ts";
import { converse, isLogged } from "./conversation.ts";
import type { EngineContext } from "./engine-context.ts";
import { SystemStopped } from "./interrupted.ts";
import { Looker } from "./looker.ts";

export interface Gradable {
  readonly cell: Cell;
  /** The key of the work whose prediction is graded. */
  readonly of: string;
  readonly planned: PlannedSample;
  readonly prediction: unknown;
}

/** Grades by role, and why those that are missing are. */
export interface Graded {
  readonly grades: Grades;
  readonly ungraded: Readonly<Record<string, string>>;
  /** What is known about the requests to graders, by role. */
  readonly gradingFacts: Readonly<Record<string, readonly AskFacts[]>>;
  /**
   * Whether work is left to do: a grader failed or was not reached. One that refused or was not
   * understood has spoken.
   */
  readonly isOpen: boolean;
}

/**
 * The grades of one prediction by role: from the log, or asked now. A grader that failed leaves no
 * grade, and is asked again next time; one that gave nothing to read is asked again on request.
 */
export async function grade(gradable: Gradable, context: EngineContext): Promise<Graded> {
  const { family, helpers } = gradable.cell;
  const grades: Record<string, unknown> = {};
  const ungraded: Record<string, string> = {};
  const gradingFacts: Record<string, readonly AskFacts[]> = {};
  let isOpen = false;
  for (const grader of family.people.graders) {
    const helper = helpers[grader.role];
    if (!helper) continue;
    const { outcome, isStopped, replies } = await gradeBy({ grader, helper }, gradable, context);
    if (outcome?.kind === "answered") grades[grader.role] = outcome.value;
    else ungraded[grader.role] = outcome?.reason ?? "not graded yet";
    isOpen ||= !outcome || !settles(outcome.kind) || isStopped === true;
    const facts = isLogged(helper)
      ? replies.flatMap((reply) => (reply.facts ? [reply.facts] : []))
      : [];
    if (facts.length > 0) gradingFacts[grader.role] = facts;
  }
  return { grades, ungraded, gradingFacts, isOpen };
}

interface Asked {
  /** `undefined` where the grader was not reached. */
  readonly outcome: Outcome<unknown> | undefined;
  /**
   * Whether it is not asked any more, so that an earlier outcome stands which was to be taken up
   * again.
   */
  readonly isStopped?: true;
  readonly replies: readonly ReplyEvent[];
}

type GradedBy = Pick<Grading, "grader"> & { readonly helper: System };

async function gradeBy(
  { grader, helper }: GradedBy,
  { cell, of, planned, prediction }: Gradable,
  context: EngineContext,
): Promise<Asked> {
  const { options } = cell.settings;
  const key = gradeKey(
    gradingDigest({ grader, helper, options }, context.digest),
    { of, prediction, content: contentIn(cell, planned) },
    context.digest,
  );
  const [history] = await context.store.histories([key]);
  const known = history?.grade?.outcome;
  const isAsked = context.asks || context.gradesBy?.has(grader.role) === true;
  const isAgain =
    known !== undefined && known.kind !== "answered" && isAsked && context.retry.has(known.kind);
  const replies = history?.replies ?? [];
  const attempt = Math.max(1, ...replies.map((reply) => reply.attempt)) + (isAgain ? 1 : 0);
  const recorded = replies.filter((reply) => reply.attempt === attempt);
  if ((known && settles(known.kind) && !isAgain) || !isAsked)
    return { outcome: known, replies: recorded };
  const steps = grader.steps(prediction, planned.sample, options) as Steps<
    unknown,
    unknown,
    unknown
  >;
  const heard = [...recorded];
  const looks = looksIn(history?.media ?? [], attempt);
  const media = cell.helperMedia?.[grader.role];
  // It sees the sample as it is, whatever a probe shows to the system.
  const seeing = { ...cell, system: helper, media, facts: undefined, conditioned: undefined };
  const looker =
    media && new Looker({ key, attempt, sample: planned.sample, looks }, seeing, context);
  // Failures too: scoring the log again says why there is no grade.
  const told = (outcome: Outcome<unknown>): GradeEvent => ({
    event: "grade",
    key,
    of,
    role: grader.role,
    outcome,
    at: context.clock(),
  });
  try {
    const { outcome } = await converse(
      steps,
      {
        ...{ key, attempt, repeat: 0, system: helper, recorded, heard },
        ...(looker ? { looker } : {}),
      },
      context,
    );
    await context.store.append([told(outcome)]);
    return { outcome, replies: heard };
  } catch (error) {
    if (!(error instanceof SystemStopped)) throw error;
    if (known && settles(known.kind)) return { outcome: known, isStopped: true, replies: recorded };
    const outcome = noAnswer("failed", `not asked any more: ${error.message}`);
    if (known?.kind !== "failed" || known.reason !== outcome.reason)
      await context.store.append([told(outcome)]);
    return { outcome, replies: heard };
  }
}

interface Grading {
  readonly grader: Family["people"]["graders"][number];
  readonly helper: Pick<System, "id" | "kind" | "identity">;
  readonly options: unknown;
}

/**
 * The first half of the keys of all grades that one grader gives: who it is and how it is asked.
 */
export function gradingDigest(
  { grader, helper: { id, kind, identity }, options }: Grading,
  digest: Digest,
): string {
  const judged = {
    role: grader.role,
    wording: grader.identity(options),
    helper: { id, kind, identity },
  };
  return digest(canonicalJson(judged)).slice(0, cellDigits);
}

/** The key of the grade of one prediction, which the work `of` came to. */
export function gradeKey(
  grading: string,
  {
    content,
    ...graded
  }: Pick<Gradable, "of" | "prediction"> & {
    readonly content: string | undefined;
  },
  digest: Digest,
): string {
  const whole = content === undefined ? graded : { ...graded, content };
  return workKey(grading, digest(canonicalJson(whole)).slice(0, sampleDigits));
}

/**
 * What a grade is given by besides the prediction, where the key of the work does not hold it: a
 * corrected truth is graded again.
 */
export function contentIn(
  { keys }: Pick<Cell, "keys">,
  planned: PlannedSample,
): string | undefined {
  return keys === "asked" ? planned.digest : undefined;
}
