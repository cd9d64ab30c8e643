import { describe, expect, it } from "vitest";
import { dialogueExamples } from "./examples.ts";
import { dialogue } from "./index.ts";
import { dialogueSanity } from "./sanity.ts";
import { dialogueOptionsSchema } from "./schema.ts";

const sample = dialogueExamples[0]!.samples[0]!;
const oracle = dialogue.baselines.oracle(sample);
const explain = (given: object, prediction = oracle) => dialogueSanity.explain(sample, prediction, dialogueOptionsSchema.parse(given));

describe("why the oracle is not perfect", () => {
  it("has nothing to say where it is", () => {
    expect(explain({})).toEqual([]);
  });

  it("names the pair and the rule where zero costs are dropped", () => {
    const reasons = explain({ zeroEdge: "drop" });
    expect(reasons.length).toBe(sample.references.length);
    for (const [i, reason] of reasons.entries()) {
      expect(reason).toContain(`frame ${sample.references[i]!.frame}: "${sample.references[i]!.text}"`);
      expect(reason).toContain("zeroEdge: drop");
    }
  });

  it("names what is not similar enough, what is matched elsewhere and what is not said", () => {
    expect(explain({ threshold: 1 })).toEqual(
      sample.references.map(({ frame }) => expect.stringMatching(`frame ${frame}: similarity 1.000`)),
    );
    const late = { utterances: oracle.utterances.map((one) => ({ ...one, frame: one.frame + 1 })) };
    expect(explain({}, late)[0]).toMatch(/frame 5: matched with the reference of frame 4/);
    expect(explain({}, { utterances: oracle.utterances.slice(1) })).toEqual([expect.stringMatching(/^frame 4: .* is not said$/)]);
  });

  it("knows the original's own criteria", () => {
    expect(dialogueSanity.criteria.proassist).toEqual({ precision: 0.95, recall: 0.95, F1: 0.95, jaccard_index: 0.95, Bleu_4: 0.95 });
  });
});
