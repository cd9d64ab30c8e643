import { describe, expect, it } from "vitest";
import { nothingLent } from "../../core/family/lent.ts";
import { dialogue } from "./index.ts";
import type { DialoguePrediction, DialogueSample } from "./schema.ts";

/** What the family says about answers that were made with these thresholds. */
function said(...streams: readonly (readonly number[])[]): readonly string[] {
  const noticing = dialogue.scoring(dialogue.data.options.parse({}), nothingLent).noticeAnswers!();
  for (const thresholds of streams) {
    const sweep = thresholds.map((notTalkThreshold) => ({ notTalkThreshold, utterances: [] }));
    const prediction: DialoguePrediction = {
      utterances: [],
      ...(sweep.length > 0 ? { sweep } : {}),
    };
    noticing.add({ sample: { id: "s", frameCount: 9 } as DialogueSample, prediction });
  }
  return noticing.finish();
}

describe("answers with several not-talk thresholds", () => {
  it("are scored at the one nearest to .5, which is said", () => {
    const text =
      "scored at the not-talk threshold 0.3 of 0.1, 0.3, 0.9; all of them make the curve";
    expect(said([0.1, 0.3, 0.9], [0.1, 0.3, 0.9])).toEqual([text]);
  });

  it("are counted where streams have different ones", () => {
    expect(said([0.1, 0.5], [0.1, 0.3], [0.1, 0.3]).map((text) => text.slice(0, 52))).toEqual([
      "1 stream: scored at the not-talk threshold 0.5 of 0.",
      "2 streams: scored at the not-talk threshold 0.3 of 0",
    ]);
  });

  it("need no remark where there is one threshold", () => {
    expect(said([], [])).toEqual([]);
  });
});
