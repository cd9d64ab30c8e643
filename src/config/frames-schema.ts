import { z } from "zod";
import { samplerStrategies } from "../core/sampler-schema.ts";
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

/** Which frames of a video systems are shown, and how. */
export function framesSchema(): z.ZodType<FramesConfig> {
  return strategies.prefault({ strategy: "uniform", count: 8 });
}
