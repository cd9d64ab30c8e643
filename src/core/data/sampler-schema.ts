import { z } from "zod";
import type { Sampler } from "./media.ts";

/** Far above any budget of a system: a slip such as 1e9 is reported before anything is decoded. */
export const mostFrames = 10_000;
const count = z.int().min(1).max(mostFrames).describe("How many frames.");
const strict = z
  .boolean()
  .default(false)
  .describe("Reproduce the original's choice exactly, also where it leaves the video.");
const seconds = z.number().min(0);

/**
 * The parameters of every strategy and their limits: what a configuration accepts is what media are
 * asked for.
 */
export const samplerStrategies = {
  uniform: z.strictObject({
    strategy: z
      .literal("uniform")
      .describe("Evenly over the whole video, first and last frame included."),
    count,
  }),
  middle: z.strictObject({
    strategy: z.literal("middle").describe("As OpenSeeSimE: dense around the middle frame."),
    count,
    strict,
  }),
  vista: z.strictObject({
    strategy: z.literal("vista").describe("As ViSTa: fixed steps, first and last frame included."),
    count,
    strict,
  }),
  fps: z.strictObject({
    strategy: z.literal("fps").describe("At a rate."),
    rate: z.number().positive().describe("Frames per second."),
    max: z
      .int()
      .min(1)
      .max(mostFrames)
      .describe("At most so many; beyond that they are spread evenly."),
  }),
  explicit: z.strictObject({
    strategy: z.literal("explicit").describe("The frames shown at these times."),
    times: z.array(seconds).min(1).max(mostFrames).describe("Seconds."),
  }),
  window: z
    .strictObject({
      strategy: z.literal("window").describe("Evenly within a part of the video."),
      from: seconds.describe("Where the part starts, in seconds."),
      to: seconds.describe("Where it ends, in seconds."),
      count,
    })
    .superRefine(({ from, to }, context) => {
      if (from > to)
        context.addIssue({
          code: "custom",
          path: ["to"],
          message: `expected a time of at least "from" (${from}), got ${to}`,
        });
    }),
  all: z.strictObject({ strategy: z.literal("all").describe("Every frame.") }),
} as const;

/** What is shown where neither a task nor its family says. */
export const usualSampler = { strategy: "uniform", count: 8 } as const satisfies Sampler;

const { uniform, middle, vista, fps, explicit, window, all } = samplerStrategies;

/** Any sampler, with its defaults filled in. */
export const samplerSchema: z.ZodType<Sampler> = z.discriminatedUnion("strategy", [
  uniform,
  middle,
  vista,
  fps,
  explicit,
  window,
  all,
]);
