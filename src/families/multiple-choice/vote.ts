import type { ChoicePrediction } from "./schema.ts";

/**
 * The choice that most answers name; of equally many, the one that was named first. Answers that
 * name none have no vote.
 */
export function voteChoice(predictions: readonly ChoicePrediction[]): ChoicePrediction {
  const votes = new Map<number, number>();
  for (const { choice } of predictions)
    if (choice !== null) votes.set(choice, (votes.get(choice) ?? 0) + 1);
  let elected: number | null = null;
  for (const [choice, count] of votes)
    if (elected === null || count > votes.get(elected)!) elected = choice;
  return { choice: elected };
}
