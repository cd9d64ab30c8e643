import type { GraderNames } from "../../core/asking/grader.ts";
import type { Family } from "../../core/family.ts";
import type { Json } from "../../core/json.ts";
import { findById } from "../../core/registry.ts";
import {
  type KeptEvidence,
  keepEvidence,
  openEvidence,
} from "../../scoring/evidence/kept-evidence.ts";
import { scoreEvidence } from "../../scoring/score-evidence.ts";
import type { ScoreSummary, UnansweredPolicy } from "../../summary/score-summary.ts";
import type { Summary } from "../../summary/summary.ts";
import type { CellEvaluation } from "../cell/evaluate-cell.ts";
import type { Task } from "../task/open-task.ts";

type OnScored = NonNullable<CellEvaluation["onScored"]>;

/** evidence.json: what the headline scores of a run are computed from. */
export interface HeadlineEvidence {
  readonly schema: "vidimus-evidence/1";
  readonly cells: readonly HeadlineCell[];
  /** Set where the evidence was left out, so that the file stays small. */
  readonly left?: string;
}

/** The headline of one system on one task. */
export interface HeadlineCell {
  readonly task: string;
  readonly system: string;
  readonly family: string;
  readonly options: Json;
  readonly graders: GraderNames;
  readonly metric: string;
  /** Of the metric and of what it reads. */
  readonly signature: string;
  readonly unanswered: UnansweredPolicy;
  readonly seed: number;
  readonly evidence: KeptEvidence;
  /** What the report says that it comes to. */
  readonly score: Figures;
}

export type Figures = Pick<ScoreSummary, "value" | "low" | "high" | "n">;

/** With more samples of all systems together, reports do without. */
const mostSamples = 20_000;
/** Evidence of one system that takes more, such as the numbers of a regression, is left out too. */
const mostCharacters = 1_000_000;

/** Gathers the evidence of headline scores, unless that would be too much for a report. */
export class HeadlineGatherer {
  readonly #cells: Omit<HeadlineCell, "score">[] = [];
  readonly #large: string[] = [];
  #samples = 0;

  readonly add: OnScored = ({ task, system }, { evidence, metrics }, scoring) => {
    const [metric] = metrics;
    this.#samples += evidence.n;
    if (!metric || this.#samples > mostSamples) return;
    const kept = keepEvidence(evidence, [metric.measure]);
    if (JSON.stringify(kept).length > mostCharacters) {
      this.#large.push(`${system} on ${task}`);
      return;
    }
    const { family, settings, lent, unanswered, seed } = scoring;
    this.#cells.push({
      task,
      system,
      family: family.id,
      options: settings.options as Json,
      graders: lent.graders,
      metric: metric.id,
      signature: signatureOf(metric),
      unanswered,
      seed,
      evidence: kept,
    });
  };

  /** With the scores that are reported; nothing of data that may not be handed on. */
  finish({ tasks }: Summary, opened: readonly Task[]): HeadlineEvidence {
    const schema = "vidimus-evidence/1";
    if (this.#samples > mostSamples)
      return { schema, cells: [], left: `more than ${mostSamples} samples of all systems` };
    const cells = this.#cells.flatMap((cell) => {
      if (opened.some(({ id, isShared }) => id === cell.task && !isShared)) return [];
      const task = tasks.find(({ id }) => id === cell.task);
      const score = task?.systems.find(({ id }) => id === cell.system)?.metrics[cell.metric];
      return score ? [{ ...cell, score: figuresOf(score) }] : [];
    });
    if (this.#large.length === 0) return { schema, cells };
    return { schema, cells, left: `too large: the evidence of ${this.#large.join(", ")}` };
  }
}

/** What the evidence of a cell comes to now, or why that cannot be said. */
export type Recomputed =
  | { readonly score: Figures }
  | { readonly score?: undefined; readonly problem: string };

/** Scores kept evidence again. */
export function recomputed(cell: HeadlineCell, families: readonly Family[]): Recomputed {
  if (!families.some(({ id }) => id === cell.family))
    return { problem: `the family "${cell.family}" is not one of this program` };
  const family = findById(families, cell.family, "family");
  const lent = { graders: cell.graders, tables: {}, scratch: undefined };
  const { metrics } = family.scoring(cell.options, lent);
  const metric = metrics.find(({ id }) => id === cell.metric);
  if (!metric || signatureOf(metric) !== cell.signature)
    return { problem: `this version of the program defines ${cell.metric} otherwise` };
  const { unanswered, seed } = cell;
  const set = openEvidence(cell.evidence);
  const { metrics: scores } = scoreEvidence(set, [metric], { unanswered, seed, unscored: 0 });
  return { score: figuresOf(scores[cell.metric]!) };
}

function figuresOf({ value, low, high, n }: ScoreSummary): Figures {
  return { value, low, high, n };
}

function signatureOf({ signature, measure }: { signature: string; measure: string }): string {
  return `${signature} of ${measure}`;
}
