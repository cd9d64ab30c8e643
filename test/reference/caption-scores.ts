import { bleu } from "../../src/metrics/text/bleu.ts";
import { bleuMeter } from "../../src/metrics/text/bleu-measure.ts";
import { cider } from "../../src/metrics/text/cider.ts";
import { ciderScores } from "../../src/metrics/text/cider-scores.ts";
import { rougeL, rougeLMeter } from "../../src/metrics/text/rouge-l.ts";
import type { TextPair } from "../../src/metrics/text/text-pair.ts";

interface CaptionScores {
  readonly corpus: readonly number[];
  readonly perPair: readonly (readonly number[])[];
}

/** Corpus scores and scores per pair: BLEU-1 to 4, ROUGE-L, CIDEr-D, CIDEr. */
export function captionScores(pairs: readonly TextPair[]): CaptionScores {
  const statistics = pairs.map(bleuMeter());
  const common = pairs.map(rougeLMeter());
  const orders = [1, 2, 3, 4];
  const rouge = rougeL("pairs");
  return {
    corpus: [
      ...orders.map((order) => bleu("pairs", { order }).prepare(statistics)()!),
      rouge.prepare(common)()!,
      cider("pairs").prepare(pairs)()!,
      cider("pairs", { variant: "plain" }).prepare(pairs)()!,
    ],
    perPair: [
      ...orders.map((order) =>
        statistics.map((item) => bleu("pairs", { order }).prepare([item])()!),
      ),
      common.map((item) => rouge.value(item)!),
      [...ciderScores(pairs, { variant: "d", sigma: 6 })],
      [...ciderScores(pairs, { variant: "plain", sigma: 6 })],
    ],
  };
}
