import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type SpeakingEvidence, speakingEvidence, speakingScores } from "./speaking-frames.ts";

function scoresOf(evidence: readonly SpeakingEvidence[], weights?: Uint32Array) {
  return Object.fromEntries(
    speakingScores("m").map(({ id, prepare }) => [
      id.slice("speaking_".length),
      prepare(evidence)(weights),
    ]),
  );
}

const at = (...frames: readonly number[]) => frames.map((frame) => ({ frame, text: "x" }));
const stream = (frameCount: number, said: readonly number[], wanted: readonly number[]) =>
  speakingEvidence({
    dataset: "",
    frameCount,
    framesPerSecond: 2,
    generated: at(...said),
    references: at(...wanted),
  });

describe("speaking frames", () => {
  it.each([
    ["the truth", [10, [2, 5], [2, 5]], { balanced_acc: 1, precision: 1, recall: 1, f1: 1 }],
    [
      "one of two, and one beside",
      [10, [2, 6], [2, 5]],
      { balanced_acc: (1 / 2 + 7 / 8) / 2, precision: 1 / 2, recall: 1 / 2, f1: 1 / 2 },
    ],
    ["silence", [10, [], [2]], { balanced_acc: 1 / 2, precision: null, recall: 0, f1: 0 }],
    [
      "talk where nothing is due",
      [10, [3], []],
      { balanced_acc: null, precision: 0, recall: null, f1: 0 },
    ],
    [
      "no frame to be silent on",
      [1, [0], [0]],
      { balanced_acc: null, precision: 1, recall: 1, f1: 1 },
    ],
  ] as const)("are hit or not: %s", (_, [frames, said, wanted], expected) => {
    expect(scoresOf([stream(frames, said, wanted)])).toEqual(expected);
  });

  it("of no stream have no score", () => {
    expect(new Set(Object.values(scoresOf([])))).toEqual(new Set([null]));
  });

  it("are counted over all streams together, as often as they weigh", () => {
    const some = fc.uniqueArray(fc.nat(19), { maxLength: 8 });
    fc.assert(
      fc.property(fc.array(fc.tuple(some, some, fc.nat(3)), { maxLength: 6 }), (streams) => {
        const evidence = streams.map(([said, wanted]) => stream(20, said, wanted));
        const weights = Uint32Array.from(streams, ([, , weight]) => weight);
        expect(scoresOf(evidence, weights)).toEqual(
          scoresOf(evidence.flatMap((one, i) => Array.from({ length: weights[i]! }, () => one))),
        );
      }),
    );
  });
});
