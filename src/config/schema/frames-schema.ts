import { z } from "zod";
import type { Sampler } from "../../core/data/media.ts";
import { mostFrames, samplerStrategies, usualSampler } from "../../core/data/sampler-schema.ts";
import { isRecord } from "../../core/json.ts";
import type { FramesConfig } from "../config.ts";

/** How frames are encoded; the same for every strategy. */
const encoding = {
  longestSide: z
    .int()
    .min(16)
    .nullable()
    .default(768)
    .describe("Frames whose longer side is larger are scaled down to it; null keeps their size."),
  format: z.enum(["jpeg", "png", "webp"]).default("jpeg").describe("How frames are encoded."),
  quality: z.int().min(1).max(100).default(90).describe("Quality of JPEG and WebP."),
};

const { uniform, middle, vista, fps, explicit, window, all } = samplerStrategies;

const strategies = z.discriminatedUnion("strategy", [
  // Editors accept a count alone, see `framesSchema`.
  uniform.safeExtend(encoding).meta({ required: ["count"] }),
  middle.safeExtend(encoding),
  vista.safeExtend(encoding),
  fps.safeExtend(encoding),
  explicit.safeExtend(encoding),
  window.safeExtend(encoding),
  all.safeExtend(encoding),
]);

/** Members that only one strategy has, or that mean one where no strategy is named. */
const strategyOf: readonly (readonly [member: string, strategy: Sampler["strategy"]])[] = [
  ["from", "window"],
  ["to", "window"],
  ["times", "explicit"],
  ["rate", "fps"],
  ["count", "uniform"],
];

/**
 * Which frames of a video systems are shown, and how; `usual` are those that the family shows where
 * nobody says. Where no strategy is named, the members tell it: `{ count: 4 }` is uniform, and what
 * says only how frames are encoded is the usual one.
 */
export function framesSchema(usual: Sampler = usualSampler): z.ZodType<FramesConfig> {
  return givenFramesSchema(usual).prefault(usual as z.input<typeof strategies>);
}

/** What one system is shown in place of the task's frames: so many of them, or other ones. */
export function systemFramesSchema(): z.ZodType<number | FramesConfig> {
  return z.union([z.int().min(1).max(mostFrames), givenFramesSchema(usualSampler)]);
}

function givenFramesSchema(usual: Sampler) {
  const named = (frames: unknown, context: z.RefinementCtx) => {
    if (!isRecord(frames) || "strategy" in frames) return frames;
    if ("count" in frames && "rate" in frames) {
      const message =
        '"count" goes with even steps, "rate" with so many frames a second: name one of them';
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    }
    const strategy = strategyOf.find(([member]) => member in frames)?.[1];
    if (strategy !== undefined) return { strategy, ...frames };
    return Object.keys(frames).every((key) => key in encoding) ? { ...usual, ...frames } : frames;
  };
  return z.preprocess(named, strategies);
}
