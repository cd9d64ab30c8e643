import type { Analysis } from "../../core/scores/analysis.ts";
import type { SpokenStream } from "./dialogue-evidence.ts";
import { type F1Parts, f1Parts, type MatchInput } from "./f1-parts.ts";
import type { MatchSettings, Similarity } from "./match-utterances.ts";
import { matchWords } from "./match-words.ts";

/**
 * F1 as it is, with the model's words moved to the right moments, and with the right words at the
 * model's moments.
 */
export interface HalfOracleEvidence {
  readonly asIsRight: number;
  readonly asIsAll: number;
  readonly rightMomentsRight: number;
  readonly rightMomentsAll: number;
  readonly rightWordsRight: number;
  readonly rightWordsAll: number;
}

interface HalfOracleInput extends MatchInput {
  /**
   * Of utterances further apart than the window, by what is known of them; the similarity itself if
   * left out.
   */
  readonly farSimilarity?: Similarity | undefined;
  /** What came of the stream as it is, where that is known already. */
  readonly asIs?: F1Parts | undefined;
}

/**
 * How far a model's words may lie from the moment they were meant for, to be moved there, in
 * seconds; or four windows, if that is more.
 */
const reachSeconds = 60;

/**
 * The same in frames: pairs of utterances and references so far apart are compared where only the
 * words are the model's.
 */
export function halfOracleReach(
  { left, right }: Pick<MatchSettings, "left" | "right">,
  framesPerSecond: number,
): number {
  return Math.max(4 * Math.max(-left, right), Math.round(reachSeconds * framesPerSecond));
}

/**
 * Two half-oracles tell what was lost by saying the wrong thing from what was lost by saying it at
 * the wrong time. Words at the right moments: time costs nothing within a minute or four windows.
 * Right words: every utterance says what its moment asks for.
 */
export function halfOracleEvidence(
  input: HalfOracleInput,
  threshold: number | null,
): HalfOracleEvidence {
  const { stream, settings, similarity, farSimilarity = similarity } = input;
  const reach = halfOracleReach(settings, stream.framesPerSecond);
  const parts = (own: MatchSettings, compare: Similarity) =>
    f1Parts({ stream, settings: own, similarity: compare }, threshold);
  const [asIsRight, asIsAll] = input.asIs ?? parts(settings, similarity);
  const [rightMomentsRight, rightMomentsAll] =
    wordParts({ stream, reach, similarity: farSimilarity }, threshold) ??
    parts({ ...settings, left: -reach, right: reach, factor: 0, zeroEdge: "keep" }, farSimilarity);
  const [rightWordsRight, rightWordsAll] = parts({ ...settings, zeroEdge: "keep" }, () => 1);
  return { asIsRight, asIsAll, rightMomentsRight, rightMomentsAll, rightWordsRight, rightWordsAll };
}

interface MovedWords {
  readonly stream: SpokenStream;
  readonly reach: number;
  readonly similarity: Similarity;
}

/** Without a threshold pairs of no similarity count as well, which `matchWords` does not find. */
function wordParts(
  { stream, reach, similarity }: MovedWords,
  threshold: number | null,
): F1Parts | undefined {
  const similarities = threshold === null ? undefined : matchWords(stream, { reach, similarity });
  if (threshold === null || !similarities) return undefined;
  const right = similarities.filter((one) => one > threshold).length;
  return [2 * right, stream.generated.length + stream.references.length];
}

const rows: readonly (readonly [
  string,
  right: keyof HalfOracleEvidence,
  all: keyof HalfOracleEvidence,
])[] = [
  ["as it is", "asIsRight", "asIsAll"],
  ["its words at the right moments", "rightMomentsRight", "rightMomentsAll"],
  ["the right words at its moments", "rightWordsRight", "rightWordsAll"],
];

/**
 * What F1 would be if only the words, or only the moments, were the model's; the rest to 1 is what
 * each half costs alone.
 */
export function halfOracleTable(measure: string): Analysis<HalfOracleEvidence> {
  return {
    id: "what-or-when",
    title: "What or when: F1 with one half from the oracle",
    measure,
    analyse(evidence) {
      const all = [...evidence];
      return {
        kind: "table",
        columns: ["utterances", "F1", "gap to the oracle"],
        fractions: ["F1", "gap to the oracle"],
        rows: rows.map(([name, rightKey, allKey]) => {
          const right = all.reduce((sum, item) => sum + item[rightKey], 0);
          const both = all.reduce((sum, item) => sum + item[allKey], 0);
          return both === 0 ? [name, null, null] : [name, right / both, 1 - right / both];
        }),
      };
    },
  };
}
