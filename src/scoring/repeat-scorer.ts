import type { EndedSample } from "../core/run/ended-sample.ts";
import { answered, isScored, type Outcome } from "../core/run/outcome.ts";
import { passAt } from "../math/pass-at.ts";
import type { RepeatedScore } from "../summary/repeat-summary.ts";
import type { Scores } from "../summary/score-summary.ts";
import type { SystemSummary } from "../summary/system-summary.ts";
import type { ScoredEvidence } from "./comparison/common-rows.ts";
import { CellScorer, repeatSlice } from "./score-cell.ts";
import { lastOf } from "./score-evidence.ts";
import type { Marked, ScoredSystem, Scoring } from "./scoring.ts";

/** The number of samples by how many of their repeats were right. */
type Tally = Uint32Array;

/**
 * Scores a system that was asked every sample several times. Scores are about all answers together;
 * since repeats of a sample share its group, intervals are still about samples. Beside them stand
 * the spread over repeats, how often any and how often every repeat was right, and the score of the
 * answer that most repeats gave.
 */
export class RepeatScorer {
  readonly #scoring: Scoring;
  readonly #count: number;
  readonly #pooled: CellScorer;
  readonly #voted: CellScorer | undefined;
  readonly #proportions: readonly string[];
  readonly #tallies = new Map<string, Tally>();

  constructor(scoring: Scoring, system: ScoredSystem, count: number) {
    this.#scoring = scoring;
    this.#count = count;
    this.#pooled = new CellScorer(scoring, system);
    const { family, extractors } = scoring;
    if (family.asking.vote && count > 1)
      this.#voted = new CellScorer(
        { ...scoring, extractors: extractors.slice(0, 1), labels: undefined },
        system,
      );
    const { metrics } = this.#pooled;
    this.#proportions = metrics.flatMap(({ id, kind }) => (kind === "proportion" ? [id] : []));
  }

  /** The repeats of one sample, in their order. */
  add(repeats: readonly EndedSample[]): readonly Marked[] {
    if (this.#count === 1) return repeats.map((ended) => this.#pooled.add(ended));
    const marked = repeats.map((ended, i) => this.#pooled.add(ended, i + 1));
    this.#tally(marked);
    this.#vote(repeats, marked);
    return marked;
  }

  /** The evidence of all repeats together. */
  evidence(): ScoredEvidence {
    return this.#pooled.evidence();
  }

  finish(remarks: readonly string[]): SystemSummary {
    return lastOf(this.finishing(remarks));
  }

  /** The same in steps, between which others may have their turn. */
  *finishing(remarks: readonly string[]): Generator<void, SystemSummary> {
    const summary = yield* this.#pooled.finishing(remarks);
    if (this.#count === 1) return summary;
    const each = Object.values(summary.slices[repeatSlice] ?? {}).map(({ metrics }) => metrics);
    const metrics = Object.keys(summary.metrics).map((id) => [id, this.#repeated(id, each)]);
    const vote = this.#voted && (yield* this.#voted.finishing([])).metrics;
    return {
      ...summary,
      repeats: {
        count: this.#count,
        metrics: Object.fromEntries(metrics),
        ...(vote ? { vote } : {}),
      },
    };
  }

  #repeated(id: string, each: readonly Scores[]): RepeatedScore {
    const values = each
      .map((scores) => scores[id]?.value ?? null)
      .filter((value) => value !== null);
    const tally = this.#tallies.get(id);
    return { ...spread(values), ...(tally ? passShares(tally) : {}) };
  }

  /** Only samples all of whose repeats count: a repeat that failed on our side says nothing. */
  #tally(marked: readonly Marked[]): void {
    for (const id of this.#proportions) {
      const values = marked.map(({ values }) => values[id] ?? null);
      if (values.includes(null)) continue;
      let tally = this.#tallies.get(id);
      if (!tally) {
        tally = new Uint32Array(this.#count + 1);
        this.#tallies.set(id, tally);
      }
      tally[values.filter((value) => value === 1).length]!++;
    }
  }

  #vote(repeats: readonly EndedSample[], marked: readonly Marked[]): void {
    const [first] = repeats;
    if (!this.#voted || !first) return;
    const outcome = this.#elected(first, marked);
    this.#voted.add({ ...first, outcome, replies: [], extractor: undefined, facts: undefined });
  }

  /** Without any answer it is as the first repeat that can be scored ended. */
  #elected({ planned }: EndedSample, marked: readonly Marked[]): Outcome<unknown> | undefined {
    const predictions = marked.flatMap(({ outcome }) =>
      outcome?.kind === "answered" ? [outcome.value] : [],
    );
    if (predictions.length > 0)
      return answered(this.#scoring.family.asking.vote!(predictions, planned.sample));
    return (marked.find(({ outcome }) => outcome && isScored(outcome.kind)) ?? marked[0])?.outcome;
  }
}

/** From how often samples were right: by any repeat, by all, and by one of k. */
function passShares(samples: Tally): Pick<RepeatedScore, "any" | "all" | "passAt"> {
  const n = samples.length - 1;
  const total = samples.reduce((sum, count) => sum + count, 0);
  const mean = (of: (right: number) => number) =>
    samples.reduce((sum, count, right) => sum + count * of(right), 0) / total;
  const steps = Array.from({ length: Math.floor(Math.log2(n)) + 1 }, (_, power) => 2 ** power);
  const passes = [...new Set([...steps, n])].map(
    (k) => [k, mean((right) => passAt(k, { n, right }))] as const,
  );
  return {
    any: mean((right) => (right > 0 ? 1 : 0)),
    all: mean((right) => (right === n ? 1 : 0)),
    passAt: Object.fromEntries(passes),
  };
}

function spread(
  values: readonly number[],
): Pick<RepeatedScore, "mean" | "deviation" | "lowest" | "highest"> {
  if (values.length === 0) return { mean: null, deviation: null, lowest: null, highest: null };
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const deviation = values.length < 2 ? null : Math.sqrt(squares / (values.length - 1));
  return { mean, deviation, lowest: Math.min(...values), highest: Math.max(...values) };
}
