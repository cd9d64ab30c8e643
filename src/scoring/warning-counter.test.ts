import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MediaWarning } from "../core/data/media.ts";
import { WarningCounter } from "./warning-counter.ts";

type Warned = readonly [sample: string, warnings: readonly MediaWarning[]];

function counted(all: readonly Warned[]) {
  const counter = new WarningCounter();
  for (const [sample, warnings] of all) counter.add(sample, warnings);
  return counter.finish();
}

const about = (path: string, ...warnings: readonly string[]): readonly MediaWarning[] =>
  warnings.map((warning) => ({ path, warning }));

describe("WarningCounter", () => {
  it("has nothing to say where there was nothing to warn of", () => {
    expect(counted([])).toBeUndefined();
    expect(counted([["a", []]])).toBeUndefined();
  });

  it("counts samples, and together what differs only in figures", () => {
    expect(
      counted([
        ["1", about("b.mp4", "8 frames, of which 3 different")],
        [
          "2",
          about(
            "a.mp4",
            "8 frames, of which 5 different",
            "FFmpeg complains: bad at -0.5 (3 times)",
          ),
        ],
        ["3", []],
        ["4", about("a.mp4", "FFmpeg complains: bad at 0x7f")],
      ]),
    ).toEqual({
      samples: 3,
      kinds: [
        {
          warning: "8 frames, of which 3 different, and alike",
          samples: 2,
          examples: [
            { path: "a.mp4", sample: "2" },
            { path: "b.mp4", sample: "1" },
          ],
        },
        {
          warning: "FFmpeg complains: bad at -0.5 (3 times), and alike",
          samples: 2,
          examples: [{ path: "a.mp4", sample: "2" }],
        },
      ],
    });
  });

  it("counts a sample once whose files have the same fault", () => {
    const twice = [...about("a.mp4", "1 frame is late"), ...about("b.mp4", "2 frame is late")];
    expect(counted([["1", twice]])).toEqual({
      samples: 1,
      kinds: [
        { warning: "1 frame is late", samples: 1, examples: [{ path: "a.mp4", sample: "1" }] },
      ],
    });
  });

  it("names the first three files, and says the same in whatever order samples come", () => {
    const all = Array.from(
      { length: 40 },
      (_, at): Warned => [`q${at}`, about(`${at % 8}.mp4`, `late by ${at} s`, "odd")],
    );
    const once = counted(all);
    expect(once?.kinds[1]?.examples).toEqual([
      { path: "0.mp4", sample: "q0" },
      { path: "1.mp4", sample: "q1" },
      { path: "2.mp4", sample: "q10" },
    ]);
    fc.assert(
      fc.property(
        fc.shuffledSubarray(all, { minLength: all.length }),
        (some) => void expect(counted(some)).toEqual(once),
      ),
    );
  });
});
