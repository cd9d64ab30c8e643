import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { pilResize } from "../../src/media/image/pil-resize.ts";
import { resamplingFilters } from "../../src/media/image/resampling-filter.ts";
import type { RgbImage } from "../../src/media/image/rgb-image.ts";
import reference from "./pil-resize.json" with { type: "json" };

interface Pixel {
  readonly x: number;
  readonly y: number;
  readonly c: number;
  readonly width: number;
  readonly height: number;
}

/** The formulas of pil-resize.py. */
const patterns: Readonly<Record<string, (pixel: Pixel) => number>> = {
  noise: ({ x, y, c, width }) => hash32((y * width + x) * 3 + c + 1) & 255,
  edges: ({ x, y, c }) => ((Math.floor(x / (1 + (y % 7))) + Math.floor(y / (1 + c))) % 2 === 0 ? 255 : 0),
  scene,
};

function scene({ x, y, c, width, height }: Pixel): number {
  let light = 40 + Math.floor((150 * y) / height) + Math.floor((50 * x) / width) - 20 * c;
  const [dx, dy] = [2 * x - width, 3 * y - height];
  if (dx * dx + dy * dy < Math.floor(Math.min(width, height) ** 2 / 2)) light = 230 - 60 * c - Math.floor((80 * x) / width);
  else if (3 * y > 2 * height) light += (x + 2 * y) % 5 < 2 ? 35 : -35;
  return Math.max(0, Math.min(255, light + (hash32((y * width + x) * 3 + c + 7) & 15) - 8));
}

function hash32(n: number): number {
  n = Math.imul(n ^ (n >>> 16), 0x45d9f3b);
  n = Math.imul(n ^ (n >>> 16), 0x45d9f3b);
  return n ^ (n >>> 16);
}

function picture(pattern: string, width: number, height: number): RgbImage {
  const formula = patterns[pattern]!;
  const rgb = new Uint8Array(3 * width * height);
  for (let i = 0; i < rgb.length; i++) {
    const pixel = Math.floor(i / 3);
    rgb[i] = formula({ x: pixel % width, y: Math.floor(pixel / width), c: i % 3, width, height });
  }
  return { width, height, rgb };
}

describe.each([12, 13] as const)("pilResize beside Pillow %i", (pillow) => {
  const { made, results } = reference[pillow];
  const named = results.map((row) => ({ ...row, name: `${row.pattern} ${row.from.join("x")} to ${row.to.join("x")}, ${row.filter}` }));

  it("has results of that version for every filter", () => {
    expect(made.pillow).toMatch(new RegExp(`^${pillow}\\.`));
    expect(new Set(results.map((row) => row.filter))).toEqual(new Set(resamplingFilters));
  });

  it.each(named)("$name", ({ pattern, from, to, filter: name, sha256, ...row }) => {
    const filter = resamplingFilters.find((known) => known === name)!;
    const { rgb, ...size } = pilResize(picture(pattern, from[0]!, from[1]!), { width: to[0]!, height: to[1]!, filter, pillow });
    expect(size).toEqual({ width: to[0], height: to[1] });
    if (row.rgb !== undefined) expect([...rgb]).toEqual([...Buffer.from(row.rgb, "base64")]);
    expect(createHash("sha256").update(rgb).digest("hex")).toBe(sha256);
  });
});

it("knows cases in which the two versions differ", () => {
  const differing = reference[12].results.filter((row, i) => row.sha256 !== reference[13].results[i]!.sha256);
  expect(differing.length).toBeGreaterThan(5);
});
