import type { CorpusMetric, Weights } from "../../core/scores/metric.ts";
import { assertWeights } from "../sample-metric.ts";
import type { HasFrameScores } from "./has-frame-scores.ts";
import { type PackedFrames, packFrames } from "./pack-frames.ts";

/** The score of one type; `null` where it is not defined. */
export type TypeScore = (
  frames: PackedFrames["types"][number],
  weights: Weights | undefined,
) => number | null;

/** A mean over types of a score over the frames of all videos together. */
export function frameMetric(
  definition: Pick<CorpusMetric, "id" | "title" | "signature" | "measure">,
  scoreOf: TypeScore,
): CorpusMetric<HasFrameScores> {
  return {
    ...definition,
    kind: "corpus",
    best: 1,
    worst: 0,
    prepare(evidence) {
      const { videoCount, types } = packFrames(evidence);
      return (weights) => {
        if (weights) assertWeights(weights, videoCount);
        const scores = types
          .map((frames) => scoreOf(frames, weights))
          .filter((score) => score !== null);
        return scores.length === 0
          ? null
          : scores.reduce((sum, score) => sum + score, 0) / scores.length;
      };
    },
  };
}
