import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isScored, type OutcomeKind, outcomeKinds } from "../../core/run/outcome.ts";
import { choiceBaselines } from "./baselines.ts";
import { choiceExamples } from "./examples.ts";
import {
  choiceAnalyses,
  choiceErrorClass,
  choiceMeasure,
  choiceMetrics,
  choiceSlices,
} from "./metrics.ts";
import { type ChoicePrediction, type ChoiceSample, choiceSampleSchema } from "./schema.ts";

const sample: ChoiceSample = {
  id: "q",
  group: "q",
  question: "?",
  choices: [" Red", "blue", "green"],
  answer: 2,
  type: "t",
  media: [],
  metadata: {},
};

function evidenceOf(about: ChoiceSample, choice: number | null, outcome: OutcomeKind = "answered") {
  return choiceMeasure.measure({ sample: about, prediction: { choice }, outcome, grades: {} });
}

describe("choiceMeasure", () => {
  it("states right and wrong by index", () => {
    expect(evidenceOf(sample, 2)).toMatchObject({
      correct: 1,
      choices: 3,
      type: "t",
      position: 2,
      predicted: 2,
      rank: 1,
      parsed: 1,
    });
    expect(evidenceOf(sample, 0)).toMatchObject({ correct: 0, predicted: 0 });
    expect(evidenceOf({ ...sample, choices: ["x", "x"], answer: 1 }, 0)).toMatchObject({
      correct: 0,
    });
  });

  it("tells a hidden truth from a wrong answer", () => {
    const { type: _, ...untyped } = { ...sample, answer: null };
    expect(evidenceOf(untyped, 1)).toMatchObject({
      correct: null,
      position: -1,
      rank: -1,
      type: "",
      predicted: 1,
    });
  });

  it("counts as parsed or not only where there was a reply to read", () => {
    const parsed = outcomeKinds.map((kind) => [
      kind,
      evidenceOf(sample, kind === "answered" ? 0 : null, kind).parsed,
    ]);
    expect(parsed.filter(([, value]) => value !== null)).toEqual([
      ["answered", 1],
      ["unparsed", 0],
    ]);
  });

  it("names the same set of choices alike in any order, and another differently", () => {
    const set = (choices: readonly string[]) =>
      evidenceOf({ ...sample, choices, answer: 0 }, 0).optionSet;
    expect(set(["GREEN", " red", "blue "])).toBe(set(sample.choices));
    expect(
      new Set(
        [
          ["a", "b"],
          ["a", "c"],
          ["a", "a"],
          ["b", "b"],
          ["ab", ""],
          ["a", "b", "b"],
        ].map(set),
      ).size,
    ).toBe(6);
  });

  it("gives evidence of one small shape that survives JSON", () => {
    const all = [
      evidenceOf(sample, 2),
      evidenceOf({ ...sample, answer: null }, null, "unparsed"),
      evidenceOf(sample, null, "refused"),
    ];
    expect(JSON.parse(JSON.stringify(all))).toEqual(all);
    expect(new Set(all.map((evidence) => Object.keys(evidence).join())).size).toBe(1);
    for (const value of all.flatMap((evidence) => Object.values(evidence)))
      expect(typeof value === "object" ? value : null).toBeNull();
  });
});

describe("choiceMetrics", () => {
  it("come in the order in which they are read", () => {
    expect(choiceMetrics.map(({ id }) => id)).toEqual([
      "accuracy",
      "macro-accuracy",
      "chance-corrected-accuracy",
      "parse-rate",
    ]);
    for (const { measure } of [...choiceMetrics, ...choiceAnalyses])
      expect(measure).toBe(choiceMeasure.signature);
  });

  it.each(choiceExamples)(
    "score as worked out by hand: $name",
    ({ samples, outcomes, expected }) => {
      const evidence = samples.flatMap((about, index) => {
        const outcome = outcomes[index]!;
        expect(choiceSampleSchema.safeParse(about).success).toBe(true);
        const prediction: ChoicePrediction =
          outcome.kind === "answered" ? outcome.value : choiceBaselines.empty(about);
        return isScored(outcome.kind)
          ? [
              choiceMeasure.measure({
                sample: about,
                prediction,
                outcome: outcome.kind,
                grades: {},
              }),
            ]
          : [];
      });
      expect(outcomes).toHaveLength(samples.length);
      const scores = Object.fromEntries(
        choiceMetrics.map((metric) => [metric.id, metric.prepare(evidence)()]),
      );
      expect(Object.keys(expected)).toEqual(Object.keys(scores));
      for (const [id, value] of Object.entries(expected)) {
        if (value === null) expect([id, scores[id]]).toEqual([id, null]);
        else expect(scores[id]).toBeCloseTo(value, 12);
      }
    },
  );

  it("do not depend on the order of the samples", () => {
    const one = fc.record({
      answer: fc.option(fc.nat(2)),
      choice: fc.option(fc.nat(2)),
      type: fc.constantFrom("a", "b"),
    });
    fc.assert(
      fc.property(fc.array(one), (items) => {
        const evidence = items.map(({ answer, choice, type }) =>
          evidenceOf({ ...sample, answer, type }, choice),
        );
        for (const metric of choiceMetrics) {
          const [straight, turned] = [evidence, evidence.toReversed()].map((each) =>
            metric.prepare(each)(),
          );
          if (straight === null) expect(turned).toBeNull();
          else expect(turned).toBeCloseTo(straight!, 12);
        }
      }),
    );
  });
});

describe("slices and error classes", () => {
  it("break down by type, where there is one", () => {
    expect(choiceSlices(sample)).toEqual({ type: "t" });
    const { type: _, ...untyped } = sample;
    expect(choiceSlices(untyped)).toEqual({});
  });

  it("name the mistake", () => {
    expect(choiceErrorClass(sample, { choice: 2 })).toBeNull();
    expect(choiceErrorClass(sample, { choice: 0 })).toBe("wrong-choice");
    expect(choiceErrorClass(sample, { choice: null })).toBe("no-answer");
    expect(choiceErrorClass({ ...sample, answer: null }, { choice: null })).toBeNull();
  });
});
