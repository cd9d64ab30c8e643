import { z } from "zod";
import { parseByteSize } from "../../core/byte-size.ts";

const mostRepeats = 1_000;

export function repeatsSchema() {
  return z.int().min(1).max(mostRepeats);
}

/** A number is the same as `most`. */
export function concurrencySchema() {
  const most = z.int().min(1);
  return z
    .union([
      most.transform(
        (number): { most?: number | undefined; pacing?: "adaptive" | "fixed" | undefined } => ({
          most: number,
        }),
      ),
      z.strictObject({
        most: most.optional().describe("At most so many at once, for each system."),
        pacing: z
          .enum(["adaptive", "fixed"])
          .optional()
          .describe(
            "adaptive: find out how many the other side bears; fixed: always as many as allowed.",
          ),
      }),
    ])
    .default({});
}

export function retriesSchema() {
  return z
    .strictObject({
      attempts: z
        .int()
        .min(1)
        .default(6)
        .describe(
          "Requests for one ask, at most; twice as many where the other side asks for patience.",
        ),
      budget: z
        .int()
        .min(0)
        .default(10_000)
        .describe("Retries of one start of the program, in all."),
      waitMs: z
        .int()
        .min(0)
        .default(500)
        .describe("The first wait; it doubles with each further one, up to a minute."),
      sampleTimeoutMs: z
        .int()
        .min(1)
        .default(1_800_000)
        .describe("After how long without a reply the asks of one sample are given up."),
      holdMs: z
        .int()
        .min(0)
        .default(600_000)
        .describe(
          "For how long a system that is down is probed before it is given up for this start; a tenth of it before its first reply.",
        ),
      sameFailures: z
        .int()
        .min(0)
        .default(16)
        .describe(
          "After so many failures in a row of the same words a system is not asked any more; 0: it always is.",
        ),
    })
    .prefault({});
}

export function pricesSchema() {
  const dollars = z.number().min(0);
  const rates = {
    input: dollars.describe("Per million input tokens."),
    output: dollars.describe("Per million output tokens, thoughts included."),
    cachedInput: dollars
      .optional()
      .describe(
        "Per million input tokens that the provider reads from its cache; as input if left out.",
      ),
    cacheWrite: dollars
      .optional()
      .describe(
        "Per million input tokens that the provider writes to its cache; as input if left out.",
      ),
  };
  const longInput = z
    .strictObject({ above: z.int().min(1).describe("Input tokens of one request."), ...rates })
    .optional()
    .describe("What whole requests cost that hold more input tokens than `above`.");
  return z.record(z.string(), z.strictObject({ ...rates, longInput })).default({});
}

/** An amount above 0, with or without its unit. */
const dollars = /^(?=.*[1-9])(?:\$\s*\d+(?:\.\d+)?|\d+(?:\.\d+)?\s*(?:[Uu][Ss][Dd]|\$)?)$/;

/**
 * US dollars: a number, or a text such as `20 USD`. Every other spelling is refused by the same
 * sentence.
 */
export function budgetSchema() {
  const said = { error: 'expected a positive amount of US dollars, such as 5 or "5 USD"' };
  const text = z
    .string()
    .regex(dollars)
    .transform((written) => Number.parseFloat(written.replace("$", "")));
  return z.union([z.number().positive(said), text], said);
}

function byteSize() {
  const said = { error: "expected a size, such as 50GB, 500MB or a number of bytes" };
  const text = z
    .string()
    .regex(/^\s*\d+(?:\.\d+)?\s*(?:[kmgt]i?)?b?\s*$/i, said)
    .transform((written) => parseByteSize(written));
  return z.union([z.int().min(1, said), text], said);
}

export function cacheSchema() {
  return z
    .strictObject({
      replies: z
        .boolean()
        .default(true)
        .describe(
          "Whether a reply to the very same request is used again, where the system allows it.",
        ),
      remote: byteSize()
        .optional()
        .describe(
          "How much of the pictures and videos that are fetched from http(s), S3 and GCS is kept on this machine, such as 100GB; 50GB if left out. What was used longest ago goes first.",
        ),
    })
    .prefault({});
}
