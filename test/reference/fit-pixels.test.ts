import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import type { PixelShape } from "../../src/core/data/pixel-shape.ts";
import { fitPixels } from "../../src/media/image/fit-pixels.ts";
import reference from "./fit-pixels.json" with { type: "json" };

/** The formulas of fit-pixels.py. */
const patterns: Readonly<Record<string, (x: number, y: number, c: number, at: number) => number>> =
  {
    noise: (_x, _y, _c, at) => hash32(at + 1) & 255,
    edges: (x, y, c) =>
      (Math.floor(x / (1 + (y % 7))) + Math.floor(y / (1 + c))) % 2 === 0 ? 255 : 0,
  };

function hash32(n: number): number {
  n = Math.imul(n ^ (n >>> 16), 0x45d9f3b);
  n = Math.imul(n ^ (n >>> 16), 0x45d9f3b);
  return n ^ (n >>> 16);
}

function picture(pattern: string, width: number, height: number): Uint8Array {
  return Uint8Array.from({ length: 3 * width * height }, (_, at) => {
    const pixel = Math.floor(at / 3);
    return patterns[pattern]!(pixel % width, Math.floor(pixel / width), at % 3, at);
  });
}

const { made, results } = reference;
const named = results.map((row) => ({
  ...row,
  name: `${row.pattern} ${row.from.join("x")} to ${row.to.join("x")}, ${row.resize}, ${row.filter}`,
}));

it.each(named)(`Pillow ${made.pillow} agrees on $name`, ({ pattern, from, to, sha256, ...row }) => {
  const shape = {
    width: to[0]!,
    height: to[1]!,
    resize: row.resize as PixelShape["resize"],
    filter: row.filter as PixelShape["filter"],
  };
  const fitted = fitPixels(picture(pattern, from[0]!, from[1]!), from[0]!, from[1]!, shape);
  if (row.rgb !== undefined) expect([...fitted]).toEqual([...Buffer.from(row.rgb, "base64")]);
  expect(createHash("sha256").update(fitted).digest("hex")).toBe(sha256);
});
