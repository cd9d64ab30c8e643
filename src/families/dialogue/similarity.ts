import type { Utterance } from "../../metrics/dialogue/match-utterances.ts";
import { windowInFrames } from "./match-window.ts";
import type { DialogueOptions, DialoguePrediction, DialogueSample } from "./schema.ts";

/** The role of the system that compares meanings. */
export const similarityRole = "similarity";

/** Roles of further ones, which scores are set beside. */
export const otherSimilarityRoles = ["second-similarity", "third-similarity"] as const;

export type TextPairKey = readonly [generated: string, reference: string];

/** Every pair of texts that the matching may compare: those within the window, each once. Both lists stand in the order of frames. */
export function comparedPairs(
  { utterances }: DialoguePrediction,
  { references, ...sample }: DialogueSample,
  { window }: Pick<DialogueOptions, "window">,
): readonly TextPairKey[] {
  const { left, right } = windowInFrames(window, sample);
  const known = new Map<string, Set<string>>();
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
}

/** Similarities from a grade, `undefined` for pairs that it does not hold. */
export function gradedSimilarity(
  grade: SimilarityGrade | undefined,
  generated: readonly Utterance[],
  references: readonly Utterance[],
): (said: number, wanted: number) => number | undefined {
  const cosines = new Map<string, Map<string, number>>();
  for (const [i, [said, wanted]] of (grade?.pairs ?? []).entries()) {
    const own = cosines.get(said) ?? new Map();
    cosines.set(said, own.set(wanted, grade!.cosines[i]!));
  }
  return (said, wanted) => cosines.get(generated[said]!.text)?.get(references[wanted]!.text);
}
