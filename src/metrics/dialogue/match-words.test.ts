import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchStream } from "./dialogue-evidence.ts";
import { matchWords } from "./match-words.ts";

const frames = fc
  .uniqueArray(fc.integer({ min: 0, max: 29 }), { maxLength: 12 })
  .map((list) => list.sort((a, b) => a - b));

describe("matchWords", () => {
  it("costs what the matching by frames costs where time is free, or says that it cannot tell", () => {
    const drawn = fc.array(fc.float({ min: -1, max: 1, noNaN: true }), {
      minLength: 144,
      maxLength: 144,
    });
    fc.assert(
      fc.property(
        frames,
        frames,
        drawn,
        fc.integer({ min: 0, max: 12 }),
        (said, wanted, cosines, reach) => {
          const spoken = (list: readonly number[]) => list.map((frame) => ({ frame, text: "" }));
          const stream = {
            dataset: "",
            framesPerSecond: 1,
            frameCount: 30,
            generated: spoken(said),
            references: spoken(wanted),
          };
          const similarity = (one: number, other: number) => cosines[12 * one + other]!;
          const found = matchWords(stream, { reach, similarity });
          const settings = {
            left: -reach,
            right: reach,
            factor: 0,
            power: 1.5,
            zeroEdge: "keep",
          } as const;
          const { matched, unassigned } = matchStream(stream, settings, similarity);
          if (unassigned > 0) expect(found).toBeUndefined();
          if (!found) return;
          const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0);
          expect(sum(found)).toBeCloseTo(sum(matched.map(({ semantic }) => semantic)), 9);
        },
      ),
    );
  });

  it("takes the pair that is worth more, and leaves dissimilar ones to silence", () => {
    const at = (frame: number) => ({ frame, text: "" });
    const stream = { frameCount: 20, generated: [at(2), at(4)], references: [at(3)] };
    expect(
      matchWords(stream, { reach: 5, similarity: (said) => (said === 0 ? 0.25 : 0.75) }),
    ).toEqual([0.75]);
    expect(matchWords(stream, { reach: 5, similarity: () => 0 })).toEqual([]);
    expect(
      matchWords(
        { ...stream, frameCount: 4, generated: [at(3)] },
        { reach: 0, similarity: () => 1 },
      ),
    ).toBeUndefined();
  });
});
