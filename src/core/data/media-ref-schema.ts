import { z } from "zod";
import type { MediaRef } from "./sample.ts";

/**
 * A picture or video of a sample. Members are in the order of the alphabet, in which samples are
 * digested.
 */
export const mediaRefSchema: z.ZodType<MediaRef> = z
  .strictObject({
    framesPerSecond: z.number().positive().optional(),
    from: z.number().min(0).optional(),
    kind: z.enum(["image", "video"]),
    names: z.array(z.string().min(1)).min(1).readonly().optional(),
    path: z.string().min(1),
    to: z.number().positive().optional(),
  })
  .superRefine(({ kind, from, to }, context) => {
    const refuse = (message: string) => context.addIssue({ code: "custom", path: ["to"], message });
    if (kind === "image" && (from !== undefined || to !== undefined))
      refuse('"from" and "to" are parts of videos; a picture has none');
    else if (to !== undefined && from !== undefined && from >= to)
      refuse(`expected a time later than "from" (${from} s), got ${to}`);
  });
