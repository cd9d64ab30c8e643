import { type DialogueEvidence, matchStream, type SpokenStream } from "./dialogue-evidence.ts";
import type { MatchSettings, Similarity } from "./match-utterances.ts";

/** Twice the right pairs, and all utterances of both sides: what F1 is made of. */
export type F1Parts = readonly [right: number, all: number];

/** Everything that a matching needs of one stream. */
export interface MatchInput {
  readonly stream: SpokenStream;
  readonly settings: MatchSettings;
  readonly similarity: Similarity;
}

/** Pairs are right where their similarity is above `threshold`; without one, all are. */
export function f1Parts(
  { stream, settings, similarity }: MatchInput,
  threshold: number | null,
): F1Parts {
  const { matched, missed, redundant } = matchStream(stream, settings, similarity);
  let right = 0;
  for (const { semantic } of matched) if (threshold === null || semantic > threshold) right++;
  return [2 * right, 2 * matched.length + missed.length + redundant.length];
}

/** The same of a stream that was matched already. */
export function f1PartsOf(
  { semantics, missedLabels, redundant }: DialogueEvidence,
  threshold: number | null,
): F1Parts {
  let right = 0;
  for (const semantic of semantics) if (threshold === null || semantic > threshold) right++;
  return [2 * right, 2 * semantics.length + missedLabels.length + redundant];
}
