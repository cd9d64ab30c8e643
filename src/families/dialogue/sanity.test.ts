import { describe, expect, it } from "vitest";
import { formatTarget } from "../../core/scores/target.ts";
import { dialogueExamples } from "./examples.ts";
import { dialogue } from "./index.ts";
import { dialogueSanity } from "./sanity.ts";
import { dialogueOptionsSchema } from "./schema.ts";

const sample = dialogueExamples[0]!.samples[0]!;
const oracle = dialogue.proof.baselines.oracle(sample);
const explain = (
  given: object,
  prediction = oracle,
  scored: Partial<Parameters<typeof dialogueSanity.explain>[2]> = {},
) =>
  dialogueSanity.explain(sample, prediction, {
    options: dialogueOptionsSchema.parse(given),
    graders: {},
    grades: {},
    ...scored,
  });

describe("why the oracle is not perfect", () => {
  it("has nothing to say where it is", () => {
    expect(explain({})).toEqual([]);
  });

  it("names the pair and the rule where zero costs are dropped", () => {
    const reasons = explain({ zeroEdge: "drop" });
    expect(reasons.length).toBe(sample.references.length);
    for (const [i, reason] of reasons.entries()) {
      expect(reason).toContain(
        `frame ${sample.references[i]!.frame}: "${sample.references[i]!.text}"`,
      );
      expect(reason).toContain("zeroEdge: drop");
    }
  });

  it.each(["2,9", "-9,-2"])(
    "names the window where it leaves out the frame itself: %s",
    (window) => {
      const [left, right] = window.split(",");
      expect(explain({ window })[0]).toMatch(
        new RegExp(`the window from ${left} to ${right} frames leaves out its own frame$`),
      );
    },
  );

  it("names what is not similar enough, what is matched elsewhere and what is not said", () => {
    expect(explain({ threshold: 1 })).toEqual(
      sample.references.map(({ frame }) =>
        expect.stringMatching(`frame ${frame}: similarity 1.000`),
      ),
    );
    const late = { utterances: oracle.utterances.map((one) => ({ ...one, frame: one.frame + 1 })) };
    expect(explain({}, late)[0]).toMatch(/frame 5: matched with the reference of frame 4/);
    expect(explain({}, { utterances: oracle.utterances.slice(1) })).toEqual([
      expect.stringMatching(/^frame 4: .* is not said$/),
    ]);
  });

  it("goes by the similarities that the task is scored with", () => {
    const pairs = sample.references.flatMap((said) =>
      sample.references.map((wanted) => [said.text, wanted.text] as const),
    );
    const cosines = pairs.map(([said, wanted]) => (said === wanted ? 0.4 : 0));
    expect(
      explain({}, oracle, {
        graders: { similarity: "table:low" },
        grades: { similarity: { pairs, cosines } },
      }),
    ).toEqual(
      sample.references.map(({ frame }) => `frame ${frame}: similarity 0.400 is not above 0.5`),
    );
  });

  it("names texts that a recorded table does not find wholly like themselves", () => {
    const pairs = sample.references.flatMap((said) =>
      sample.references.map((wanted) => [said.text, wanted.text] as const),
    );
    const cosines = pairs.map(([said, wanted]) =>
      said === wanted ? (said === sample.references[0]!.text ? 0.75 : 0.9999999) : 0,
    );
    const { frame, text } = sample.references[0]!;
    expect(
      explain({}, oracle, {
        graders: { similarity: "table:low" },
        grades: { similarity: { pairs, cosines } },
      }),
    ).toEqual([`frame ${frame}: the similarity of "${text}" with itself is 0.75, not 1`]);
  });

  it("knows the original's own criteria", () => {
    const criteria = Object.entries(dialogueSanity.criteria.proassist!);
    expect(criteria.map(([metric, target]) => `${metric} ${formatTarget(target)}`)).toEqual([
      "precision >= 0.95",
      "recall >= 0.95",
      "F1 >= 0.95",
      "jaccard_index >= 0.95",
      "Bleu_4 >= 0.95",
      "CIDEr > 3",
      "METEOR >= 0.95",
    ]);
  });
});
