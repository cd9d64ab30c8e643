import type { AnnotatorPair } from "../../core/family/people-facet.ts";
import type { CorpusMetric, Weights } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";

/** The measure that figures about two annotators read. */
const annotatorMeasure = signature("annotator-pairs", 1, {});

/** One category of each annotator, and how often or how long they go together in a sample. */
type Cell = readonly [first: string, second: string, amount: number];

/**
 * Cohen's kappa of two annotators. Labels count one each. Of marked time every second counts as
 * marked or not, so that the interval is one of time and needs no grid. `null` where both give one
 * and the same category throughout.
 */
export const annotatorKappa: CorpusMetric<AnnotatorPair> = {
  id: "annotator-kappa",
  title: "Cohen's kappa",
  signature: signature("annotator-kappa", 1, { time: "seconds marked or not" }),
  measure: annotatorMeasure,
  kind: "corpus",
  best: 1,
  worst: -1,
  counts: (pair) => cellsOf(pair).some(([, , amount]) => amount > 0),
  prepare(evidence) {
    const samples = Array.from(evidence, cellsOf);
    const names = new Map<string, number>();
    const codes = samples.map((cells) =>
      cells.map(([first, second, amount]) => ({
        first: codeOf(names, first),
        second: codeOf(names, second),
        amount,
      })),
    );
    return (weights) => kappaOf(codes, names.size, weights);
  },
};

/**
 * How well annotators agree on times: of what either marked in a sample, the part that both did;
 * the mean over the samples in which something is marked.
 */
export const annotatorIou: CorpusMetric<AnnotatorPair> = {
  id: "annotator-tiou",
  title: "tIoU of marked time",
  signature: signature("annotator-tiou", 1, {}),
  measure: annotatorMeasure,
  kind: "corpus",
  best: 1,
  worst: 0,
  counts: (pair) => iouOf(pair) !== null,
  prepare(evidence) {
    const values = Array.from(evidence, iouOf);
    return (weights) => {
      let [sum, count] = [0, 0];
      for (const [at, value] of values.entries()) {
        const weight = weights?.[at] ?? 1;
        if (value === null) continue;
        sum += weight * value;
        count += weight;
      }
      return count === 0 ? null : sum / count;
    };
  },
};

function iouOf(pair: AnnotatorPair): number | null {
  if (pair.kind !== "time") return null;
  const either = pair.both + pair.onlyFirst + pair.onlySecond;
  return either === 0 ? null : pair.both / either;
}

function cellsOf(pair: AnnotatorPair): readonly Cell[] {
  if (pair.kind === "labels") return pair.first.map((label, at) => [label, pair.second[at]!, 1]);
  return [
    ["marked", "marked", pair.both],
    ["marked", "not", pair.onlyFirst],
    ["not", "marked", pair.onlySecond],
    ["not", "not", pair.neither],
  ];
}

function codeOf(names: Map<string, number>, name: string): number {
  const known = names.get(name) ?? names.size;
  names.set(name, known);
  return known;
}

interface CodedCell {
  readonly first: number;
  readonly second: number;
  readonly amount: number;
}

function kappaOf(
  samples: readonly (readonly CodedCell[])[],
  categories: number,
  weights: Weights | undefined,
): number | null {
  const firsts = new Float64Array(categories);
  const seconds = new Float64Array(categories);
  let [total, agreed] = [0, 0];
  for (const [at, cells] of samples.entries()) {
    const weight = weights?.[at] ?? 1;
    for (const { first, second, amount } of cells) {
      const counted = weight * amount;
      total += counted;
      if (first === second) agreed += counted;
      firsts[first]! += counted;
      seconds[second]! += counted;
    }
  }
  const expected = firsts.reduce((sum, count, code) => sum + count * seconds[code]!, 0);
  const room = total * total - expected;
  return room <= 1e-12 * total * total ? null : (agreed * total - expected) / room;
}
