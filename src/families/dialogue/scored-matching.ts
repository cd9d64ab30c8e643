import type { ScoredBy } from "../../core/family/scored-by.ts";
import { matchStream, type PartialMatching } from "../../metrics/dialogue/dialogue-evidence.ts";
import { similarityOf } from "./metrics.ts";
import type { DialogueOptions, DialoguePrediction, DialogueSample } from "./schema.ts";
import { similarityRole } from "./similarity.ts";
import { streamMatcher } from "./stream-matching.ts";

interface ScoredMatching {
  readonly matching: PartialMatching;
  readonly said: ReturnType<ReturnType<typeof streamMatcher>>["stream"]["generated"];
  readonly threshold: DialogueOptions["threshold"];
  /** What utterances were compared by, in words. */
  readonly compared: string;
}

/**
 * What belongs to what by the rules and similarities that a stream was scored with; by the words
 * alone where it has none.
 */
export function scoredMatching(
  sample: DialogueSample,
  prediction: DialoguePrediction,
  { options, graders, grades }: ScoredBy<DialogueOptions>,
): ScoredMatching {
  const named = similarityOf(graders);
  const isGraded = named !== "lexical" && grades[similarityRole] !== undefined;
  const { stream, settings, similarity } = streamMatcher(options, isGraded ? named : "lexical")(
    sample,
    prediction,
    grades,
  );
  return {
    matching: matchStream(stream, settings, similarity),
    said: stream.generated,
    threshold: options.threshold,
    compared: isGraded ? named : "the words they share",
  };
}
