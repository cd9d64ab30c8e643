import { describe, expect, it } from "vitest";
import { fitLine } from "./line-fit.ts";

describe("fitLine", () => {
  it("has no line where there is none, or nothing to say how sure it is", () => {
    expect(fitLine([])).toBeUndefined();
    expect(
      fitLine([
        [1, 2],
        [2, 3],
      ]),
    ).toBeUndefined();
    expect(
      fitLine([
        [1, 2],
        [1, 3],
        [1, 4],
      ]),
    ).toBeUndefined();
  });

  it("finds an exact line, which is certain", () => {
    const fit = fitLine([
      [0, 5],
      [10, 25],
      [20, 45],
    ])!;
    expect(fit.slope.value).toBeCloseTo(2, 12);
    expect(fit.intercept.value).toBeCloseTo(5, 12);
    expect(fit.at(100).high - fit.at(100).low).toBeCloseTo(0, 9);
  });

  it("gives Student's intervals, worked out by hand", () => {
    const fit = fitLine([
      [1, 2.1],
      [2, 3.9],
      [3, 6.2],
      [4, 7.8],
      [6, 12.5],
    ])!;
    expect(fit.n).toBe(5);
    expect(fit.intercept.value).toBeCloseTo(-0.13783783783783754, 10);
    expect(fit.slope.value).toBeCloseTo(2.074324324324324, 10);
    expect(fit.slope.high - fit.slope.value).toBeCloseTo(0.22312077168784064, 9);
    expect(fit.at(5).value).toBeCloseTo(10.233783783783784, 10);
    expect(fit.at(5).value - fit.at(5).low).toBeCloseTo(0.5555662411478766, 9);
    expect(fit.intercept.high - fit.intercept.value).toBeCloseTo(0.8106380200886357, 9);
  });
});
