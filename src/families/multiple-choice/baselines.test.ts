import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../math/seeded-random.ts";
import { choiceBaselines } from "./baselines.ts";
import { choiceMeasure, choiceMetrics } from "./metrics.ts";
import type { ChoicePrediction, ChoiceSample } from "./schema.ts";

const sample = (
  choices: readonly string[],
  answer: number | null,
  type?: string,
): ChoiceSample => ({
  id: "q",
  group: "q",
  question: "?",
  choices,
  answer,
  ...(type === undefined ? undefined : { type }),
  media: [],
  metadata: {},
});

async function* batches(samples: readonly ChoiceSample[]) {
  yield samples.slice(0, 2);
  yield samples.slice(2);
}

async function majority(train: readonly ChoiceSample[], test: readonly ChoiceSample[]) {
  const state = JSON.parse(JSON.stringify(await choiceBaselines.majority!.fit(batches(train))));
  return test.map((each) => choiceBaselines.majority!.predict(state, each).choice);
}

function evidence(about: ChoiceSample, prediction: ChoicePrediction) {
  return choiceMeasure.measure({ sample: about, prediction, outcome: "answered", grades: {} });
}

describe("choiceBaselines", () => {
  it("know, guess or say nothing", () => {
    expect(choiceBaselines.oracle(sample(["x", "y"], 1))).toEqual({ choice: 1 });
    expect(choiceBaselines.oracle(sample(["x", "y"], null))).toEqual({ choice: null });
    expect(choiceBaselines.empty(sample(["x", "y"], 1))).toEqual({ choice: null });
    expect(choiceBaselines.chance(sample(["x", "y", "z"], 1), () => 0.999_999)).toEqual({
      choice: 2,
    });
    expect(choiceBaselines.chance(sample(["x", "y", "z"], 1), () => 0)).toEqual({ choice: 0 });
  });

  it("guess each choice equally often", () => {
    const random = seededRandom(1);
    const counts = [0, 0, 0, 0];
    for (let i = 0; i < 10_000; i++)
      counts[choiceBaselines.chance(sample(["a", "b", "c", "d"], 0), random).choice!]!++;
    // Each count has a standard deviation of 43; 3.3 of them hold 99.9 %.
    for (const count of counts) expect(Math.abs(count - 2500)).toBeLessThan(143);
  });
});

describe("majority", () => {
  it("follows the text where a type always offers the same choices", async () => {
    const train = [
      sample(["Yes", "No"], 0, "t"),
      sample(["no", "yes"], 1, "t"),
      sample(["Yes", "No"], 1, "t"),
    ];
    expect(
      await majority(train, [sample(["No", "Yes"], 0, "t"), sample(["Yes", "No"], 0, "t")]),
    ).toEqual([1, 0]);
  });

  it("follows the position where choices differ, and where a type is new", async () => {
    const train = [
      sample(["a", "b"], 1, "t"),
      sample(["c", "d"], 1, "t"),
      sample(["e", "f", "g"], 0, "u"),
    ];
    expect(
      await majority(train, [
        sample(["x", "y"], 0, "t"),
        sample(["x", "y"], 0, "new"),
        sample(["x", "y"], 0, "u"),
      ]),
    ).toEqual([1, 1, 0]);
  });

  it("says nothing where it learnt nothing", async () => {
    expect(await majority([sample(["a", "b"], null)], [sample(["a", "b"], 0)])).toEqual([null]);
  });

  it("reaches the reference line on the samples it was fitted on", async () => {
    const choices = fc.constantFrom(
      ["Yes", "No"],
      ["No", "Yes"],
      ["a", "b", "c"],
      ["d", "e", "f", "g"],
    );
    const one = fc.tuple(choices, fc.nat(3), fc.constantFrom("s", "t", undefined), fc.boolean());
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 25 }), async (items) => {
        const samples = items.map(([offered, answer, type, isHidden]) =>
          sample(offered, isHidden ? null : answer % offered.length, type),
        );
        const predicted = await majority(samples, samples);
        const all = samples.map((each, index) => evidence(each, { choice: predicted[index]! }));
        const [accuracy] = choiceMetrics;
        const line = accuracy!.references!(all).find(({ id }) => id === "majority");
        if (line) expect(accuracy!.prepare(all)()).toBeCloseTo(line.value, 12);
        else expect(accuracy!.prepare(all)()).toBeNull();
      }),
    );
  });
});
