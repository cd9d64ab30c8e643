import { z } from "zod";
import type { Sampler } from "../../core/media.ts";

/** Far above any frame budget: a slip such as 1e9 should be told, not run out of memory. */
const mostFrames = 100_000;

const countSchema = z.int().min(1).max(mostFrames);
const timeSchema = z.number();
const strictSchema = (quirk: string) => z.boolean().exactOptional().describe(`Reproduce the original even in its defects: ${quirk}`);

/** How a sampler is written in a configuration, such as `{ strategy: middle, count: 8 }`. */
export const samplerSchema = z
  .discriminatedUnion("strategy", [
    z
      .strictObject({
        strategy: z.literal("uniform").describe("Spread evenly by frame number, first and last included."),
        count: countSchema.describe("How many frames; frames repeat where the video has fewer."),
      })
      .meta({ title: "uniform" }),
    z
      .strictObject({
        strategy: z.literal("middle").describe("The middle frame with its neighbours, the rest spread over both halves (OpenSeeSimE)."),
        count: countSchema.describe("How many frames; frames repeat where the video has fewer."),
        strict: strictSchema("indices outside of the video are left out instead of moved to its ends."),
      })
      .meta({ title: "middle" }),
    z
      .strictObject({
        strategy: z.literal("vista").describe("Every so many frames from the first on, the last one filling up (ViSTa)."),
        count: countSchema.describe("How many frames; the last one repeats where the video has fewer."),
        strict: strictSchema("a video that has not more frames than asked for is refused."),
      })
      .meta({ title: "vista" }),
    z
      .strictObject({
        strategy: z.literal("fps").describe("The frames shown at regular times from the first timestamp on."),
        rate: z.number().positive().describe("Frames per second of video; frames repeat where the video has fewer."),
        max: countSchema.describe("At most so many frames; if the rate gives more, so many are spread evenly over the video instead."),
      })
      .meta({ title: "fps" }),
    z
      .strictObject({
        strategy: z.literal("explicit").describe("The frames shown at given times."),
        times: z
          .array(timeSchema)
          .min(1)
          .max(mostFrames)
          .readonly()
          .describe("Seconds; a time outside of the video gives its first or last frame."),
      })
      .meta({ title: "explicit" }),
    z
      .strictObject({
        strategy: z.literal("window").describe("Spread evenly over the frames shown between two times."),
        from: timeSchema.describe("Start of the window in seconds; the frame shown then is always taken."),
        to: timeSchema.describe("End of the window in seconds, included."),
        count: countSchema.describe("How many frames; frames repeat where the window has fewer."),
      })
      .refine(({ from, to }) => from <= to, { path: ["to"], message: 'expected no less than "from"' })
      .meta({ title: "window" }),
    z.strictObject({ strategy: z.literal("all").describe("Every frame.") }).meta({ title: "all" }),
  ])
  .describe("How frames are chosen.") satisfies z.ZodType<Sampler>;
