import { z } from "zod";
import type { DirectSystem } from "../core/asking/system.ts";
import { defineSystemKind } from "../core/asking/system-kind.ts";
import { findById } from "../core/registry.ts";
import { answered } from "../core/run/outcome.ts";
import { UserError } from "../core/user-error.ts";
import { seededRandom } from "../math/seeded-random.ts";

/** Degradations are computed from memory: large batches cost nothing. */
const batch = 500;

/**
 * The oracle made worse in one known way, by so much. Draws are seeded by the degradation and the
 * sample, not by the system's name, so that of two such systems the one with the larger amount
 * spoils all that the other spoils.
 */
export const degraded = defineSystemKind({
  id: "degraded",
  summary: "the oracle made worse in a way that the family knows, such as late or dropped",
  configSchema: z.strictObject({
    degradation: z.string().describe("one of the family's degradations"),
    amount: z.number().min(0).describe("how much of it; 0 is the oracle itself"),
    seed: z.int().min(0).optional().describe("seed of the draws (default: the run's seed)"),
  }),
  create: async (
    { degradation: id, amount, seed: own },
    { id: system, family, seed: runSeed },
  ): Promise<DirectSystem> => {
    const degradation = findById(
      family.proof.degradations,
      id,
      `degradation of family ${family.id}`,
    );
    const seed = own ?? runSeed;
    return {
      id: system,
      kind: "degraded",
      speaks: "prediction",
      identity: { degradation: id, amount, seed },
      concurrency: batch,
      async ask(samples) {
        return samples.map((sample) => {
          const random = seededRandom(seed, id, sample.id);
          const prediction = degradation.apply(family.proof.baselines.oracle(sample), sample, {
            amount,
            random,
          });
          const parsed = family.data.prediction.safeParse(prediction);
          if (!parsed.success)
            throw new UserError(
              `${id} with an amount of ${amount} gives no prediction`,
              `amounts that were thought of: ${degradation.amounts.join(", ")}`,
            );
          return answered(parsed.data);
        });
      },
    };
  },
});
