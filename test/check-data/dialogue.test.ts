import { describe, expect, it } from "vitest";
import { dialogue } from "../../src/families/dialogue/index.ts";
import type { DialogueSample } from "../../src/families/dialogue/schema.ts";
import { dialogueScores } from "../dialogue/dialogue-scores.ts";
import { expectOracleAtCeiling, proassistSamples } from "../dialogue/proassist-oracle.ts";
import { checkText } from "./check-file.ts";

interface Run {
  readonly fps: number;
  readonly predictions: readonly { readonly gen: string; readonly ref: string }[];
}

describe("a recorded run of ProAssist on a WTaG video", () => {
  const run = JSON.parse(checkText("dialogue/wtag_coffee_stream_run.json")) as Run;
  const spoken = (key: "gen" | "ref") =>
    run.predictions.flatMap((one, frame) => (one[key] === "" ? [] : [{ frame, text: one[key] }]));
  const sample: DialogueSample = {
    dataset: "wtag/dialog-klg_val_L0_I1",
    fps: 2,
    frameCount: run.predictions.length,
    group: "v",
    id: "v",
    inputs: [],
    media: [],
    metadata: {},
    references: spoken("ref"),
  };
  const prediction = { utterances: spoken("gen") };

  it("scores as published with the window of its set", () => {
    const got = dialogueScores([sample], [prediction], { zeroEdge: "drop", documents: "matched" });
    const expected = {
      num_matched: 8,
      num_mismatched: 22,
      num_missed: 24,
      num_redundant: 6,
      precision: 0.2222,
      recall: 0.1481,
      F1: 0.1778,
    };
    for (const [id, value] of Object.entries({
      ...expected,
      jaccard_index: 0.1333,
      Bleu_4: 0.2062,
      CIDEr: 2.0128,
    }))
      expect(got[id]!.score, id).toBeCloseTo(value, 4);
    expect(
      dialogueScores([sample], [prediction], { zeroEdge: "drop", window: "-6,12" }).F1!.score,
    ).toBe(got.F1!.score);
  });

  it("scores as published with a window of fifteen seconds each way", () => {
    for (const window of ["-30,30", "-15s,15s"]) {
      const got = dialogueScores([sample], [prediction], { zeroEdge: "drop", window });
      for (const [id, value] of Object.entries({
        num_matched: 14,
        num_mismatched: 19,
        num_missed: 21,
        num_redundant: 3,
        F1: 0.3111,
      }))
        expect(got[id]!.score, id).toBeCloseTo(value, 4);
    }
  });
});

describe("the oracle on ProAssist's own dialogues", () => {
  const rows = JSON.parse(checkText("dialogue/assembly101_val_like.json")) as readonly unknown[];

  it.each([
    ["each", 6],
    ["first", 2],
    ["concatenate", 2],
  ] as const)(
    "reaches the ceiling of every score with conversations: %s",
    (conversations, count) => {
      const samples = proassistSamples(rows, conversations);
      expect(samples.length).toBe(count);
      expectOracleAtCeiling(samples);
    },
  );

  it("loses perfect pairs where zero costs are dropped, as the original does", () => {
    const samples = proassistSamples(rows, "each");
    expect(
      dialogueScores(samples, samples.map(dialogue.proof.baselines.oracle), { zeroEdge: "drop" })
        .F1!.score,
    ).toBeLessThan(1);
  });
});
