import { describe, expect, it } from "vitest";
import { correctness, judgeFigures, trueShare } from "../../../scripts/simulate-judge-worlds.ts";
import { asLabel, correctedByBias, correctedByLabels, judgeBias } from "./judge-correction.ts";

const answer = (group: number, verdict: string | null, label?: string) => ({
  group: `v${group}`,
  verdict,
  people: label === undefined ? undefined : asLabel(label),
});

describe("a score corrected for its judge's bias", () => {
  it("is the judge's score plus what labels say it is off by", () => {
    // The judge calls 15 of 20 right; of the ten with labels it is wrong about two.
    const answers = Array.from({ length: 20 }, (_, i) =>
      answer(
        i,
        i % 4 === 3 ? "incorrect" : "correct",
        i < 10 ? (i % 4 === 3 || i < 2 ? "incorrect" : "correct") : undefined,
      ),
    );
    const found = correctedByLabels(correctness, answers)!;
    expect(found).toMatchObject({ judged: 0.75, power: 1, labelled: 10, n: 20 });
    expect(found.value).toBeCloseTo(0.75 - 0.2, 12);
    expect(found.low!).toBeLessThan(0.55);
    expect(found.high!).toBeGreaterThan(0.55);
  });

  it("leaves out what neither can tell, and has no interval below ten groups", () => {
    const few = [answer(1, "correct", "correct"), answer(2, null), answer(3, "correct")];
    expect(correctedByLabels(correctness, few)).toMatchObject({
      value: 1,
      low: null,
      interval: "none: fewer than 10 groups with labelled answers (1)",
    });
    expect(correctedByLabels(correctness, [answer(1, "correct")])).toBeUndefined();
  });

  it("still has an interval where people and the judge never differ", () => {
    const same = Array.from({ length: 30 }, (_, i) =>
      answer(i, "correct", i < 12 ? "correct" : undefined),
    );
    const { value, low, high } = correctedByLabels(correctness, same)!;
    expect([value, high]).toEqual([1, 1]);
    // At most 26.5 % of groups may still differ, having seen none of twelve.
    expect(low).toBeCloseTo(0.025 ** (1 / 12), 12);
  });

  it("by the bias on other answers carries the uncertainty of both", () => {
    const labelled = Array.from({ length: 40 }, (_, i) =>
      answer(i, "correct", i % 5 === 0 ? "incorrect" : "correct"),
    );
    const bias = judgeBias(correctness, labelled)!;
    expect(bias).toMatchObject({ difference: expect.closeTo(-0.2, 12), answers: 40, groups: 40 });
    expect(bias.standardError).toBeCloseTo(Math.sqrt((0.2 * 0.8) / 39), 12);
    const others = Array.from({ length: 50 }, (_, i) =>
      answer(i, i < 45 ? "correct" : "incorrect"),
    );
    const found = correctedByBias(correctness, others, bias)!;
    expect(found).toMatchObject({ judged: 0.9, value: expect.closeTo(0.7, 12), labelled: 0 });
    const error = Math.hypot(bias.standardError, Math.sqrt((0.9 * 0.1) / 49));
    expect((found.high! - found.low!) / 2 / error).toBeCloseTo(2.0227, 3);
  });

  it("holds the truth as often as it says, where the judge alone does not", () => {
    const lenient = { lenient: 0.3, harsh: 0.02, videos: 100, labelledVideos: 50 };
    const { covered, judged, corrected, width, widthOfLabels } = judgeFigures(lenient, 400);
    expect(judged - trueShare).toBeGreaterThan(0.06);
    expect(Math.abs(corrected - trueShare)).toBeLessThan(0.01);
    // Three standard errors of 400 sets are 3.3 points.
    expect(covered).toBeGreaterThan(0.95 - 0.033);
    expect(width).toBeLessThan(widthOfLabels);
  });
});
