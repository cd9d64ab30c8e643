import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aroundDifference, differingLeaves } from "./differing-leaves.ts";

describe("differingLeaves", () => {
  it("names every place that differs, and what stands there", () => {
    const found = differingLeaves(
      { a: 1, b: { c: "x", d: [1, 2] }, e: true },
      { a: 1, b: { c: "y", d: [1, 3] }, f: null },
    );
    expect(found).toEqual([
      { where: "b.c", a: "x", b: "y" },
      { where: "b.d.1", a: "2", b: "3" },
      { where: "e", a: "true", b: null },
      { where: "f", a: null, b: "null" },
    ]);
  });

  it("finds nothing in equal values and something in others", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        expect(differingLeaves(a, structuredClone(a))).toEqual([]);
        const isSame = JSON.stringify(a) === JSON.stringify(b);
        fc.pre(!isSame && !isEmptyBoth(a, b));
        expect(differingLeaves(a, b).length).toBe(differingLeaves(b, a).length);
      }),
    );
  });

  it("shows the part of long texts where they differ", () => {
    const start = "same words ".repeat(40);
    const { a, b } = aroundDifference(`${start}left${"x".repeat(300)}`, `${start}right`);
    expect(a).toMatch(/^….*same words leftx+…$/);
    expect(b).toMatch(/^….*same words right$/);
    expect(aroundDifference("short", "shirt")).toEqual({ a: "short", b: "shirt" });
  });
});

function isEmptyBoth(a: unknown, b: unknown): boolean {
  return [a, b].every((one) => typeof one === "object" && one !== null);
}
