import type { Score } from "../../core/metric.ts";
import { bleuScores } from "../text/bleu.ts";
import { bleuMeter } from "../text/bleu-measure.ts";
import { meanScore } from "../text/cider.ts";
import { ciderScores } from "../text/cider-scores.ts";
import { meteor } from "../text/meteor.ts";
import { meteorMeasureSignature, meteorMeter } from "../text/meteor-measure.ts";
import type { TextPair } from "../text/text-pair.ts";

interface TextScoreFacts {
  readonly id: string;
  readonly title: string;
  readonly best: number;
  readonly parameters: Readonly<Record<string, string | number>>;
}

/** Scores of texts that are made of the same statistics. Texts are PTB tokens; `documents` are all reference utterances of the set. */
export interface TextScores {
  readonly members: readonly TextScoreFacts[];
  /** One score for each member. */
  prepare(pairs: readonly TextPair[], documents: readonly string[]): readonly Score[];
  /** What saying every reference word for word reaches; `null` where there are no words. */
  perfect(documents: readonly string[]): readonly (number | null)[];
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
    const meter = bleuMeter();
    return bleuScores(each(pairs, meter)).map(({ score }) => score);
  },
  perfect(documents) {
    const lengths = documents.map((text) => text.split(" ").length);
    const sum = (take: (length: number) => number) => lengths.reduce((all, length) => all + take(length), 0);
    // Counts add up over pairs, and every n-gram of a perfect pair is matched; orders are counted apart because short texts have none.
    return orders.map((order) => {
      if (documents.length === 0) return null;
      let logarithms = 0;
      for (let n = 1; n <= order; n++) {
        const count = sum((length) => Math.max(0, length - n + 1));
        logarithms += Math.log((count + 1e-15) / (count + 1e-9));
      }
      const length = sum((own) => own);
      const penalty = Math.min(0, 1 - (length + 1e-9) / (length + 1e-15));
      return Math.exp(logarithms / order + penalty);
    });
  },
};

/**
 * `documents: all` counts document frequencies in all reference utterances of the set; `matched`, as the original does, in those that were matched,
 * by which matching fewer pairs can raise the score.
 */
export function ciderOfPairs(kind: "all" | "matched"): TextScores {
  const prepare: TextScores["prepare"] = (pairs, documents) => {
    const counted = kind === "all" ? { documents: documents.map((text) => [text]) } : {};
    return [meanScore(ciderScores(pairs, { variant: "d", sigma: 6, ...counted }))];
  };
  return {
    members: [{ id: "CIDEr", title: "CIDEr-D", best: 10, parameters: { documents: kind, order: 4, sigma: 6 } }],
    prepare,
    perfect: (documents) => prepare(documents.map(perfectPair), documents).map((score) => score()),
  };
}

/** METEOR 1.5 with what is built in: words match when equal or by their stem. The official tables of synonyms and paraphrases are not read here. */
export const meteorOfPairs: TextScores = {
  members: [
    {
      id: "METEOR",
      title: "METEOR (exact, stem)",
      best: 1,
      parameters: { meteor: `${meteor("").signature},${meteorMeasureSignature({}, "ptb")}`.replaceAll("|", ",") },
    },
  ],
  prepare(pairs) {
    const meter = meteorMeter();
    return [meteor("").prepare(each(pairs, meter))];
  },
  perfect: (documents) => [documents.length === 0 ? null : 1],
};

function perfectPair(reference: string): TextPair {
  return { candidate: reference, references: [reference] };
}

/** One after the other, so that the statistics of all pairs are never there at once. */
function* each<T>(pairs: readonly TextPair[], measure: (pair: TextPair) => T): Iterable<T> {
  for (const pair of pairs) yield measure(pair);
}
