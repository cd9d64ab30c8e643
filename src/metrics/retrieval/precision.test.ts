import { describe, expect, it } from "vitest";
import { precision } from "./precision.ts";

const short = { gains: [1, 0], idealGains: [1, 1], judgedNonrelevant: 1, missing: false };

describe("precision", () => {
  it.each([
    { name: "by k", options: { k: 4 }, value: 1 / 4 },
    { name: "by returned", options: { k: 4, by: "returned" }, value: 1 / 2 },
    { name: "by returned, list longer than k", options: { k: 1, by: "returned" }, value: 1 },
    { name: "of the whole list", options: { k: "all", by: "returned" }, value: 1 / 2 },
  ] as const)("$name", ({ options, value }) => {
    expect(precision("m", options).value(short)).toBe(value);
  });

  it("is 0 for an empty list", () => {
    expect(precision("m", { k: 4, by: "returned" }).value({ ...short, gains: [] })).toBe(0);
  });

  it("refuses to divide by all", () => {
    const options = { k: "all" } as unknown as { k: "all"; by: "returned" };
    expect(() => precision("m", options)).toThrow(RangeError);
  });
});
