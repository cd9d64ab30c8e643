import { z } from "zod";
import type { DirectSystem } from "../core/asking/system.ts";
import { defineSystemKind } from "../core/asking/system-kind.ts";
import { findById } from "../core/registry.ts";
import { answered, noAnswer } from "../core/run/outcome.ts";
import { UserError } from "../core/user-error.ts";

const batch = 500;

/**
 * A baseline that only one family has, by its name. A sample that lacks what it needs has no
 * answer.
 */
export const namedBaseline = defineSystemKind({
  id: "baseline",
  summary: "a baseline that the family has beside oracle, chance, majority and empty, by its name",
  configSchema: z.strictObject({
    name: z.string().describe("the baseline, such as talk-always or periodic of dialogue"),
    amount: z
      .number()
      .positive()
      .optional()
      .describe("what the baseline takes, such as seconds (default: its own)"),
  }),
  leftOut: ({ name }, family, options) =>
    family.proof.baselines.named?.find(({ id }) => id === name)?.unfit?.(options),
  create: async ({ name, amount }, { id, family }): Promise<DirectSystem> => {
    const baseline = findById(
      family.proof.baselines.named ?? [],
      name,
      `baseline of family ${family.id}`,
    );
    if (amount !== undefined && baseline.usualAmount === undefined)
      throw new UserError(
        `the baseline ${name} takes no amount`,
        `remove amount from the system "${id}"`,
      );
    const used = amount ?? baseline.usualAmount ?? 0;
    return {
      id,
      kind: "baseline",
      speaks: "prediction",
      identity: { name, amount: used },
      concurrency: batch,
      async ask(samples) {
        return samples.map((sample) => {
          const prediction = baseline.predict(sample, used);
          return prediction === undefined
            ? noAnswer(
                "missing",
                `the sample lacks what the baseline ${name} needs${baseline.needs === undefined ? "" : `: ${baseline.needs}`}`,
              )
            : answered(prediction);
        });
      },
    };
  },
});
