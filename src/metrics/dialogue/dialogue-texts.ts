import type { ScratchMaker } from "../../core/data/scratch.ts";
import type { CorpusMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import type { MeteorResources } from "../text/meteor-resources.ts";
import type { DialogueEvidence } from "./dialogue-evidence.ts";
import { dialogueRates } from "./dialogue-rates.ts";
import { oncePerEvidence } from "./once-per-evidence.ts";
import { allReferences, hasSimilarPair, similarPairs } from "./similar-pairs.ts";
import { sumAlike } from "./stream-sums.ts";
import { bleuOfPairs, ciderOfPairs, meteorOfPairs, type TextScores } from "./text-scores.ts";

export interface DialogueTextOptions {
  readonly threshold: number | null;
  /** Where CIDEr counts document frequencies; see `ciderOfPairs`. */
  readonly documents: "all" | "matched";
  /** METEOR's tables; without them it matches equal words and stems. */
  readonly meteor?: MeteorResources | undefined;
  /** Where counts are laid aside that would take much memory; without it they take it. */
  readonly scratch?: ScratchMaker | undefined;
}

/**
 * BLEU-1 to 4, CIDEr and METEOR over similar pairs, and each weighted by the Jaccard index, under
 * the names and in the order that ProAssist gives them. What several of them read is computed once
 * for the same evidence.
 */
export function dialogueTexts(
  measure: string,
  options: DialogueTextOptions,
): readonly CorpusMetric<DialogueEvidence>[] {
  const jaccard = dialogueRates(measure, options.threshold).find(
    ({ id }) => id === "jaccard_index",
  )!;
  return [
    bleuOfPairs,
    ciderOfPairs(options.documents, options.scratch),
    meteorOfPairs(options.meteor),
  ].flatMap((scores) => textMetrics(jaccard, scores, options));
}

/**
 * Counts the texts of streams beforehand by another matching of the same utterances, whose scores
 * were made under the same options: most of their pairs are the same.
 */
export function countAlikeTexts(
  pairs: readonly (readonly [counted: DialogueEvidence, other: DialogueEvidence])[],
  { threshold, documents, meteor }: DialogueTextOptions,
): void {
  const chosen = { threshold, withOthers: documents === "all" };
  const [counted, others] = [0, 1].map((side) =>
    similarPairs(
      pairs.map((pair) => pair[side]!),
      chosen,
    ),
  );
  const counters = [bleuOfPairs, meteorOfPairs(meteor)].flatMap(
    (scores) => scores.counter?.(selectionOf(threshold)) ?? [],
  );
  for (const [first, other] of zipped(counted!, others!)) sumAlike(first, other, counters);
}

function* zipped<T>(some: Iterable<T>, others: Iterable<T>): Generator<readonly [T, T]> {
  const rest = others[Symbol.iterator]();
  for (const one of some) {
    const other = rest.next();
    if (other.done) return;
    yield [one, other.value];
  }
}

/** Names which pairs count. */
function selectionOf(threshold: number | null): string {
  return `pairs above ${threshold ?? "nothing"}`;
}

function textMetrics(
  jaccard: CorpusMetric<DialogueEvidence>,
  scores: TextScores,
  { threshold, documents }: DialogueTextOptions,
): readonly CorpusMetric<DialogueEvidence>[] {
  const { measure } = jaccard;
  const prepared = oncePerEvidence((evidence: Iterable<DialogueEvidence>) =>
    scores.prepare(
      similarPairs(evidence, { threshold, withOthers: documents === "all" }),
      selectionOf(threshold),
    ),
  );
  const perfect = oncePerEvidence((evidence: Iterable<DialogueEvidence>) =>
    scores.perfect(allReferences(evidence)),
  );
  return scores.members.flatMap(({ id, title, best, parameters }, member) => {
    const shared = {
      measure,
      kind: "corpus" as const,
      best,
      worst: 0,
      ceiling: (evidence: Iterable<DialogueEvidence>) => perfect(evidence)[member] ?? best,
    };
    const all = { ...parameters, threshold: threshold ?? "none" };
    return [
      {
        ...shared,
        id,
        title,
        signature: signature(`dialogue-${id}`, 1, all),
        counts: (evidence) => hasSimilarPair(evidence, threshold),
        prepare: (evidence) => prepared(evidence)[member]!,
      },
      {
        // The score of the texts times the Jaccard index: what was said and how much of it, in one
        // figure.
        ...shared,
        id: `${id}_w`,
        title: `${title} × Jaccard`,
        signature: signature(`dialogue-${id}_w`, 1, all),
        prepare(evidence) {
          const texts = prepared(evidence)[member]!;
          const share = jaccard.prepare(evidence);
          return (weights) => {
            const part = share(weights);
            return part === null ? null : (texts(weights) ?? 0) * part;
          };
        },
      },
    ];
  });
}
