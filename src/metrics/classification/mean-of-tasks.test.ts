import { describe, expect, it } from "vitest";
import { labelAccuracy } from "./label-accuracy.ts";
import { labelAveragePrecision } from "./label-average-precision.ts";
import { meanOfTasks } from "./mean-of-tasks.ts";

const item = (task: string, truth: string | null, predicted: string | null) => ({
  task,
  truth,
  predicted,
});
const items = [
  item("large", "a", "a"),
  item("small", "b", "a"),
  item("large", "b", "a"),
  item("large", "a", "a"),
  item("hidden", null, "a"),
];

describe("meanOfTasks", () => {
  const accuracy = meanOfTasks(labelAccuracy("m"));

  it("scores each task by itself, and leaves out those where nothing counts", () => {
    expect(accuracy.prepare(items)()).toBeCloseTo((2 / 3 + 0) / 2, 12);
    expect(accuracy.prepare(items.slice(4))()).toBeNull();
  });

  it("weighs samples within their task", () => {
    const score = accuracy.prepare(items);
    expect(score(Uint32Array.of(0, 1, 1, 3, 1))).toBeCloseTo((3 / 4 + 0) / 2, 12);
    expect(score(Uint32Array.of(1, 0, 0, 0, 0))).toBe(1);
  });

  it("scores a slice alike where tasks outside of it are passed over", () => {
    const score = accuracy.prepare(items);
    const base = Uint32Array.of(1, 0, 1, 1, 0);
    const within = score.within!(base);
    for (const weights of [base, Uint32Array.of(2, 0, 1, 0, 0), Uint32Array.of(0, 0, 0, 0, 0)])
      expect(within(weights)).toBe(score(weights));
    // Weight outside of the slice would be a mistake of the caller, and is not looked at.
    expect(within(Uint32Array.of(1, 1, 0, 0, 0))).toBe(1);
  });

  it("counts what the metric counts, and says in its signature what it is a mean of", () => {
    expect(items.map((one) => accuracy.counts!(one))).toEqual([true, true, true, true, false]);
    expect(accuracy.signature).toBe("label-accuracy|unanswered:wrong|tasks:mean|v:1");
  });

  it("has the mean of the lines that each task would have", () => {
    const [line] = accuracy.references!(items);
    expect(line).toMatchObject({ id: "majority", value: expect.closeTo((2 / 3 + 1) / 2, 12) });
    const ap = meanOfTasks(labelAveragePrecision("m", "macro"));
    const options = ["a", "b"];
    const scored = items.slice(0, 4).map((one) => ({ ...one, options, scores: [1, 0] }));
    expect(ap.references!(scored)[0]).toMatchObject({ id: "chance" });
  });
});
