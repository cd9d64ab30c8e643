import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markedTime } from "./marked-time.ts";

const span = (startSeconds: number, endSeconds: number) => ({ startSeconds, endSeconds });

describe("markedTime", () => {
  it.each([
    ["nothing", [], [], 60, { both: 0, onlyFirst: 0, onlySecond: 0, neither: 60 }],
    ["one of them", [span(10, 20)], [], 60, { both: 0, onlyFirst: 10, onlySecond: 0, neither: 50 }],
    [
      "overlapping spans once",
      [span(0, 10), span(5, 15)],
      [span(12, 20), span(2, 4)],
      null,
      { both: 5, onlyFirst: 10, onlySecond: 5, neither: 0 },
    ],
    [
      "marks past the end",
      [span(50, 70)],
      [span(60, 80)],
      60,
      { both: 10, onlyFirst: 10, onlySecond: 10, neither: 50 },
    ],
  ] as const)("counts %s", (_, first, second, duration, expected) => {
    expect(markedTime(first, second, duration)).toEqual(expected);
  });

  it("agrees with counting whole seconds", () => {
    const spans = fc
      .array(fc.tuple(fc.nat(50), fc.nat(20)), { maxLength: 6 })
      .map((pairs) => pairs.map(([start, length]) => span(start, start + length)));
    fc.assert(
      fc.property(spans, spans, (first, second) => {
        const counted = { both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 };
        for (let at = 0; at < 80; at++) {
          const marks = (own: typeof first) =>
            own.some(({ startSeconds, endSeconds }) => startSeconds <= at && at < endSeconds);
          const [a, b] = [marks(first), marks(second)];
          counted[a ? (b ? "both" : "onlyFirst") : b ? "onlySecond" : "neither"]++;
        }
        expect(markedTime(first, second, 80)).toEqual(counted);
      }),
    );
  });
});
