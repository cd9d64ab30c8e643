import type { PlannedSample } from "../../core/data/dataset.ts";
import type { Sample } from "../../core/data/sample.ts";
import type { AnnotatorPair } from "../../core/family/people-facet.ts";
import { answered } from "../../core/run/outcome.ts";
import { UserError } from "../../core/user-error.ts";
import { type AgreementScore, agreementScore } from "../../metrics/agreement/agreement-score.ts";
import { annotatorIou, annotatorKappa } from "../../metrics/agreement/annotator-agreement.ts";
import { CellScorer } from "../../scoring/score-cell.ts";
import type { AnnotatorScores } from "../../summary/annotator-scores.ts";
import type { ScoreSummary } from "../../summary/score-summary.ts";
import type { Task } from "./open-task.ts";

/** How far two annotations of the same samples agree. */
export interface AnnotatorSummary {
  readonly file: string;
  /** Samples that both annotated and that can be compared. */
  readonly samples: number;
  /** Samples of either file alone. */
  readonly onlyFirst: number;
  readonly onlySecond: number;
  /** Samples of both that cannot be compared, such as those whose truth one of them hides. */
  readonly incomparable: number;
  readonly agreement: readonly (AgreementScore & { readonly metric: string })[];
  /**
   * What the second annotator scores where the first is the truth: systems that score more agree
   * with the first more than people do.
   */
  readonly ceiling: Pick<
    ScoreSummary,
    "title" | "value" | "low" | "high" | "best" | "worst" | "n"
  > & {
    readonly metric: string;
  };
}

/** Sets the samples of a task beside those of a second annotator, by their ids. */
export class SecondAnnotation {
  readonly #file: string;
  readonly #samples: ReadonlyMap<string, Sample>;
  readonly #task: Pick<Task, "family" | "scoring">;
  readonly #scorer: CellScorer;
  readonly #pairs: AnnotatorPair[] = [];
  readonly #groups: string[] = [];
  #met = 0;
  #compared = 0;
  #both = 0;

  private constructor(
    file: string,
    samples: ReadonlyMap<string, Sample>,
    task: Pick<Task, "family" | "scoring">,
  ) {
    this.#file = file;
    this.#samples = samples;
    this.#task = task;
    this.#scorer = new CellScorer(task.scoring, {
      id: "second annotator",
      kind: "annotator",
      speaks: "prediction",
    });
  }

  /** Reads the whole second annotation. */
  static async read(
    file: string,
    second: Pick<Task, "all">,
    task: Pick<Task, "family" | "scoring">,
  ): Promise<SecondAnnotation> {
    const samples = new Map<string, Sample>();
    for await (const batch of second.all)
      for (const { sample } of batch) samples.set(sample.id, sample);
    return new SecondAnnotation(file, samples, task);
  }

  add(planned: PlannedSample): void {
    this.#met++;
    const second = this.#samples.get(planned.sample.id);
    if (second === undefined) return;
    this.#both++;
    const { people, proof } = this.#task.family;
    const pair = people.compareAnnotators?.(planned.sample, second);
    if (people.compareAnnotators && !pair) return;
    this.#compared++;
    if (pair) {
      this.#pairs.push(pair);
      this.#groups.push(planned.sample.group);
    }
    this.#scorer.add({
      planned,
      outcome: answered(proof.baselines.oracle(second)),
      grades: {},
      looks: [],
      replies: [],
      extractor: undefined,
    });
  }

  /** What the second annotator scores; `undefined` where both annotated no sample in common. */
  scores(): AnnotatorScores | undefined {
    if (this.#compared === 0) return undefined;
    const { metrics } = this.#scorer.finish([]);
    const defined = Object.entries(metrics).flatMap(([id, score]) => {
      const { title, value, low, high, interval, n } = score;
      return value === null ? [] : [[id, { title, value, low, high, interval, n }] as const];
    });
    return { file: this.#file, samples: this.#compared, scores: Object.fromEntries(defined) };
  }

  finish(): AnnotatorSummary {
    if (this.#both === 0)
      throw new UserError(
        `${this.#file}: annotates none of the ${this.#met} samples`,
        "samples of both files are put together by their ids",
      );
    const metrics = [
      annotatorKappa,
      ...(this.#pairs.some(({ kind }) => kind === "time") ? [annotatorIou] : []),
    ];
    const items = { items: this.#pairs, groups: this.#groups, seed: 1 };
    const summary = this.#scorer.finish([]);
    const { title, value, low, high, best, worst, n } = summary.metrics[summary.headline]!;
    return {
      file: this.#file,
      samples: this.#compared,
      onlyFirst: this.#met - this.#both,
      onlySecond: this.#samples.size - this.#both,
      incomparable: this.#both - this.#compared,
      agreement:
        this.#pairs.length === 0
          ? []
          : metrics.map((metric) => ({
              metric: metric.id,
              ...agreementScore({ metric, ...items }),
            })),
      ceiling: { metric: summary.headline, title, value, low, high, best, worst, n },
    };
  }
}
