import { halfOracleReach } from "../../metrics/dialogue/half-oracles.ts";
import type { Utterance } from "../../metrics/dialogue/match-utterances.ts";
import { windowInFrames } from "./match-window.ts";
import type { DialogueOptions, DialoguePrediction, DialogueSample } from "./schema.ts";

/** The role of the system that compares meanings. */
export const similarityRole = "similarity";

/** Roles of further ones, which scores are set beside. */
export const otherSimilarityRoles = ["second-similarity", "third-similarity"] as const;

export type TextPairKey = readonly [generated: string, reference: string];

/**
 * Every pair of texts that the matching may compare: those within the window, each once, also of
 * what was said under other thresholds.
 */
export function comparedPairs(
  prediction: DialoguePrediction,
  sample: DialogueSample,
  { window }: Pick<DialogueOptions, "window">,
): readonly TextPairKey[] {
  const known = new Map<string, Set<string>>();
  return [prediction, ...(prediction.sweep ?? [])].flatMap((said) =>
    pairsWithin(windowInFrames(window, sample), { prediction: said, sample, known }),
  );
}

/** Those further apart that half-oracles bring together, without any of the `near` ones. */
export function farPairs(
  prediction: DialoguePrediction,
  sample: DialogueSample,
  { window, near }: Pick<DialogueOptions, "window"> & { readonly near: readonly TextPairKey[] },
): readonly TextPairKey[] {
  const reach = halfOracleReach(windowInFrames(window, sample), sample.fps);
  const known = new Map<string, Set<string>>();
  for (const [said, wanted] of near) known.set(said, (known.get(said) ?? new Set()).add(wanted));
  return pairsWithin({ left: -reach, right: reach }, { prediction, sample, known });
}

interface Comparable {
  readonly prediction: DialoguePrediction;
  readonly sample: DialogueSample;
  /** Pairs that are left out; what is found joins them. */
  readonly known: Map<string, Set<string>>;
}

/** Both lists stand in the order of frames. */
function pairsWithin(
  { left, right }: { readonly left: number; readonly right: number },
  { prediction: { utterances }, sample: { references }, known }: Comparable,
): readonly TextPairKey[] {
  const pairs: TextPairKey[] = [];
  let first = 0;
  for (const { frame, text } of utterances) {
    while (first < references.length && references[first]!.frame < frame + left) first++;
    const compared = known.get(text) ?? new Set();
    known.set(text, compared);
    for (let at = first; at < references.length && references[at]!.frame <= frame + right; at++) {
      const wanted = references[at]!.text;
      if (compared.has(wanted)) continue;
      compared.add(wanted);
      pairs.push([text, wanted]);
    }
  }
  return pairs;
}

/** What a grader made of the compared pairs, in their order. */
export interface SimilarityGrade {
  readonly pairs: readonly TextPairKey[];
  readonly cosines: readonly number[];
  /**
   * Of pairs beyond the window; absent where there are none, or where the grader cannot compare
   * them all, as a table of the others cannot.
   */
  readonly far?: FarSimilarities;
}

/**
 * Every text once, since there are many pairs and this is kept in the log: pairs are places in the
 * two lists.
 */
interface FarSimilarities {
  readonly generated: readonly string[];
  readonly references: readonly string[];
  readonly pairs: readonly (readonly [generated: number, reference: number])[];
  readonly cosines: readonly number[];
}

/** Cosines in the order of the pairs. */
export function farSimilarities(
  pairs: readonly TextPairKey[],
  cosines: readonly number[],
): FarSimilarities {
  const generated = placesOf(pairs.map(([said]) => said));
  const references = placesOf(pairs.map(([, wanted]) => wanted));
  return {
    generated: [...generated.keys()],
    references: [...references.keys()],
    pairs: pairs.map(([said, wanted]) => [generated.get(said)!, references.get(wanted)!]),
    cosines,
  };
}

function placesOf(texts: readonly string[]): ReadonlyMap<string, number> {
  return new Map([...new Set(texts)].map((text, at) => [text, at]));
}

/** Similarities from a grade, `undefined` for pairs that it does not hold. */
export function gradedSimilarity(
  grade: SimilarityGrade | undefined,
  generated: readonly Utterance[],
  references: readonly Utterance[],
): (said: number, wanted: number) => number | undefined {
  const cosines = new Map<string, Map<string, number>>();
  const add = ([said, wanted]: TextPairKey, cosine: number) => {
    const own = cosines.get(said) ?? new Map<string, number>();
    cosines.set(said, own.set(wanted, cosine));
  };
  for (const [i, pair] of (grade?.pairs ?? []).entries()) add(pair, grade!.cosines[i]!);
  const { far } = grade ?? {};
  for (const [i, [said, wanted]] of (far?.pairs ?? []).entries())
    add([far!.generated[said]!, far!.references[wanted]!], far!.cosines[i]!);
  const rows = generated.map(({ text }) => cosines.get(text));
  const bits = textBits(references);
  const masks = rows.map((row) => maskOf(row?.keys() ?? [], bits));
  const bitOf = references.map(({ text }) => bits.get(text)!);
  // Half-oracles ask for many pairs of which no grade is (`npm run bench dialogue`).
  return (said, wanted) =>
    (masks[said]! & bitOf[wanted]!) === 0 ? undefined : rows[said]!.get(references[wanted]!.text);
}

/** One of 32 bits for each text. */
function textBits(utterances: readonly Utterance[]): ReadonlyMap<string, number> {
  const bits = new Map<string, number>();
  for (const { text } of utterances) if (!bits.has(text)) bits.set(text, 1 << (bits.size & 31));
  return bits;
}

function maskOf(texts: Iterable<string>, bits: ReadonlyMap<string, number>): number {
  let mask = 0;
  for (const text of texts) mask |= bits.get(text) ?? 0;
  return mask;
}
