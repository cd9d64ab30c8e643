import { describe, expect, it } from "vitest";
import { accuracy } from "./accuracy.ts";

const item = (
  correct: 0 | 1 | null,
  over: Partial<{
    type: string;
    choices: number;
    position: number;
    optionSet: number;
    rank: number;
  }> = {},
) => ({
  correct,
  type: "",
  choices: 4,
  position: correct === null ? -1 : 0,
  optionSet: 1,
  rank: 0,
  ...over,
});

describe("accuracy", () => {
  const metric = accuracy("m");

  it("is the share of right answers among known truths", () => {
    expect(metric.prepare([item(1), item(0), item(null), item(1)])()).toBe(2 / 3);
    expect(metric.prepare([item(null)])()).toBeNull();
  });

  it("is a proportion of the measure it is given", () => {
    expect(metric).toMatchObject({
      id: "accuracy",
      kind: "proportion",
      measure: "m",
      signature: "accuracy|v:1",
    });
  });

  it("gives chance and majority of the samples whose truth is known", () => {
    const references = metric.references!([
      item(1, { choices: 2, rank: 1 }),
      item(0, { choices: 2, rank: 1 }),
      item(0, { choices: 2, rank: 0 }),
      item(null, { choices: 20 }),
    ]);
    expect(references).toEqual([
      { id: "chance", value: 1 / 2, note: expect.any(String) },
      { id: "majority", value: 2 / 3, note: expect.stringContaining("fitted on these samples") },
    ]);
  });

  it("averages chance over samples, not over choices", () => {
    expect(
      metric.references!([item(1, { choices: 2 }), item(1, { choices: 4, optionSet: 2 })])[0]!
        .value,
    ).toBe(3 / 8);
  });

  it("has no references where every truth is hidden", () => {
    expect(metric.references!([item(null)])).toEqual([]);
  });
});
