import type { GraderNames } from "../core/asking/grader.ts";
import type { Label } from "../core/data/label.ts";
import { type LabelIndex, labelsOfAnswer } from "../core/data/label-index.ts";
import type { Digest } from "../core/digest.ts";
import { canonicalJson } from "../core/json.ts";
import type { EndedSample } from "../core/run/ended-sample.ts";
import type { Outcome } from "../core/run/outcome.ts";
import type { Aspect, LabelEvidence, QuoteRule } from "../core/scores/aspect.ts";
import { labelEvidence, ratersOf } from "../core/scores/label-evidence.ts";
import type { AspectSummary } from "../summary/aspect-summary.ts";
import { type LabelledItem, summariseAspect } from "./summarise-aspect.ts";

/** People's labels of a task, and when their scores are quoted. */
export interface ScoredLabels {
  readonly index: LabelIndex;
  readonly rule: QuoteRule;
}

export interface LabelScoring {
  readonly aspects: readonly Aspect[];
  readonly labels: ScoredLabels | undefined;
  /** Who grades, by role. */
  readonly graders: GraderNames;
  readonly system: string;
  readonly digest: Digest;
  readonly seed: number;
}

interface LabelledAnswer {
  readonly digest: string;
  readonly group: string;
  readonly labels: readonly Label[];
  readonly grades: EndedSample["grades"];
}

/**
 * Brings the labels of one system's answers together with what the judge says of the same answers.
 */
export class LabelScorer {
  readonly #scoring: LabelScoring;
  readonly #unmet: Set<string>;
  readonly #labelled: LabelledAnswer[] = [];
  #answers = 0;
  #stale = 0;
  #unanswered = 0;

  constructor(scoring: LabelScoring) {
    this.#scoring = scoring;
    this.#unmet = new Set(scoring.labels?.index.samples(scoring.system));
  }

  add(
    { planned: { sample, digest: sampleDigest }, grades }: EndedSample,
    outcome: Outcome<unknown> | undefined,
    repeat = 1,
  ): void {
    if (outcome?.kind === "answered") this.#answers++;
    const { labels: given, system, digest } = this.#scoring;
    const about = given?.index.about(system, sample.id) ?? [];
    if (about.length === 0) return;
    this.#unmet.delete(sample.id);
    if (outcome?.kind !== "answered") {
      if (repeat === 1) this.#unanswered++;
      return;
    }
    const { labels, stale } = labelsOfAnswer(about, {
      repeat,
      digest: digest(canonicalJson(outcome.value)),
    });
    this.#stale += stale;
    if (labels.length > 0)
      this.#labelled.push({
        digest: `${sampleDigest}#${repeat}`,
        group: sample.group,
        labels,
        grades,
      });
  }

  /** Aspects that people labelled or that a judge was to judge. */
  finish(): readonly AspectSummary[] {
    const { aspects, labels, graders, seed } = this.#scoring;
    // The order of arrival must not matter to resamples.
    const answers = this.#labelled.toSorted((a, b) => (a.digest < b.digest ? -1 : 1));
    return aspects.flatMap((aspect) => {
      const judge =
        aspect.judge && graders[aspect.judge.role] !== undefined
          ? { role: aspect.judge.role, name: graders[aspect.judge.role]! }
          : undefined;
      const own = answers.filter((answer) =>
        answer.labels.some((label) => label.aspect === aspect.id),
      );
      if (own.length === 0 && (!judge || this.#answers === 0)) return [];
      const raters = ratersOf(
        own.flatMap((answer) => answer.labels),
        aspect.id,
      );
      const items = own.map((answer) => itemOf(answer, aspect, raters));
      return [
        summariseAspect({
          aspect,
          items,
          raters,
          answers: this.#answers,
          rule: labels?.rule,
          judge,
          seed,
        }),
      ];
    });
  }

  /** What a reader must know of labels that do not count. */
  remarks(): readonly string[] {
    const unmet = [...this.#unmet];
    return [
      ...(unmet.length > 0
        ? [
            `labels of ${count(unmet.length, "sample")} that this run does not have: ${listed(unmet)}`,
          ]
        : []),
      ...(this.#unanswered > 0
        ? [`labels of ${count(this.#unanswered, "sample")} without an answer do not count`]
        : []),
      ...(this.#stale > 0
        ? [`${count(this.#stale, "label")} of answers that have changed since do not count`]
        : []),
    ];
  }
}

function itemOf(
  { group, labels, grades }: LabelledAnswer,
  aspect: Aspect,
  raters: readonly string[],
): LabelledItem {
  const { judge } = aspect;
  const judged = judge && judge.role in grades ? judge.verdict(grades[judge.role]) : null;
  const evidence: LabelEvidence = labelEvidence(labels, { raters, aspect, judged });
  return {
    group,
    evidence,
    isAdjudicated: labels.some((label) => label.aspect === aspect.id && label.isAdjudicated),
  };
}

const mostNamed = 5;

function listed(names: readonly string[]): string {
  const rest = names.length - mostNamed;
  return `${names.slice(0, mostNamed).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
