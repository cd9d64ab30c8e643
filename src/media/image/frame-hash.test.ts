import sharp, { type Sharp } from "sharp";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../math/seeded-random.ts";
import { frameHash, hashDistance } from "./frame-hash.ts";

const picture = (seed: number) => {
  const random = seededRandom(seed, "picture");
  const pixels = Buffer.from(Array.from({ length: 12 * 9 * 3 }, () => Math.floor(256 * random())));
  return sharp(pixels, { raw: { width: 12, height: 9, channels: 3 } }).resize(320, 240);
};

const hashOf = async (image: Sharp) => (await frameHash(await image.png().toBuffer()))!;

describe("frameHash", () => {
  it("hardly changes with size, quality and brightness", async () => {
    const first = await hashOf(picture(1));
    const small = await picture(1).jpeg({ quality: 40 }).toBuffer();
    const copy = (await frameHash(await sharp(small).resize(100, 75).linear(0.9, 5).toBuffer()))!;
    expect(hashDistance(first, copy)).toBeLessThanOrEqual(8);
  });

  it("tells other pictures apart, and turned ones", async () => {
    const first = await hashOf(picture(1));
    for (const other of [picture(2), picture(3), picture(1).flop()])
      expect(hashDistance(first, await hashOf(other))).toBeGreaterThan(15);
  });

  it("knows nothing of a picture of one colour", async () => {
    const black = sharp({ create: { width: 8, height: 8, channels: 3, background: "black" } });
    expect(await frameHash(await black.png().toBuffer())).toBeUndefined();
  });
});

it.each([
  [0n, 0n, 0],
  [0b1011n, 0b0010n, 2],
  [2n ** 64n - 1n, 0n, 64],
])("hashDistance(%d, %d) is %d", (first, second, expected) => {
  expect(hashDistance(first, second)).toBe(expected);
});
