import type { Label } from "../../core/data/label.ts";
import { labelsOfAnswer } from "../../core/data/label-index.ts";
import type { Sample } from "../../core/data/sample.ts";
import { canonicalJson, isRecord } from "../../core/json.ts";
import type { ReplyEvent } from "../../core/run/run-event.ts";
import type { RunStore } from "../../core/run/run-store.ts";
import { contentIn, gradeKey, gradingDigest } from "../../engine/grade.ts";
import type { Settled } from "../../engine/settled.ts";
import { workKeyOf } from "../../engine/work-keys.ts";
import { contentDigest } from "../../files/content-digest.ts";
import { cutText } from "../../scoring/cut-text.ts";
import type { PlannedEvidence } from "../../scoring/evidence/planned-set.ts";
import type { ScoredLabels } from "../../scoring/label-scorer.ts";
import type { Marked, Scoring } from "../../scoring/scoring.ts";
import type { JudgeIdentity } from "../../summary/rejudge-summary.ts";
import type { Place } from "../cell/evaluate-cell.ts";
import type { Rescored } from "../run/rescore-run.ts";
import type { Task } from "../task/open-task.ts";

/** An answer of a system with what one judge made of it. */
export interface GradedAnswer {
  readonly sample: string;
  readonly group: string;
  readonly repeat: number | undefined;
  /** `undefined` where there is none. */
  readonly grade: unknown;
  /** Why there is none. */
  readonly ungraded: string | undefined;
  readonly labels: readonly Label[];
  readonly ended: Ended;
}

/** What its grade is found by in the log. */
type Ended = Pick<Settled, "cell" | "planned" | "outcome">;

/** One system on one task under one judge. */
export interface GradedCell {
  /** By what tells answers apart, in the order of the samples' digests. */
  readonly answers: Map<string, GradedAnswer>;
  scored?: PlannedEvidence;
  scoring?: Scoring;
}

/** A run under one judge. */
export interface JudgedRun {
  readonly rescored: Rescored;
  readonly verdicts: VerdictGatherer;
}

/** Gathers what a judge says of all answers while a run is scored. */
export class VerdictGatherer {
  readonly #role: string;
  readonly #labels = new Map<string, ScoredLabels | undefined>();
  readonly cells = new Map<string, GradedCell>();
  readonly judges = new Map<string, JudgeIdentity>();

  constructor(role: string) {
    this.#role = role;
  }

  async readLabels(tasks: readonly Task[], systems: readonly string[]): Promise<void> {
    for (const task of tasks)
      this.#labels.set(task.id, await task.labels(systems.filter((id) => task.asksSystem(id))));
  }

  readonly addSample = (place: Place, sample: Sample, marked: Marked, settled: Settled): void => {
    const { outcome, grades, ungraded, planned, cell } = settled;
    if (!this.judges.has(place.task)) this.judges.set(place.task, judgeOf(settled, this.#role));
    if (outcome?.kind !== "answered" || !cell.helpers[this.#role]) return;
    const { repeat } = marked;
    const about = this.#labels.get(place.task)?.index.about(place.system, sample.id) ?? [];
    const digest = contentDigest(canonicalJson(outcome.value));
    this.#cell(place).answers.set(`${planned.digest}#${repeat ?? 1}`, {
      sample: sample.id,
      group: sample.group,
      repeat,
      grade: grades[this.#role],
      ungraded: this.#role in grades ? undefined : (ungraded?.[this.#role] ?? "not graded yet"),
      labels: labelsOfAnswer(about, { repeat: repeat ?? 1, digest }).labels,
      ended: { cell, planned, outcome },
    });
  };

  readonly addScored = (place: Place, scored: PlannedEvidence, scoring: Scoring): void => {
    Object.assign(this.#cell(place), { scored, scoring });
  };

  #cell({ task, system }: Place): GradedCell {
    const key = cellKey(task, system);
    const cell = this.cells.get(key) ?? { answers: new Map<string, GradedAnswer>() };
    this.cells.set(key, cell);
    return cell;
  }
}

export function cellKey(task: string, system: string): string {
  return JSON.stringify([task, system]);
}

function judgeOf({ cell }: Settled, role: string): JudgeIdentity {
  const { id = "", kind = "", identity = null } = cell.helpers[role] ?? {};
  const grader = cell.family.people.graders.find((one) => one.role === role);
  return {
    id,
    name: id,
    kind,
    identity,
    wording: grader?.identity(cell.settings.options) ?? null,
  };
}

const longestReply = 600;

/** What a judge replied about an answer, as the log has it. */
export async function judgeReplies(
  { cell, planned, outcome }: Ended,
  role: string,
  store: RunStore,
): Promise<readonly string[]> {
  const helper = cell.helpers[role];
  const grader = cell.family.people.graders.find((one) => one.role === role);
  if (!helper || !grader || outcome?.kind !== "answered") return [];
  const { options } = cell.settings;
  const key = gradeKey(
    gradingDigest({ grader, helper, options }, contentDigest),
    {
      of: workKeyOf(cell, planned, contentDigest),
      prediction: outcome.value,
      content: contentIn(cell, planned),
    },
    contentDigest,
  );
  const [history] = await store.histories([key]);
  const replies = history?.replies ?? [];
  const last = Math.max(0, ...replies.map(({ attempt }) => attempt));
  // A request that failed may have been put again: the last reply counts.
  const own = new Map(
    replies
      .filter(({ attempt }) => attempt === last)
      .map((reply) => [`${reply.step} ${reply.position}`, reply]),
  );
  return [...own.values()]
    .toSorted((a, b) => a.step - b.step || a.position - b.position)
    .flatMap((reply) => textOf(reply) ?? []);
}

function textOf({ outcome }: ReplyEvent): string | undefined {
  if (outcome.kind !== "answered") return `${outcome.kind}: ${outcome.reason}`;
  const { value } = outcome;
  return isRecord(value) && typeof value.text === "string"
    ? cutText(value.text, longestReply)
    : undefined;
}
