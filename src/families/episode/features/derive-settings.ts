import { z } from "zod";

/** How a table is derived from a recording; part of the key under which the table is kept. */
export const deriveSchema = z.strictObject({
  windowFrames: z.int().min(2).default(20).describe("Frames of a window."),
  strideFrames: z.int().min(1).default(5).describe("Frames from one window to the next."),
  labelShare: z
    .number()
    .gt(0)
    .max(1)
    .default(0.6)
    .describe("Share of the labelled frames that the most frequent label must have."),
  futureFrames: z
    .int()
    .min(0)
    .default(20)
    .describe("How many frames after the window the next action is read."),
  forecastFrames: z
    .int()
    .min(1)
    .default(10)
    .describe("Frames that hand positions are forecast for."),
  labelText: z
    .boolean()
    .default(false)
    .describe("Puts action and subtask among the hashed words, as the original can; leaks labels."),
  logMel: z
    .boolean()
    .default(false)
    .describe("Adds the block audio_raw_log_mel, for the audio ablation."),
});

export type DeriveSettings = z.infer<typeof deriveSchema>;

/** Counts up whenever the same recording gives another table. */
export const featuresVersion = 3;

/** From the options of a task, where they have any of it. */
export function deriveSettings(options: unknown): DeriveSettings {
  const { derive, futureFrames, forecastFrames } = (options ?? {}) as {
    readonly derive?: object;
    readonly futureFrames?: number;
    readonly forecastFrames?: number;
  };
  return deriveSchema.parse({
    ...(futureFrames === undefined ? {} : { futureFrames }),
    ...(forecastFrames === undefined ? {} : { forecastFrames }),
    ...derive,
  });
}
