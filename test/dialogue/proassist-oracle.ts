import { expect } from "vitest";
import { formats } from "../../src/families/dialogue/formats.ts";
import { dialogue } from "../../src/families/dialogue/index.ts";
import type { DialogueSample } from "../../src/families/dialogue/schema.ts";
import { dialogueScores } from "./dialogue-scores.ts";

/** Samples of rows in the shape of ProAssist's dialogues. */
export function proassistSamples(
  rows: readonly unknown[],
  conversations: "each" | "first" | "concatenate",
): readonly DialogueSample[] {
  const format = formats.find(({ id }) => id === "proassist")!;
  return rows.flatMap((row) => {
    const read = format.reads === "rows" ? format.read(row, { conversations }) : undefined;
    if (!read?.ok) throw new Error(read?.reason ?? "reads no rows");
    return read.value;
  });
}

/** Expects what the oracle says to have every rate at 1 and every other score at its ceiling. */
export function expectOracleAtCeiling(samples: readonly DialogueSample[]): void {
  for (const sample of samples)
    expect(dialogue.data.sample.safeParse(sample).error).toBeUndefined();
  const found = dialogueScores(samples, samples.map(dialogue.proof.baselines.oracle));
  for (const id of ["precision", "recall", "F1", "jaccard_index"])
    expect(found[id]!.score, id).toBe(1);
  for (const [id, { score, ceiling }] of Object.entries(found))
    expect(score, id).toBeCloseTo(ceiling, 9);
  expect(found.Bleu_4!.score).toBeCloseTo(1, 9);
}
