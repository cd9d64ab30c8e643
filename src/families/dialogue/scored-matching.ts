import type { ScoredBy } from "../../core/family/scored-by.ts";
import { matchStream, type PartialMatching } from "../../metrics/dialogue/dialogue-evidence.ts";
import { similarityOf } from "./metrics.ts";
import {
  type DialogueOptions,
  type DialoguePrediction,
  type DialogueSample,
  dialogueOptionsSchema,
} from "./schema.ts";
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
 * alone where it was not.
 */
export function scoredMatching(
  sample: DialogueSample,
  prediction: DialoguePrediction,
  scored: ScoredBy<DialogueOptions> | undefined,
): ScoredMatching {
  const options = scored?.options ?? dialogueOptionsSchema.parse({});
  const named = similarityOf(scored?.graders);
  const isGraded = named !== "lexical" && scored?.grades[similarityRole] !== undefined;
  const { stream, settings, similarity } = streamMatcher(options, isGraded ? named : "lexical")(
    sample,
    prediction,
    scored?.grades ?? {},
  );
  return {
    matching: matchStream(stream, settings, similarity),
    said: stream.generated,
    threshold: options.threshold,
    compared: isGraded ? named : "the words they share",
  };
}
