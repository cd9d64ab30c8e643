import { z } from "zod";
import type { MediaRef } from "./sample.ts";

/**
 * A picture or video of a sample. Members are in the order of the alphabet, in which samples are
 * digested.
 */
export const mediaRefSchema: z.ZodType<MediaRef> = z.strictObject({
  framesPerSecond: z.number().positive().optional(),
  kind: z.enum(["image", "video"]),
  names: z.array(z.string().min(1)).min(1).readonly().optional(),
  path: z.string().min(1),
});
