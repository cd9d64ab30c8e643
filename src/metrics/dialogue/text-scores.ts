import type { ScratchMaker } from "../../core/data/scratch.ts";
import type { Score } from "../../core/scores/metric.ts";
import { growing } from "../../math/growing-array.ts";
import { bleuOfSums } from "../text/bleu.ts";
import { bleuCounter } from "../text/bleu-measure.ts";
import { bleuColumns } from "../text/bleu-rows.ts";
import { packedCiderScores } from "../text/cider-scores.ts";
import type { CiderTexts } from "../text/cider-texts.ts";
import { meteor, meteorOfSums } from "../text/meteor.ts";
import { matchersOf, meteorMeasureSignature, packedMeteorMeter } from "../text/meteor-measure.ts";
import type { MeteorResources } from "../text/meteor-resources.ts";
import { isWholeRow, meteorColumns } from "../text/meteor-rows.ts";
import { comparedTexts, type PairedTexts } from "../text/packed-texts.ts";
import { ptbName } from "../text/ptb-tokenize.ts";
import type { SimilarPairs, SimilarStream, SimilarStreams } from "./similar-pairs.ts";
import {
  type PairCounter,
  type StreamSums,
  scoreOfSums,
  sumStreams,
  sumsTogether,
} from "./stream-sums.ts";

interface TextScoreFacts {
  readonly id: string;
  readonly title: string;
  readonly best: number;
  readonly parameters: Readonly<Record<string, string | number>>;
}

/** Scores of texts that are made of the same statistics. Texts are PTB tokens. */
export interface TextScores {
  readonly members: readonly TextScoreFacts[];
  /** One score for each member, of streams. `selection` names which pairs they hold. */
  prepare(streams: SimilarStreams, selection: string): readonly Score[];
  /** What counts the pairs, where that can be done pair by pair. */
  counter?(selection: string): PairCounter;
  /**
   * What saying every reference word for word reaches; `null` where there are no words. Documents
   * are all reference utterances of the set.
   */
  perfect(streams: SimilarStreams): readonly (number | null)[];
}

const orders = [1, 2, 3, 4];

export const bleuOfPairs: TextScores = {
  members: orders.map((order) => ({
    id: `Bleu_${order}`,
    title: `BLEU-${order}`,
    best: 1,
    parameters: { order, smoothing: "1e-15/1e-9", referenceLength: "closest" },
  })),
  counter(selection) {
    const count = bleuCounter();
    return {
      name: `bleu of ${selection}`,
      columnCount: bleuColumns.count,
      add: (stream, row) =>
        eachPair(stream, (paired, candidate, reference) =>
          count(comparedTexts(paired, candidate, reference), row, 0),
        ),
    };
  },
  prepare(streams, selection) {
    const sums = sumStreams(streams, bleuOfPairs.counter!(selection));
    return orders.map((order) => scoreOfSums(sums, bleuOfOrder(order)));
  },
  perfect(streams) {
    // Counts add up over pairs, and every n-gram of a perfect pair is matched; orders are counted
    // apart because short texts have none.
    const counts = orders.map(() => 0);
    let documentCount = 0;
    for (const { open } of streams) {
      const { texts, documents } = open();
      documentCount += documents.count;
      for (const text of documents.texts)
        for (const order of orders)
          counts[order - 1]! += Math.max(
            0,
            texts.starts[text + 1]! - texts.starts[text]! - order + 1,
          );
    }
    return orders.map((order) => {
      if (documentCount === 0) return null;
      let logarithms = 0;
      for (const count of counts.slice(0, order))
        logarithms += Math.log((count + 1e-15) / (count + 1e-9));
      const penalty = Math.min(0, 1 - (counts[0]! + 1e-9) / (counts[0]! + 1e-15));
      return Math.exp(logarithms / order + penalty);
    });
  },
};

/**
 * `documents: all` counts document frequencies in all reference utterances of the set; `matched`,
 * as the original does, in those that were matched, by which matching fewer pairs can raise the
 * score.
 */
export function ciderOfPairs(kind: "all" | "matched", scratch?: ScratchMaker): TextScores {
  const count = (streams: SimilarStreams): StreamSums => {
    const parts = mapped(streams, ({ open }) => ciderPart(open()));
    const [rows, pairCounts] = [growing.numbers(), growing.numbers()];
    for (const scores of packedCiderScores(parts, { variant: "d", sigma: 6, scratch })) {
      let sum = 0;
      for (const score of scores) sum += score;
      rows.push(sum);
      pairCounts.push(scores.length);
    }
    return { rows: rows.view(), columnCount: 1, pairCounts: pairCounts.view() };
  };
  return {
    members: [
      {
        id: "CIDEr",
        title: "CIDEr-D",
        best: 10,
        parameters: { documents: kind, order: 4, sigma: 6 },
      },
    ],
    prepare(given, selection) {
      const streams = [...given];
      return [
        scoreOfSums(
          sumsTogether(streams, `cider of ${selection} among ${kind} documents`, () =>
            count(streams),
          ),
          meanOfSum,
        ),
      ];
    },
    perfect: (streams) => [scoreOfSums(count(mapped(streams, perfectPairs)), meanOfSum)()],
  };
}

/**
 * METEOR 1.5 with the tables that are given; without any, words match when equal or by their stem.
 * Title and signature say which it is.
 */
export function meteorOfPairs(resources: MeteorResources = {}): TextScores {
  const measured = meteorMeasureSignature({ resources }, ptbName);
  const counter = (selection: string): PairCounter => ({
    name: `${measured} of ${selection}`,
    columnCount: meteorColumns.count,
    add: meteorAdder(resources),
  });
  return {
    members: [
      {
        id: "METEOR",
        title: `METEOR (${matchersOf({ resources }).join(", ")})`,
        best: 1,
        parameters: { meteor: `${meteor("").signature},${measured}`.replaceAll("|", ",") },
      },
    ],
    counter,
    prepare: (streams, selection) => [
      scoreOfSums(sumStreams(streams, counter(selection)), meteorOfAll),
    ],
    perfect(streams) {
      for (const { open } of streams) if (open().documents.count > 0) return [1];
      return [null];
    },
  };
}

/** Counts pairs of texts whose words are numbered together. */
function meteorAdder(resources: MeteorResources): PairCounter["add"] {
  let meter: ReturnType<typeof packedMeteorMeter> | undefined;
  return (stream, row) => {
    meter ??= packedMeteorMeter(stream.texts.words, { resources });
    eachPair(stream, (paired, candidate, reference) => {
      const counts = meter!(paired, candidate, reference);
      if (isWholeRow(counts)) counts[meteorColumns.chunks] = 0;
      for (let column = 0; column < meteorColumns.count; column++) row[column]! += counts[column]!;
    });
  };
}

// Scores are kept as long as the evidence. Written where they are used, these would keep tables and
// vocabularies that are needed no more.
const bleuOfOrder = (order: number) => (sums: Float64Array) => bleuOfSums(sums, order);
const meteorOfAll = (sums: Float64Array) => meteorOfSums(sums);
const meanOfSum = ([sum]: Float64Array, count: number) => sum! / count;

/** Candidates and references of a stream stand in one list. */
function pairedTexts({ texts }: SimilarPairs): PairedTexts {
  return { candidates: texts, references: texts };
}

function eachPair(
  stream: SimilarPairs,
  take: (paired: PairedTexts, candidate: number, reference: number) => void,
): void {
  const paired = pairedTexts(stream);
  const { candidates, references } = stream.pairs;
  for (let pair = 0; pair < candidates.length; pair++)
    take(paired, candidates[pair]!, references[pair]!);
}

function ciderPart(stream: SimilarPairs): CiderTexts {
  return { ...pairedTexts(stream), pairs: stream.pairs, documents: stream.documents };
}

/** Every document as a pair with itself. */
function perfectPairs({ kept, open }: SimilarStream): SimilarStream {
  return {
    kept,
    open() {
      const stream = open();
      const { texts } = stream.documents;
      return { ...stream, pairs: { candidates: texts, references: texts } };
    },
  };
}

/** As often as it is iterated. */
function mapped<T, U>(items: Iterable<T>, change: (item: T) => U): Iterable<U> {
  return {
    *[Symbol.iterator]() {
      for (const item of items) yield change(item);
    },
  };
}
