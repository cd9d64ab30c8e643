import { z } from "zod";
import { budgetSchema } from "./asking-schema.ts";

/** What a release is held to by `vidimus gate`. */
export function gateSchema() {
  const share = z.number().min(0).max(1);
  const seconds = z.number().positive();
  return z
    .strictObject({
      margin: share
        .default(0.02)
        .describe(
          "How much worse than the baseline a score may be: 0.02 is two points of a score that is a fraction, and 2 % of the baseline's score of any other.",
        ),
      alpha: z
        .number()
        .gt(0)
        .max(0.5)
        .default(0.01)
        .describe("The share of unchanged systems that fail against the baseline, at most."),
      strict: z
        .boolean()
        .default(false)
        .describe(
          "Whether it must be shown that no score is worse than the baseline by more than the margin (non-inferiority), which takes many samples; without it no score may be shown to be worse.",
        ),
      metrics: z
        .array(z.string().min(1))
        .default([])
        .describe("Metrics that are set against the baseline beside the headline of each task."),
      targets: z
        .enum(["score", "met", "possible"])
        .default("score")
        .describe(
          "What must keep a target: the score itself (score), its whole interval (met), or any part of its interval (possible).",
        ),
      minParseRate: share
        .default(0.9)
        .describe("The share of replies that must be readable: answered ÷ (answered + unparsed)."),
      maxJudgeFailures: share
        .default(0.05)
        .describe("The share of answers that a judge may have left without a grade."),
      maxMedianSeconds: seconds
        .optional()
        .describe("Most seconds that half of the samples may take, from asking to the last token."),
      maxP95Seconds: seconds.optional().describe("The same for 95 % of the samples."),
      maxCost: budgetSchema()
        .optional()
        .describe("US dollars that the whole run may have cost, graders included."),
    })
    .prefault({});
}
