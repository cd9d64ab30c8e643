import type { Grades } from "../../core/scores/measure.ts";
import type { MatchInput } from "../../metrics/dialogue/f1-parts.ts";
import { lexicalSimilarity } from "../../metrics/dialogue/lexical-similarity.ts";
import type { Similarity, Utterance } from "../../metrics/dialogue/match-utterances.ts";
import { windowInFrames } from "./match-window.ts";
import type { DialogueOptions, DialoguePrediction, DialogueSample } from "./schema.ts";
import { gradedSimilarity, type SimilarityGrade, similarityRole } from "./similarity.ts";

/** Everything that a matching needs of one stream. */
export interface StreamMatching extends MatchInput {
  /**
   * Also of pairs outside the window: by the grader as far as it can compare them, by their words
   * where it cannot.
   */
  readonly farSimilarity: Similarity;
}

interface MatcherParts {
  readonly role?: string | undefined;
  /** What compares words: those of a stream are counted once for all matchers that share it. */
  readonly byWords?: ReturnType<typeof lexicalSimilarity>;
}

/**
 * What is said beyond the end of the stream is left out. `similarity` names what compares meanings,
 * by its role; `lexical` are the words themselves.
 */
export function streamMatcher(
  { window, factor, power, zeroEdge }: DialogueOptions,
  similarity: string,
  { role = similarityRole, byWords = lexicalSimilarity() }: MatcherParts = {},
) {
  return (
    sample: DialogueSample,
    { utterances }: DialoguePrediction,
    grades: Grades,
  ): StreamMatching => {
    const { dataset = "", references, frameCount, fps } = sample;
    const isWhole = utterances.every(({ frame }) => frame < frameCount);
    const generated = isWhole ? utterances : utterances.filter(({ frame }) => frame < frameCount);
    const words = byWords(generated, references);
    return {
      stream: { dataset, frameCount, framesPerSecond: fps, generated, references },
      settings: { ...windowInFrames(window, sample), factor, power, zeroEdge },
      ...(similarity === "lexical"
        ? near(words)
        : byGrade(
            gradedSimilarity(grades[role] as SimilarityGrade | undefined, generated, references),
            { generated, references, words },
          )),
    };
  };
}

type Compared = Pick<StreamMatching, "similarity" | "farSimilarity">;

/** Where all pairs can be compared, those far apart are no others. */
function near(similarity: Similarity): Compared {
  return { similarity, farSimilarity: similarity };
}

interface GradedStream {
  readonly generated: readonly Utterance[];
  readonly references: readonly Utterance[];
  readonly words: Similarity;
}

/**
 * A pair within the window that was not graded is a programmer's mistake, since the grader was
 * asked for all.
 */
function byGrade(
  graded: ReturnType<typeof gradedSimilarity>,
  { generated, references, words }: GradedStream,
): Compared {
  return {
    similarity(said, wanted) {
      const cosine = graded(said, wanted);
      if (cosine === undefined)
        throw new RangeError(
          `no similarity of "${generated[said]!.text}" and "${references[wanted]!.text}" was graded`,
        );
      return cosine;
    },
    farSimilarity: (said, wanted) => graded(said, wanted) ?? words(said, wanted),
  };
}
