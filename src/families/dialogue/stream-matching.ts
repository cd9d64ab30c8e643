import type { Grades } from "../../core/measure.ts";
import type { SpokenStream } from "../../metrics/dialogue/dialogue-evidence.ts";
import { lexicalSimilarity } from "../../metrics/dialogue/lexical-similarity.ts";
import type { MatchSettings, Similarity } from "../../metrics/dialogue/match-utterances.ts";
import { windowInFrames } from "./match-window.ts";
import type { DialogueOptions, DialoguePrediction, DialogueSample } from "./schema.ts";
import { gradedSimilarity } from "./similarity.ts";

/** Everything that a matching needs of one stream. */
export interface StreamMatching {
  readonly stream: SpokenStream;
  readonly settings: MatchSettings;
  readonly similarity: Similarity;
}

/** What is said beyond the end of the stream is left out. `similarity` names what compares meanings; `lexical` are the words themselves. */
export function streamMatcher({ window, factor, power, zeroEdge }: DialogueOptions, similarity: string) {
  const lexical = lexicalSimilarity();
  return (sample: DialogueSample, { utterances }: DialoguePrediction, grades: Grades): StreamMatching => {
    const { dataset = "", references, frameCount, fps } = sample;
    const generated = utterances.filter(({ frame }) => frame < frameCount);
    return {
      stream: { dataset, frameCount, framesPerSecond: fps, generated, references },
      settings: { ...windowInFrames(window, sample), factor, power, zeroEdge },
      similarity:
        similarity === "lexical"
          ? (said, wanted) => lexical(generated[said]!.text, references[wanted]!.text)
          : gradedSimilarity(grades, generated, references),
    };
  };
}
