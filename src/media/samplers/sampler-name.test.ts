import { expect, it } from "vitest";
import type { Sampler } from "../../core/data/media.ts";
import { samplerName } from "./sampler-name.ts";

it.each<[string, Sampler]>([
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
])("%s", (name, sampler) => {
  expect(samplerName(sampler)).toBe(name);
});
