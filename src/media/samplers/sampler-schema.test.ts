import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Sampler } from "../../core/media.ts";
import { samplerName } from "./sampler-name.ts";
import { samplerSchema } from "./sampler-schema.ts";

const named: readonly (readonly [string, Sampler])[] = [
  ["uniform(8)", { strategy: "uniform", count: 8 }],
  ["middle(8)", { strategy: "middle", count: 8 }],
  ["middle(8)", { strategy: "middle", count: 8, strict: false }],
  ["middle(8, strict)", { strategy: "middle", count: 8, strict: true }],
  ["vista(32)", { strategy: "vista", count: 32 }],
  ["vista(32, strict)", { strategy: "vista", count: 32, strict: true }],
  ["fps(0.5, 64)", { strategy: "fps", rate: 0.5, max: 64 }],
  ["explicit(0, 1.5)", { strategy: "explicit", times: [0, 1.5] }],
  ["window(1, 2.5, 4)", { strategy: "window", from: 1, to: 2.5, count: 4 }],
  ["all", { strategy: "all" }],
];

describe("samplerSchema", () => {
  it.each(named)("names and keeps %s", (name, sampler) => {
    expect(samplerName(sampler)).toBe(name);
    expect(samplerSchema.parse(sampler)).toEqual(sampler);
  });

  it.each([
    [{ strategy: "uniform" }],
    [{ strategy: "uniform", count: 0 }],
    [{ strategy: "uniform", count: 2.5 }],
    [{ strategy: "uniform", count: 1e9 }],
    [{ strategy: "uniform", count: 8, strict: true }],
    [{ strategy: "middle", count: 8, strict: undefined }],
    [{ strategy: "centre", count: 8 }],
    [{ strategy: "fps", rate: 0, max: 8 }],
    [{ strategy: "fps", rate: Number.POSITIVE_INFINITY, max: 8 }],
    [{ strategy: "explicit", times: [] }],
    [{ strategy: "explicit", times: [Number.NaN] }],
    [{ strategy: "window", from: 2, to: 1, count: 8 }],
    [{ strategy: "all", count: 8 }],
  ])("refuses %j", (wrong) => {
    expect(samplerSchema.safeParse(wrong).success).toBe(false);
  });

  it("can be written as a JSON schema, with descriptions", () => {
    const text = JSON.stringify(z.toJSONSchema(samplerSchema, { io: "input" }));
    expect(text).toContain("How many frames; the last one repeats where the video has fewer.");
  });
});
