import { describe, expect, it } from "vitest";
import type { Sampler } from "./media.ts";
import { samplerSchema } from "./sampler-schema.ts";

describe("samplerSchema", () => {
  it.each<[Sampler]>([
    [{ strategy: "uniform", count: 8 }],
    [{ strategy: "uniform", count: 10_000 }],
    [{ strategy: "middle", count: 8, strict: true }],
    [{ strategy: "vista", count: 32, strict: false }],
    [{ strategy: "fps", rate: 0.5, max: 64 }],
    [{ strategy: "explicit", times: [1.5, 0] }],
    [{ strategy: "window", from: 1, to: 1, count: 4 }],
    [{ strategy: "all" }],
  ])("keeps %j", (sampler) => {
    expect(samplerSchema.parse(sampler)).toEqual(sampler);
  });

  it("fills in what is left out, so that both ways of writing a default are one sampler", () => {
    expect(samplerSchema.parse({ strategy: "middle", count: 8 })).toEqual({
      strategy: "middle",
      count: 8,
      strict: false,
    });
  });

  it.each([
    [{ strategy: "uniform" }],
    [{ strategy: "uniform", count: 0 }],
    [{ strategy: "uniform", count: 2.5 }],
    [{ strategy: "uniform", count: 10_001 }],
    [{ strategy: "uniform", count: 8, strict: true }],
    [{ strategy: "centre", count: 8 }],
    [{ strategy: "fps", rate: 0, max: 8 }],
    [{ strategy: "fps", rate: Number.POSITIVE_INFINITY, max: 8 }],
    [{ strategy: "explicit", times: [] }],
    [{ strategy: "explicit", times: [-1] }],
    [{ strategy: "explicit", times: [Number.NaN] }],
    [{ strategy: "window", from: 2, to: 1, count: 8 }],
    [{ strategy: "all", count: 8 }],
  ])("refuses %j", (wrong) => {
    expect(samplerSchema.safeParse(wrong).success).toBe(false);
  });
});
