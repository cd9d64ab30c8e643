import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { fakeContext } from "../../test/fakes/fake-context.ts";
import type { EmbedAsk, EmbedReply } from "../core/asking/embed.ts";
import type { EncoderSystem } from "../core/asking/system.ts";
import { retrieval } from "../families/retrieval/index.ts";
import { pictureColours, textColours } from "./colour-words.ts";
import { pixelEncoder } from "./pixel-encoder.ts";

const painted: Readonly<Record<string, readonly [number, number, number]>> = {
  red: [230, 20, 20],
  blue: [30, 60, 230],
  green: [30, 180, 40],
  black: [2, 2, 2],
  yellow: [250, 230, 30],
};

const similarity = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, i) => sum + value * b[i]!, 0) / Math.hypot(...a) / Math.hypot(...b);

describe("colours", () => {
  it.each(Object.keys(painted))(
    "of a %s picture and a text that names it are alike, and of no other",
    (name) => {
      const picture = pictureColours(
        Uint8Array.from({ length: 300 }, (_, i) => painted[name]![i % 3]!),
      );
      for (const other of Object.keys(painted))
        expect(similarity(picture, textColours(`the ${other} part`))).toBe(other === name ? 1 : 0);
    },
  );

  it("of a text that names none are like no picture", () => {
    expect(similarity(textColours("a dog barks"), pictureColours(Uint8Array.of(1, 2, 3)))).toBe(0);
    expect(textColours("Gray, grey and RED")).toEqual(textColours("grey grey red"));
    expect(pictureColours(new Uint8Array(0)).every((value) => value === 0)).toBe(true);
  });
});

it("embeds frames and texts in one space", async () => {
  const frameOf = (digest: string) => ({
    atSeconds: 0,
    digest,
    mediaType: "image/png",
    width: 8,
    height: 8,
  });
  const system = (await pixelEncoder.create(
    { concurrency: 2 },
    fakeContext({
      family: retrieval,
      frame: async ({ digest }) => {
        const [r, g, b] = painted[digest]!;
        return sharp({ create: { width: 8, height: 8, channels: 3, background: { r, g, b } } })
          .png()
          .toBuffer();
      },
    }),
  )) as EncoderSystem;
  const embed = async (ask: EmbedAsk): Promise<EmbedReply> => {
    const [reply] = await system.ask([ask], new AbortController().signal);
    if (reply?.kind !== "answered") throw new Error("no vector");
    return reply.value;
  };
  const question = await embed({ text: "When is it red?" });
  expect(similarity(question, await embed({ frames: [frameOf("red")] }))).toBeCloseTo(1, 5);
  expect(
    similarity(question, await embed({ frames: [frameOf("red"), frameOf("blue")] })),
  ).toBeCloseTo(Math.SQRT1_2, 5);
  expect(similarity(question, await embed({ frames: [frameOf("blue")] }))).toBeCloseTo(0, 5);
});
