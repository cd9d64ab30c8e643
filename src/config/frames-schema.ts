import { z } from "zod";
import type { Sampler } from "../core/media.ts";
import { samplerStrategies, usualSampler } from "../core/sampler-schema.ts";
import type { FramesConfig } from "./config.ts";

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
  uniform.safeExtend(encoding),
  middle.safeExtend(encoding),
  vista.safeExtend(encoding),
  fps.safeExtend(encoding),
  explicit.safeExtend(encoding),
  window.safeExtend(encoding),
  all.safeExtend(encoding),
]);

/** Which frames of a video systems are shown, and how; `usual` are those that the family shows where nobody says. */
export function framesSchema(usual: Sampler = usualSampler): z.ZodType<FramesConfig> {
  return strategies.prefault(usual as z.input<typeof strategies>);
}
