import type { ScoredBy } from "../../core/family.ts";
import type { DialogueOptions, DialoguePrediction, DialogueSample } from "./schema.ts";
import { scoredMatching } from "./scored-matching.ts";

/** Half as many utterances again as there should be are too many, and a third fewer too few. */
const farOff = 1.5;

/** The most frequent trouble of a stream, by the rules that it was scored with; `null` where everything is right and nothing redundant. */
export function dialogueErrorClass(
  sample: DialogueSample,
  prediction: DialoguePrediction,
  scored?: ScoredBy<DialogueOptions>,
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
  // One missed and one redundant is one utterance at the wrong time.
  const wrong = matched.length - right + Math.min(missed.length, redundant.length);
  if (missed.length - redundant.length > wrong) return "talks-too-little";
  return redundant.length - missed.length > wrong ? "talks-too-much" : "wrong-words-or-time";
}
