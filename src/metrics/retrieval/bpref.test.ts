import { describe, expect, it } from "vitest";
import { bpref } from "./bpref.ts";

const query = (gains: readonly number[], relevant: number, judgedNonrelevant: number) => ({
  gains,
  idealGains: new Array<number>(relevant).fill(1),
  judgedNonrelevant,
  missing: false,
});

describe("bpref", () => {
  it.each([
    { name: "passes over what was not judged", item: query([-1, 1, -1, 1], 2, 5), value: 1 },
    {
      name: "counts judged nonrelevant items above",
      item: query([1, 0, 1], 2, 5),
      value: (1 + 1 / 2) / 2,
    },
    { name: "divides by the smaller of R and N", item: query([1, 0, 1], 2, 1), value: 1 / 2 },
    { name: "never goes below 0", item: query([0, 0, 0, 1], 2, 5), value: 0 },
    { name: "finds nothing", item: query([0, -1], 2, 5), value: 0 },
  ])("$name", ({ item, value }) => {
    expect(bpref("m").value(item)).toBe(value);
  });

  it("takes grades below minGain for judged nonrelevant", () => {
    const graded = {
      gains: [1, 2, 2],
      idealGains: [2, 2, 1, 1],
      judgedNonrelevant: 0,
      missing: false,
    };
    expect(bpref("m", { minGain: 2 }).value(graded)).toBe(1 / 2);
  });
});
