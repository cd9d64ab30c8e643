import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chunkPresets, fixedChunks, keyframeTimes, shotChunks } from "./chunking.ts";

const spans = (chunks: readonly { startSeconds: number; endSeconds: number }[]) =>
  chunks.map(({ startSeconds, endSeconds }) => [startSeconds, endSeconds]);

describe("chunks of one scale", () => {
  it.each([
    [
      "a whole number of chunks",
      9,
      [
        [0, 3],
        [3, 6],
        [6, 9],
      ],
    ],
    [
      "a rest that is long enough stays",
      8,
      [
        [0, 3],
        [3, 6],
        [6, 8],
      ],
    ],
    [
      "a rest that is too short joins the last",
      7,
      [
        [0, 3],
        [3, 7],
      ],
    ],
    ["a video shorter than a chunk", 1, [[0, 1]]],
    ["no video", 0, []],
  ])("%s", (_, duration, expected) => {
    expect(spans(fixedChunks(duration, "micro", "generic"))).toEqual(expected);
  });

  it("cover the video without gaps, and none is too short", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 5000, noNaN: true }),
        fc.constantFrom("micro" as const, "meso" as const, "macro" as const),
        fc.constantFrom(
          "generic" as const,
          "factory" as const,
          "surveillance" as const,
          "sports" as const,
        ),
        (duration, scale, preset) => {
          const chunks = fixedChunks(duration, scale, preset);
          expect(chunks[0]!.startSeconds).toBe(0);
          expect(chunks.at(-1)!.endSeconds).toBe(duration);
          for (const [at, { startSeconds, endSeconds }] of chunks.entries()) {
            if (at > 0) expect(startSeconds).toBe(chunks[at - 1]!.endSeconds);
            if (chunks.length > 1)
              expect(endSeconds - startSeconds).toBeGreaterThan(
                chunkPresets[preset].lengths[scale][0] - 1e-9,
              );
          }
        },
      ),
    );
  });

  it("are as long as the preset says", () => {
    expect(fixedChunks(600, "meso", "factory")[0]!.endSeconds).toBe(10);
    expect(fixedChunks(600, "macro", "surveillance")[0]!.endSeconds).toBe(60);
    expect(fixedChunks(600, "meso", "sports")[0]!.endSeconds).toBe(11.5);
  });
});

describe("shots", () => {
  it.each([
    ["one without cuts", 10, [], [[0, 10]]],
    [
      "cuts in any order, each once, those outside passed over",
      10,
      [6, 2, 2, 0, 10, 40],
      [
        [0, 2],
        [2, 6],
        [6, 10],
      ],
    ],
    ["no video", 0, [1], []],
  ])("%s", (_, duration, cuts, expected) => {
    expect(spans(shotChunks(duration, cuts))).toEqual(expected);
  });
});

it("frames that stand for a chunk are spread inside it, one in the middle", () => {
  const chunk = { startSeconds: 10, endSeconds: 18 };
  expect(keyframeTimes({ ...chunk, scale: "shot" }, "generic")).toEqual([14]);
  expect(keyframeTimes({ ...chunk, scale: "micro" }, "generic")).toEqual([12, 14, 16]);
  expect(keyframeTimes({ ...chunk, scale: "micro" }, "surveillance")).toHaveLength(2);
  expect(keyframeTimes({ ...chunk, scale: "meso" }, "sports")).toHaveLength(7);
});
