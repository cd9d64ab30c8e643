import type { ScoredBy } from "../../core/family/scored-by.ts";
import type { DialogueOptions, DialoguePrediction, DialogueSample } from "./schema.ts";
import { scoredMatching } from "./scored-matching.ts";

/** All kinds of trouble, as people may name them too. */
export const dialogueErrors: readonly string[] = [
  "silent",
  "talks-too-much",
  "talks-too-little",
  "wrong-words-or-time",
  "mostly-right-some-missed",
  "mostly-right-some-wrong",
  "mostly-right-some-extra",
];

/** Half as many utterances again as there should be are too many, and a third fewer too few. */
const farOff = 1.5;

/**
 * The most frequent trouble of a stream, by the rules that it was scored with; `null` where
 * everything is right and nothing redundant. Streams of which more than half is right have classes
 * of their own: what they miss, say wrong or say too much.
 */
export function dialogueErrorClass(
  sample: DialogueSample,
  prediction: DialoguePrediction,
  scored: ScoredBy<DialogueOptions>,
): string | null {
  const wanted = sample.references.length;
  const spoken = prediction.utterances.length;
  if (spoken === 0) return wanted === 0 ? null : "silent";
  const { matching, threshold } = scoredMatching(sample, prediction, scored);
  const { matched, missed, redundant } = matching;
  const right = matched.filter(({ semantic }) => threshold === null || semantic > threshold).length;
  if (right === wanted) return spoken > wanted ? "talks-too-much" : null;
  if (spoken > wanted * farOff) return "talks-too-much";
  if (spoken < wanted / farOff) return "talks-too-little";
  if (right > wanted / 2)
    return lesserTrouble({
      missed: missed.length,
      wrong: matched.length - right,
      extra: redundant.length,
    });
  // One missed and one redundant is one utterance at the wrong time.
  const wrong = matched.length - right + Math.min(missed.length, redundant.length);
  return missed.length - redundant.length > wrong ? "talks-too-little" : "wrong-words-or-time";
}

interface Troubles {
  readonly missed: number;
  readonly wrong: number;
  readonly extra: number;
}

/**
 * What a stream that is mostly right shows most often; of equals the first that costs the user
 * more.
 */
function lesserTrouble({ missed, wrong, extra }: Troubles): string {
  if (missed >= wrong && missed >= extra) return "mostly-right-some-missed";
  return wrong >= extra ? "mostly-right-some-wrong" : "mostly-right-some-extra";
}
