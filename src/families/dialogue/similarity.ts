import type { Grades } from "../../core/measure.ts";
import type { Utterance } from "../../metrics/dialogue/match-utterances.ts";
import { windowInFrames } from "./match-window.ts";
import type { DialogueOptions, DialoguePrediction, DialogueSample } from "./schema.ts";

/** The role of the system that compares meanings. */
export const similarityRole = "similarity";

export type TextPairKey = readonly [generated: string, reference: string];

/** Every pair of texts that the matching may compare: those within the window, each once. */
export function comparedPairs(
  { utterances }: DialoguePrediction,
  sample: DialogueSample,
  { window }: Pick<DialogueOptions, "window">,
): readonly TextPairKey[] {
  const { left, right } = windowInFrames(window, sample);
  const pairs = new Map<string, TextPairKey>();
  for (const said of utterances)
    for (const reference of sample.references) {
      const distance = reference.frame - said.frame;
      if (distance >= left && distance <= right) pairs.set(keyOf(said.text, reference.text), [said.text, reference.text]);
    }
  return [...pairs.values()];
}

/** What a grader made of the compared pairs, in their order. */
export interface SimilarityGrade {
  readonly pairs: readonly TextPairKey[];
  readonly cosines: readonly number[];
}

/** Similarities from a grade, `undefined` for pairs that it does not hold. */
export function gradedSimilarity(
  grades: Grades,
  generated: readonly Utterance[],
  references: readonly Utterance[],
): (said: number, wanted: number) => number | undefined {
  const grade = grades[similarityRole] as SimilarityGrade | undefined;
  const cosines = new Map(grade?.pairs.map(([said, reference], i) => [keyOf(said, reference), grade.cosines[i]!]));
  return (said, wanted) => cosines.get(keyOf(generated[said]!.text, references[wanted]!.text));
}

function keyOf(said: string, reference: string): string {
  return `${said.length}:${said}${reference}`;
}
