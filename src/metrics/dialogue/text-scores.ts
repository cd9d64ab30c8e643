import type { Score } from "../../core/metric.ts";
import { bleuOfSums } from "../text/bleu.ts";
import { bleuCounter } from "../text/bleu-measure.ts";
import { bleuColumns } from "../text/bleu-rows.ts";
import { packedCiderScores } from "../text/cider-scores.ts";
import { meteor, meteorOfSums } from "../text/meteor.ts";
import { matchersOf, meteorMeasureSignature, packedMeteorMeter } from "../text/meteor-measure.ts";
import type { MeteorResources } from "../text/meteor-resources.ts";
import { isWholeRow, meteorColumns } from "../text/meteor-rows.ts";
import { comparedTexts, type PackedTexts } from "../text/packed-texts.ts";
import type { SimilarPairs } from "./similar-pairs.ts";
import { scoreOfSums, sumStreams } from "./stream-sums.ts";

interface TextScoreFacts {
  readonly id: string;
  readonly title: string;
  readonly best: number;
  readonly parameters: Readonly<Record<string, string | number>>;
}

/** Scores of texts that are made of the same statistics. Texts are PTB tokens. */
export interface TextScores {
  readonly members: readonly TextScoreFacts[];
  /** One score for each member, of streams. */
  prepare(pairs: SimilarPairs): readonly Score[];
  /** What saying every reference word for word reaches; `null` where there are no words. `documents` are all reference utterances of the set. */
  perfect(documents: PackedTexts): readonly (number | null)[];
}

const orders = [1, 2, 3, 4];

export const bleuOfPairs: TextScores = {
  members: orders.map((order) => ({
    id: `Bleu_${order}`,
    title: `BLEU-${order}`,
    best: 1,
    parameters: { order, smoothing: "1e-15/1e-9", referenceLength: "closest" },
  })),
  prepare(pairs) {
    const count = bleuCounter();
    const sums = sumStreams(pairs, { columnCount: bleuColumns.count, name: "bleu" }, (pair, rows, at) =>
      count(comparedTexts(pairs, pair, pairs.referenceOf[pair]!), rows, at),
    );
    return orders.map((order) => scoreOfSums(sums, (all) => bleuOfSums(all, order)));
  },
  perfect({ starts }) {
    const documentCount = starts.length - 1;
    // Counts add up over pairs, and every n-gram of a perfect pair is matched; orders are counted apart because short texts have none.
    const counts = orders.map((order) => {
      let count = 0;
      for (let i = 0; i < documentCount; i++) count += Math.max(0, starts[i + 1]! - starts[i]! - order + 1);
      return count;
    });
    return orders.map((order) => {
      if (documentCount === 0) return null;
      let logarithms = 0;
      for (const count of counts.slice(0, order)) logarithms += Math.log((count + 1e-15) / (count + 1e-9));
      const penalty = Math.min(0, 1 - (counts[0]! + 1e-9) / (counts[0]! + 1e-15));
      return Math.exp(logarithms / order + penalty);
    });
  },
};

/**
 * `documents: all` counts document frequencies in all reference utterances of the set; `matched`, as the original does, in those that were matched,
 * by which matching fewer pairs can raise the score.
 */
export function ciderOfPairs(kind: "all" | "matched"): TextScores {
  const prepare = (pairs: SimilarPairs): readonly Score[] => {
    const { candidates, references, referenceOf } = pairs;
    const documents = numbersUpTo(references.starts.length - 1);
    const scores = packedCiderScores(
      {
        candidates,
        references,
        pairs: { candidates: numbersUpTo(referenceOf.length), references: referenceOf },
        documents: { texts: documents, owners: documents, count: documents.length },
      },
      { variant: "d", sigma: 6 },
    );
    const sums = sumStreams(pairs, { columnCount: 1 }, (pair, rows, at) => {
      rows[at]! += scores[pair]!;
    });
    return [scoreOfSums(sums, ([sum], count) => sum! / count)];
  };
  return {
    members: [{ id: "CIDEr", title: "CIDEr-D", best: 10, parameters: { documents: kind, order: 4, sigma: 6 } }],
    prepare,
    perfect(documents) {
      const count = documents.starts.length - 1;
      const pairs = { candidates: documents, references: documents, referenceOf: numbersUpTo(count), starts: Uint32Array.of(0, count) };
      return prepare(pairs).map((score) => score());
    },
  };
}

/** METEOR 1.5 with the tables that are given; without any, words match when equal or by their stem. Title and signature say which it is. */
export function meteorOfPairs(resources: MeteorResources = {}): TextScores {
  const measured = meteorMeasureSignature({ resources }, "ptb");
  return {
    members: [
      {
        id: "METEOR",
        title: `METEOR (${matchersOf({ resources }).join(", ")})`,
        best: 1,
        parameters: { meteor: `${meteor("").signature},${measured}`.replaceAll("|", ",") },
      },
    ],
    prepare(pairs) {
      const meter = packedMeteorMeter(pairs, { resources });
      const sums = sumStreams(pairs, { columnCount: meteorColumns.count, name: measured }, (pair, rows, at) => {
        const row = meter(pair, pairs.referenceOf[pair]!);
        if (isWholeRow(row)) row[meteorColumns.chunks] = 0;
        for (let column = 0; column < meteorColumns.count; column++) rows[at + column]! += row[column]!;
      });
      return [scoreOfSums(sums, (all) => meteorOfSums(all))];
    },
    perfect: ({ starts }) => [starts.length === 1 ? null : 1],
  };
}

function numbersUpTo(count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  for (let i = 0; i < count; i++) numbers[i] = i;
  return numbers;
}
