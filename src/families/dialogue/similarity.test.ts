import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answered } from "../../core/outcome.ts";
import { similarityGraders } from "./graders.ts";
import { dialogue } from "./index.ts";
import { type DialogueSample, dialogueOptionsSchema } from "./schema.ts";
import { comparedPairs, similarityRole } from "./similarity.ts";

const options = dialogueOptionsSchema.parse({ window: "-2,3" });

function stream(references: readonly { frame: number; text: string }[]): DialogueSample {
  return { fps: 2, frameCount: 400, group: "v", id: "v", inputs: [], media: [], metadata: {}, references };
}

/** Utterances on different frames, in order, with few different texts. */
const spoken = fc
  .uniqueArray(fc.nat(40), { maxLength: 12 })
  .chain((frames) =>
    fc
      .array(fc.constantFrom("a", "b", "c"), { minLength: frames.length, maxLength: frames.length })
      .map((texts) => frames.toSorted((a, b) => a - b).map((frame, i) => ({ frame, text: texts[i]! }))),
  );

describe("pairs that are compared", () => {
  it("are those within the window, each once", () => {
    fc.assert(
      fc.property(spoken, spoken, (utterances, references) => {
        const all = utterances.flatMap((said) =>
          references
            .filter(({ frame }) => frame - said.frame >= -2 && frame - said.frame <= 3)
            .map((wanted) => `${said.text}|${wanted.text}`),
        );
        const got = comparedPairs({ utterances }, stream(references), options).map((pair) => pair.join("|"));
        expect(new Set(got).size).toBe(got.length);
        expect(new Set(got)).toEqual(new Set(all));
      }),
    );
  });
});

describe("the similarity grader", () => {
  const sample = stream([
    { frame: 10, text: "boil the water" },
    { frame: 200, text: "pour it" },
  ]);
  const prediction = {
    utterances: [
      { frame: 10, text: "heat some water" },
      { frame: 100, text: "pour it" },
    ],
  };

  /** What the grader makes of one cosine for each pair it asks about. */
  function grade(cosine: number) {
    const steps = similarityGraders[0]!.steps(prediction, sample, options);
    const asked = steps.next();
    const pairs = asked.done ? [] : (asked.value[0] as { pairs: readonly unknown[] }).pairs;
    const ended = asked.done ? asked : steps.next([answered({ cosines: pairs.map(() => cosine) })] as never);
    return ended.value;
  }

  it("decides what is right, in every measure, though it is not asked about pairs outside the window", () => {
    const outcome = grade(0.8);
    expect(outcome).toEqual(answered({ pairs: [["heat some water", "boil the water"]], cosines: [0.8] }));
    if (!("kind" in outcome) || outcome.kind !== "answered") throw new Error("not answered");
    const graders = { [similarityRole]: "table:x" };
    const [matches, halves] = dialogue
      .measures(options, graders)
      .map(({ measure }) => measure({ sample, prediction, outcome: "answered", grades: { [similarityRole]: outcome.value } }));
    expect(matches).toMatchObject({ semantics: [expect.closeTo(0.8, 6)], redundant: 1, missedLabels: [""] });
    // "pour it" is far too early; by its words it is the right thing.
    expect(halves).toMatchObject({ asIs: [2, 4], rightMoments: [4, 4] });
    expect(dialogue.measures(options, graders)[0]!.signature).toContain("similarity:table:x");
  });
});
