import { z } from "zod";
import type { FramesConfig } from "./config.ts";

/** Far above any budget of a system: a slip such as 1e9 is told here, before anything is decoded. */
const mostFrames = 10_000;
const count = z.int().min(1).max(mostFrames).describe("How many frames.");
const strict = z.boolean().default(false).describe("Reproduce the original's choice exactly, also where it leaves the video.");
const seconds = z.number().min(0);

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

const strategies = z.discriminatedUnion("strategy", [
  z.strictObject({
    strategy: z.literal("uniform").describe("Evenly over the whole video, first and last frame included."),
    count,
    ...encoding,
  }),
  z.strictObject({ strategy: z.literal("middle").describe("As OpenSeeSimE: dense around the middle frame."), count, strict, ...encoding }),
  z.strictObject({
    strategy: z.literal("vista").describe("As ViSTa: fixed steps, first and last frame included."),
    count,
    strict,
    ...encoding,
  }),
  z.strictObject({
    strategy: z.literal("fps").describe("At a rate."),
    rate: z.number().positive().describe("Frames per second."),
    max: z.int().min(1).max(mostFrames).describe("At most so many; beyond that they are spread evenly."),
    ...encoding,
  }),
  z.strictObject({
    strategy: z.literal("explicit").describe("The frames shown at these times."),
    times: z.array(seconds).min(1).max(mostFrames).describe("Seconds."),
    ...encoding,
  }),
  z
    .strictObject({
      strategy: z.literal("window").describe("Evenly within a part of the video."),
      from: seconds.describe("Where the part starts, in seconds."),
      to: seconds.describe("Where it ends, in seconds."),
      count,
      ...encoding,
    })
    .superRefine(({ from, to }, context) => {
      if (from > to) context.addIssue({ code: "custom", path: ["to"], message: `expected a time of at least "from" (${from}), got ${to}` });
    }),
  z.strictObject({ strategy: z.literal("all").describe("Every frame."), ...encoding }),
]);

/** Which frames of a video systems are shown, and how. */
export function framesSchema(): z.ZodType<FramesConfig> {
  return strategies.prefault({ strategy: "uniform", count: 8 });
}
