import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstAsks, play } from "../../../test/support/play.ts";
import { nothingLent } from "../../core/family/lent.ts";
import { answered, failed, type Outcome } from "../../core/run/outcome.ts";
import { similarityGraders } from "./graders.ts";
import { dialogue } from "./index.ts";
import { type DialogueSample, dialogueOptionsSchema } from "./schema.ts";
import {
  comparedPairs,
  gradedSimilarity,
  type SimilarityGrade,
  similarityRole,
} from "./similarity.ts";

const options = dialogueOptionsSchema.parse({ window: "-2,3" });

function stream(references: readonly { frame: number; text: string }[]): DialogueSample {
  return {
    fps: 2,
    frameCount: 400,
    group: "v",
    id: "v",
    inputs: [],
    media: [],
    metadata: {},
    references,
  };
}

/** Utterances on different frames, in order, with few different texts. */
const spoken = fc
  .uniqueArray(fc.nat(40), { maxLength: 12 })
  .chain((frames) =>
    fc
      .array(fc.constantFrom("a", "b", "c"), { minLength: frames.length, maxLength: frames.length })
      .map((texts) =>
        frames.toSorted((a, b) => a - b).map((frame, i) => ({ frame, text: texts[i]! })),
      ),
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
        const got = comparedPairs({ utterances }, stream(references), options).map((pair) =>
          pair.join("|"),
        );
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

  type Steps = ReturnType<(typeof similarityGraders)[number]["steps"]>;
  interface Ask {
    readonly pairs: readonly (readonly [string, string])[];
  }

  /** What the grader makes of the replies to what it asks. */
  function grade(
    reply: (ask: Ask, at: number) => Outcome<unknown>,
    grader = similarityGraders[0]!,
  ) {
    const steps: Steps = grader.steps(prediction, sample, options);
    const { asks, outcome } = play(steps as never, { reply: reply as never });
    return { asks: asks as readonly Ask[], outcome: outcome as Outcome<SimilarityGrade> };
  }

  const by = (cosine: (said: string, wanted: string) => number) => (ask: Ask) =>
    answered({ cosines: ask.pairs.map(([said, wanted]) => cosine(said, wanted)) });

  function measured(outcome: Outcome<SimilarityGrade>) {
    if (outcome.kind !== "answered") throw new Error("not answered");
    return dialogue
      .scoring(options, { ...nothingLent, graders: { [similarityRole]: "table:x" } })
      .measures.map(({ measure }) =>
        measure({
          sample,
          prediction,
          outcome: "answered",
          grades: { [similarityRole]: outcome.value },
        }),
      );
  }

  it("decides what is right within the window, and beyond it what half-oracles bring together", () => {
    const { asks, outcome } = grade(by((said) => (said === "pour it" ? 0.1 : 0.8)));
    expect(asks.map(({ pairs }) => pairs)).toEqual([
      [["heat some water", "boil the water"]],
      [
        ["pour it", "boil the water"],
        ["pour it", "pour it"],
      ],
    ]);
    const [matches, halves] = measured(outcome);
    expect(matches).toMatchObject({
      semantics: [expect.closeTo(0.8, 6)],
      redundant: 1,
      missedLabels: [""],
    });
    // By its words "pour it" is the right thing at the wrong time; by this grader it is not.
    expect(halves).toMatchObject({
      asIsRight: 2,
      asIsAll: 4,
      rightMomentsRight: 2,
      rightMomentsAll: 4,
    });
    const [, kinder] = measured(grade(by(() => 0.8)).outcome);
    expect(kinder).toMatchObject({
      asIsRight: 2,
      asIsAll: 4,
      rightMomentsRight: 4,
      rightMomentsAll: 4,
    });
    expect(
      dialogue.scoring(options, { ...nothingLent, graders: { [similarityRole]: "table:x" } })
        .measures[0]!.signature,
    ).toContain("similarity:table:x");
  });

  it("may lack pairs beyond the window, as a recorded table does: their words are compared then", () => {
    const lacking = (ask: Ask, at: number) =>
      at === 0 ? by(() => 0.8)(ask) : failed("deterministic", "no such pair");
    const { outcome } = grade(lacking);
    expect(outcome).toEqual(
      answered({ pairs: [["heat some water", "boil the water"]], cosines: [0.8] }),
    );
    expect(measured(outcome)[1]).toMatchObject({
      asIsRight: 2,
      asIsAll: 4,
      rightMomentsRight: 4,
      rightMomentsAll: 4,
    });
  });

  it("gives no grade where it failed on the way, or lacks a pair within the window", () => {
    const busy = failed("transient", "busy");
    expect(grade((ask, at) => (at === 1 ? busy : by(() => 1)(ask))).outcome).toEqual(busy);
    const absent = failed("deterministic", "no such pair");
    expect(grade((ask, at) => (at === 0 ? absent : by(() => 1)(ask))).outcome).toEqual(absent);
  });

  it("asks those it is only set beside about the window alone", () => {
    expect(
      grade(
        by(() => 1),
        similarityGraders[1]!,
      ).asks.length,
    ).toBe(1);
  });

  it("asks about no pair twice, near or far", () => {
    fc.assert(
      fc.property(spoken, spoken, (utterances, references) => {
        const steps: Steps = similarityGraders[0]!.steps(
          { utterances },
          stream(references),
          options,
        );
        const pairs = firstAsks<Ask>(steps as never).flatMap((ask) =>
          ask.pairs.map((pair) => pair.join("|")),
        );
        const all = utterances.flatMap((said) =>
          references.map((wanted) => `${said.text}|${wanted.text}`),
        );
        expect(new Set(pairs).size).toBe(pairs.length);
        expect(new Set(pairs)).toEqual(new Set(all));
      }),
    );
  });
});

describe("similarities from a grade", () => {
  it("are those of the very pairs that it holds, of many texts and wherever they are said again", () => {
    const text = fc.nat(80).map((number) => `text ${number}`);
    const said = fc.array(text, { maxLength: 60 });
    fc.assert(
      fc.property(
        said,
        said,
        fc.array(fc.tuple(text, text), { maxLength: 80 }),
        (generated, references, pairs) => {
          const known = new Map(pairs.map(([one, other], at) => [`${one}/${other}`, at / 100]));
          const spokenAt = (texts: readonly string[]) =>
            texts.map((one, frame) => ({ frame, text: one }));
          const cosines = pairs.map(([one, other]) => known.get(`${one}/${other}`)!);
          const graded = gradedSimilarity(
            { pairs, cosines },
            spokenAt(generated),
            spokenAt(references),
          );
          for (const [i, one] of generated.entries())
            for (const [j, other] of references.entries())
              expect(graded(i, j)).toBe(known.get(`${one}/${other}`));
        },
      ),
    );
  });
});
