import type { LabelPrediction } from "./schema.ts";

/** The mean score of each label over the answers that give it one. */
export function meanScores(predictions: readonly LabelPrediction[]): LabelPrediction {
  const given = new Map<string, number[]>();
  for (const { scores } of predictions)
    for (const [id, score] of Object.entries(scores))
      given.set(id, [...(given.get(id) ?? []), score]);
  return {
    scores: Object.fromEntries(
      [...given].map(([id, values]) => [
        id,
        values.reduce((sum, value) => sum + value, 0) / values.length,
      ]),
    ),
  };
}
