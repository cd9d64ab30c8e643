import { describe, expect, it } from "vitest";
import { seededRandom } from "../../math/seeded-random.ts";
import { choiceBaselines } from "./baselines.ts";
import { choiceDegradations } from "./degradations.ts";
import { choiceMeasure, choiceMetrics } from "./metrics.ts";
import type { ChoiceSample } from "./schema.ts";

const samples: readonly ChoiceSample[] = Array.from({ length: 300 }, (_, index) => ({
  id: `q${index}`,
  group: `q${index}`,
  question: "?",
  choices: ["a", "b", "c", "d"].slice(0, 2 + (index % 3)),
  answer: index % 2,
  media: [],
  metadata: {},
}));

describe.each(choiceDegradations)("$id", ({ amounts, metric: id, apply }) => {
  const degraded = (amount: number) =>
    samples.map((sample) =>
      apply(choiceBaselines.oracle(sample), sample, { amount, random: seededRandom(7, sample.id) }),
    );

  it("makes the metric it names fall, from untouched to its end", () => {
    const metric = choiceMetrics.find((each) => each.id === id)!;
    const scores = [0, ...amounts].map((amount) => {
      const evidence = degraded(amount).map((prediction, index) =>
        choiceMeasure.measure({
          sample: samples[index]!,
          prediction,
          outcome: "answered",
          grades: {},
        }),
      );
      return metric.prepare(evidence)()!;
    });
    expect(scores[0]).toBe(1);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(scores.at(-1)).toBe(0);
    expect(new Set(scores).size).toBe(scores.length);
  });

  it("spoils about the stated share, and more of the same with a larger amount", () => {
    const spoilt = (amount: number) =>
      new Set(
        degraded(amount).flatMap(({ choice }, index) =>
          choice === samples[index]!.answer ? [] : [index],
        ),
      );
    expect(Math.abs(spoilt(0.5).size - 150)).toBeLessThan(30);
    const more = spoilt(0.5);
    expect([...spoilt(0.25)].filter((index) => !more.has(index))).toEqual([]);
  });

  it("gives only choices that exist", () => {
    for (const [index, { choice }] of degraded(1).entries()) {
      if (choice !== null) expect(samples[index]!.choices[choice]).toBeTypeOf("string");
    }
  });
});
