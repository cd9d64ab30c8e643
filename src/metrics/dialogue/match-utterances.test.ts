import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchStream } from "./dialogue-evidence.ts";
import { type MatchSettings, matchUtterances, type Stream } from "./match-utterances.ts";

interface Case {
  readonly stream: Stream;
  readonly settings: MatchSettings;
  /** One cosine for each frame of the longest stream on each side. */
  readonly cosines: readonly number[];
}

const mostFrames = 30;
const cases = fc
  .record({
    frameCount: fc.integer({ min: 1, max: mostFrames }),
    said: fc.uniqueArray(fc.nat(mostFrames - 1), { maxLength: 8 }),
    wanted: fc.uniqueArray(fc.nat(mostFrames - 1), { maxLength: 8 }),
    left: fc.integer({ min: -6, max: 0 }),
    right: fc.nat(6),
    zeroEdge: fc.constantFrom("keep" as const, "drop" as const),
    cosines: fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: 64, maxLength: 64 }),
  })
  .map(({ frameCount, said, wanted, left, right, zeroEdge, cosines }): Case => {
    const spoken = (frames: readonly number[]) =>
      frames
        .filter((frame) => frame < frameCount)
        .toSorted((a, b) => a - b)
        .map((frame) => ({ frame, text: "x" }));
    return {
      stream: { frameCount, generated: spoken(said), references: spoken(wanted) },
      settings: { left, right, factor: 0.3, power: 1.5, zeroEdge },
      cosines,
    };
  });
const similarityOf =
  ({ cosines }: Case) =>
  (said: number, wanted: number) =>
    cosines[8 * said + wanted]!;
const runs = { numRuns: 200 };

describe("a matching of utterances", () => {
  it("matches or calls redundant everything that is said, and matches or misses every reference, once", () => {
    fc.assert(
      fc.property(cases, (one) => {
        const stream = { ...one.stream, dataset: "", framesPerSecond: 2 };
        const { matched, missed, redundant } = matchStream(stream, one.settings, similarityOf(one));
        const said = [...matched.map(({ generated }) => generated), ...redundant].sort(
          (a, b) => a - b,
        );
        const wanted = [...matched.map(({ reference }) => reference), ...missed].sort(
          (a, b) => a - b,
        );
        expect(said).toEqual(one.stream.generated.map((_, at) => at));
        expect(wanted).toEqual(one.stream.references.map((_, at) => at));
      }),
      runs,
    );
  });

  it("pairs nothing outside the window, and states the cost of each pair", () => {
    fc.assert(
      fc.property(cases, (one) => {
        const matching = matchUtterances(one.stream, one.settings, similarityOf(one));
        if ("unassignable" in matching) return;
        const { left, right } = one.settings;
        const range = Math.max(-left, right);
        for (const { generated, reference, cost, semantic } of matching.matched) {
          const distance =
            one.stream.references[reference]!.frame - one.stream.generated[generated]!.frame;
          expect(distance >= left && distance <= right).toBe(true);
          expect(semantic).toBeCloseTo(Math.abs(similarityOf(one)(generated, reference)), 6);
          expect(cost).toBeCloseTo(
            1 - semantic + (range === 0 ? 0 : 0.3 * (Math.abs(distance) / range) ** 1.5),
            5,
          );
        }
      }),
      runs,
    );
  });

  it("does not care where in the video the stream begins", () => {
    fc.assert(
      fc.property(cases, fc.nat(50), (one, by) => {
        const later = (list: Stream["generated"]) =>
          list.map(({ frame, text }) => ({ frame: frame + by, text }));
        const { frameCount, generated, references } = one.stream;
        // Silent frames before the first and after the last utterance, enough for every window, so
        // that both have the same room.
        const room = {
          frameCount: frameCount + 12,
          generated: generated.map(padded),
          references: references.map(padded),
        };
        const moved = {
          frameCount: room.frameCount + by,
          generated: later(room.generated),
          references: later(room.references),
        };
        const [here, there] = [room, moved].map((stream) =>
          matchUtterances(stream, one.settings, similarityOf(one)),
        );
        if ("unassignable" in here! || "unassignable" in there!) return expect(there).toEqual(here);
        const total = ({ matched }: { matched: readonly { cost: number }[] }) =>
          matched.reduce((sum, { cost }) => sum + cost, 0);
        expect(there!.matched.length).toBe(here!.matched.length);
        expect(total(there!)).toBeCloseTo(total(here!), 5);
      }),
      runs,
    );
  });

  it.each([
    ["the right words a little late", [[6, 0.9]], [5], [[0, 0]]],
    ["at the edge of the window only what is similar enough", [[8, 0.29]], [5], []],
    ["and what is", [[8, 0.31]], [5], [[0, 0]]],
    ["opposite words as well, since the sign does not count", [[5, -0.9]], [5], [[0, 0]]],
  ] as const)("takes %s", (_name, said, wanted, expected) => {
    const stream = {
      frameCount: 20,
      generated: said.map(([frame]) => ({ frame, text: "x" })),
      references: wanted.map((frame) => ({ frame, text: "y" })),
    };
    const matching = matchUtterances(
      stream,
      { left: -3, right: 3, factor: 0.3, power: 1.5, zeroEdge: "keep" },
      (at) => said[at]![1],
    );
    if ("unassignable" in matching) throw new Error("unassignable");
    expect(matching.matched.map(({ generated, reference }) => [generated, reference])).toEqual(
      expected,
    );
  });

  it("cannot match a perfect pair on its frame where zero costs are dropped", () => {
    const one = { frame: 0, text: "x" };
    const settings = { left: -3, right: 3, factor: 0.3, power: 1.5, zeroEdge: "drop" as const };
    const alone = { frameCount: 1, generated: [one], references: [one] };
    expect(matchUtterances(alone, settings, () => 1)).toEqual({ unassignable: 0 });
    expect(matchStream({ ...alone, dataset: "", framesPerSecond: 2 }, settings, () => 1)).toEqual({
      matched: [],
      missed: [0],
      redundant: [0],
      unassigned: 1,
    });
  });
});

function padded({ frame, text }: Stream["generated"][number]) {
  return { frame: frame + 6, text };
}
