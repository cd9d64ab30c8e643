import type { CorpusMetric, Score } from "../../core/metric.ts";
import { signature } from "../../core/signature.ts";
import { bleu } from "../text/bleu.ts";
import { bleuMeter } from "../text/bleu-measure.ts";
import { ciderScores } from "../text/cider-scores.ts";
import type { TextPair } from "../text/text-pair.ts";
import type { DialogueEvidence } from "./dialogue-evidence.ts";
import { dialogueRates } from "./dialogue-rates.ts";
import { flattenPairs, scoreOfStreams } from "./over-pairs.ts";

export interface DialogueTextOptions {
  readonly threshold: number | null;
  /**
   * Where CIDEr counts document frequencies: in all reference utterances of the set, or, as the original does, in those that were matched,
   * by which matching fewer pairs can raise the score.
   */
  readonly documents: "all" | "matched";
}

/** A score of texts: how lists of pairs are scored, given every reference utterance of the set. */
interface TextScore {
  readonly id: string;
  readonly title: string;
  readonly best: number;
  readonly parameters: Readonly<Record<string, string | number>>;
  prepare(pairs: readonly TextPair[], documents: readonly string[]): Score;
}

/** BLEU-1 to 4 and CIDEr over similar pairs, and each weighted by the Jaccard index, under the names that ProAssist gives them. */
export function dialogueTexts(measure: string, options: DialogueTextOptions): readonly CorpusMetric<DialogueEvidence>[] {
  return [...[1, 2, 3, 4].map(bleuScore), ciderScore(options)].flatMap((text) => [
    textMetric(measure, text, options),
    weightedTextMetric(measure, text, options),
  ]);
}

function bleuScore(order: number): TextScore {
  return {
    id: `Bleu_${order}`,
    title: `BLEU-${order}`,
    best: 1,
    parameters: { order, smoothing: "1e-15/1e-9", referenceLength: "closest" },
    prepare(pairs) {
      const meter = bleuMeter();
      return bleu("", { order }).prepare(pairs.map(meter));
    },
  };
}

function ciderScore({ documents: kind }: DialogueTextOptions): TextScore {
  return {
    id: "CIDEr",
    title: "CIDEr-D",
    best: 10,
    parameters: { documents: kind, order: 4, sigma: 6 },
    prepare(pairs, documents) {
      const scores = ciderScores(pairs, {
        variant: "d",
        sigma: 6,
        ...(kind === "all" ? { documents: documents.map((text) => [text]) } : {}),
      });
      return (weights) => {
        let sum = 0;
        let total = 0;
        for (let i = 0; i < scores.length; i++) {
          const weight = weights ? weights[i]! : 1;
          sum += weight * scores[i]!;
          total += weight;
        }
        return total > 0 ? sum / total : null;
      };
    },
  };
}

function textMetric(measure: string, text: TextScore, options: DialogueTextOptions): CorpusMetric<DialogueEvidence> {
  return {
    id: text.id,
    title: text.title,
    signature: signature(`dialogue-${text.id}`, 1, { ...text.parameters, threshold: options.threshold ?? "none" }),
    measure,
    kind: "corpus",
    best: text.best,
    worst: 0,
    counts: (evidence) => similarPairs(evidence, options.threshold).length > 0,
    ceiling: (evidence) => perfectScore(evidence, text),
    prepare: (evidence) => prepareTexts([...evidence], text, options),
  };
}

/** The score of the texts times the Jaccard index: what was said and how much of it, in one figure. */
function weightedTextMetric(measure: string, text: TextScore, options: DialogueTextOptions): CorpusMetric<DialogueEvidence> {
  const jaccard = dialogueRates(measure, options.threshold).find(({ id }) => id === "jaccard_index")!;
  return {
    id: `${text.id}_w`,
    title: `${text.title} × Jaccard`,
    signature: signature(`dialogue-${text.id}_w`, 1, { ...text.parameters, threshold: options.threshold ?? "none" }),
    measure,
    kind: "corpus",
    best: text.best,
    worst: 0,
    ceiling: (evidence) => perfectScore(evidence, text),
    prepare(evidence) {
      const all = [...evidence];
      const texts = prepareTexts(all, text, options);
      const share = jaccard.prepare(all);
      return (weights) => {
        const part = share(weights);
        return part === null ? null : (texts(weights) ?? 0) * part;
      };
    },
  };
}

function prepareTexts(evidence: readonly DialogueEvidence[], text: TextScore, { threshold }: DialogueTextOptions): Score {
  const flat = flattenPairs(evidence, (item) => similarPairs(item, threshold));
  return scoreOfStreams(flat, text.prepare(flat.pairs, evidence.flatMap(allReferences)));
}

/** Pairs above the threshold whose reference has any words; the others are left out by the original as well. */
function similarPairs({ semantics, generated, references }: DialogueEvidence, threshold: number | null): readonly TextPair[] {
  return semantics.flatMap((semantic, i) =>
    (threshold === null || semantic > threshold) && references[i] !== ""
      ? [{ candidate: generated[i]!, references: [references[i]!] }]
      : [],
  );
}

function allReferences({ references, missed }: DialogueEvidence): readonly string[] {
  return [...references, ...missed].filter((text) => text !== "");
}

/** What saying every reference word for word reaches. */
function perfectScore(evidence: Iterable<DialogueEvidence>, text: TextScore): number {
  const documents = [...evidence].flatMap(allReferences);
  return (
    text.prepare(
      documents.map((reference) => ({ candidate: reference, references: [reference] })),
      documents,
    )() ?? text.best
  );
}
