import { z } from "zod";
import { usualQuoteRule } from "../../core/scores/aspect.ts";
import type { LabelsConfig } from "../config.ts";

/** A text is the same as `path`. */
export function labelsSchema() {
  const { kappaAbove, kappaBy } = usualQuoteRule;
  return z.union([
    z
      .string()
      .min(1)
      .transform((path): LabelsConfig => ({ path, kappaAbove, kappaBy })),
    z.strictObject({
      path: z
        .string()
        .min(1)
        .describe(
          "File of what people say about answers: CSV, JSONL or another table, relative to this configuration.",
        ),
      kappaAbove: z
        .number()
        .min(-1)
        .max(1)
        .default(kappaAbove)
        .describe(
          "Scores by people are quoted only where the agreement of raters lies above this.",
        ),
      kappaBy: z
        .enum(["point", "lower"])
        .default(kappaBy)
        .describe("What must lie above it: the estimate, or the lower limit of its 95 % interval."),
    }),
  ]) satisfies z.ZodType<LabelsConfig>;
}
