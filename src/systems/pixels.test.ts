import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { fakeContext } from "../../test/fakes/fake-context.ts";
import type { ChatAsk, FrameRef } from "../core/asking/chat.ts";
import { multipleChoice } from "../families/multiple-choice/index.ts";
import { pixelAnswer } from "./pixel-answer.ts";
import { type Picture, type PixelStatistics, pixelStatistics } from "./pixel-statistics.ts";
import { pixels } from "./pixels.ts";

const size = { width: 60, height: 40 };

/** Squares of ten pixels with these corners, in one colour on dark ground. */
function picture(
  corners: readonly (readonly [x: number, y: number])[],
  colour: readonly number[] = [220, 40, 40],
): Picture {
  const rgb = new Uint8Array(3 * size.width * size.height).fill(20);
  for (const [left, top] of corners)
    for (let y = top; y < top + 10; y++)
      for (let x = left; x < left + 10; x++) rgb.set(colour, 3 * (y * size.width + x));
  return { ...size, rgb };
}

describe("pixelStatistics", () => {
  it("knows number, colour, place and share of what stands out", () => {
    const { regions, colour, centre, share } = pixelStatistics(
      picture([
        [5, 5],
        [30, 20],
      ]),
    );
    expect(regions).toBe(2);
    expect(colour).toEqual([220, 40, 40]);
    expect(centre![0]).toBeCloseTo((9.5 + 34.5) / 2 / size.width, 9);
    expect(centre![1]).toBeCloseTo((9.5 + 24.5) / 2 / size.height, 9);
    expect(share).toBeCloseTo(200 / 2400, 9);
  });

  it("takes what touches for one, what is a speck for nothing, and an even picture for empty", () => {
    expect(
      pixelStatistics(
        picture([
          [5, 5],
          [15, 5],
        ]),
      ).regions,
    ).toBe(1);
    const speck = picture([[5, 5]]);
    speck.rgb.set([255, 255, 255], 3 * (30 * size.width + 50));
    expect(pixelStatistics(speck).regions).toBe(1);
    expect(pixelStatistics(picture([]))).toEqual({
      regions: 0,
      colour: null,
      centre: null,
      share: 0,
    });
  });

  it("does not join the ends of two rows", () => {
    expect(
      pixelStatistics(
        picture([
          [50, 5],
          [0, 6],
        ]),
      ).regions,
    ).toBe(2);
  });
});

describe("pixelAnswer", () => {
  const frame = (more: Partial<PixelStatistics>): PixelStatistics => ({
    regions: 1,
    colour: [60, 100, 235],
    centre: [0.5, 0.5],
    share: 0.1,
    ...more,
  });

  it.each([
    [["Red", "blue", "green"], [frame({})], 1],
    [["4", "2", "3"], [frame({ regions: 3 }), frame({ regions: 3 }), frame({ regions: 1 })], 2],
    [
      ["move left", "move right"],
      [frame({ centre: [0.3, 0.5] }), frame({ centre: [0.6, 0.55] })],
      1,
    ],
    [["up", "down"], [frame({ centre: [0.5, 0.2] }), frame({ centre: [0.5, 0.6] })], 1],
    [["up", "stand still"], [frame({}), frame({ centre: [0.51, 0.5] })], 1],
    [["circles", "squares"], [frame({}), frame({})], undefined],
    [["red", "a circle"], [frame({})], undefined],
    [["red", "blue"], [frame({ colour: null, centre: null })], undefined],
  ])("of %j", (choices, frames, expected) => {
    expect(pixelAnswer(choices, frames)).toBe(expected);
  });
});

describe("the system", () => {
  const ref = (digest: string): FrameRef => ({
    atSeconds: 0,
    digest,
    mediaType: "image/png",
    ...size,
  });
  const ask = (frames: readonly FrameRef[], text: string): ChatAsk => ({
    messages: [{ role: "user", parts: [{ text }, { frames }] }],
  });

  it("answers from the bytes of the frames it is shown, and says so where pixels do not tell", async () => {
    const png = (image: Picture) =>
      sharp(image.rgb, { raw: { ...size, channels: 3 } })
        .png()
        .toBuffer();
    const shown = new Map([
      ["a", await png(picture([[5, 5]], [60, 100, 235]))],
      ["b", await png(picture([[45, 5]], [60, 100, 235]))],
    ]);
    const system = await pixels.create(
      { concurrency: 2 },
      fakeContext({ family: multipleChoice, frame: async ({ digest }) => shown.get(digest)! }),
    );
    const frames = [ref("a"), ref("b")];
    const texts = [
      "Colour?\nA. red\nB. blue",
      "Where to?\n- left\n- right",
      "Shape?\nA. circle\nB. square",
    ];
    const outcomes = await system.ask(
      texts.map((text) => ask(frames, text)) as never,
      new AbortController().signal,
    );
    expect(
      outcomes.map(
        (outcome) => outcome.kind === "answered" && (outcome.value as { text: string }).text,
      ),
    ).toEqual(["blue", "right", "Pixels do not tell."]);
    const [blind] = await system.ask([ask([], texts[0]!)] as never, new AbortController().signal);
    expect(blind).toMatchObject({ value: { text: "Pixels do not tell." } });
  });
});
