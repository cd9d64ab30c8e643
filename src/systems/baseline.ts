import { z } from "zod";
import type { DirectSystem } from "../core/asking/system.ts";
import { defineSystemKind, type SystemContext } from "../core/asking/system-kind.ts";
import type { Sample } from "../core/data/sample.ts";
import type { Family } from "../core/family.ts";
import { canonicalJson, type Json } from "../core/json.ts";
import { answered, noAnswer, type Outcome } from "../core/run/outcome.ts";
import { UserError } from "../core/user-error.ts";
import { seededRandom } from "../math/seeded-random.ts";

const noSettings = z.strictObject({});
/** Baselines answer from memory: large batches cost nothing. */
const batch = 500;

/** Answers with the truth: shows that the scores reach their ceiling. */
export const oracle = defineSystemKind({
  id: "oracle",
  summary: "answers with the truth; must reach the ceiling of every metric",
  configSchema: noSettings,
  create: async (_, context) =>
    baseline(context, "oracle", {
      predict: (sample) => context.family.proof.baselines.oracle(sample),
    }),
});

/** Guesses; seeded by the sample's id, so that neither order nor other samples matter. */
export const chance = defineSystemKind({
  id: "chance",
  summary: "guesses at random, seeded",
  configSchema: z.strictObject({
    seed: z.int().min(0).optional().describe("seed of the guesses (default: the run's seed)"),
  }),
  create: async ({ seed = undefined }, context) => {
    const used = seed ?? context.seed;
    return baseline(context, "chance", {
      identity: { seed: used },
      predict: (sample) =>
        context.family.proof.baselines.chance(sample, seededRandom(used, context.id, sample.id)),
    });
  },
});

/** Says nothing. */
export const empty = defineSystemKind({
  id: "empty",
  summary: "gives the family's empty prediction for every sample",
  configSchema: noSettings,
  create: async (_, context) =>
    baseline(context, "empty", {
      predict: (sample) => context.family.proof.baselines.empty(sample),
    }),
});

/** Always gives the most frequent answer of the training samples. */
export const majority = defineSystemKind({
  id: "majority",
  summary: "gives the most frequent answer of the training samples",
  configSchema: noSettings,
  unfit: (_, family) => withoutMajority(family),
  create: async (_, context): Promise<DirectSystem> => {
    const learnt = context.family.proof.baselines.majority;
    if (!learnt)
      throw new UserError(
        withoutMajority(context.family)!,
        `remove the system "${context.id}" or the task "${context.task}"`,
      );
    let state: Json = null;
    return {
      ...baseline(context, "majority", { predict: () => null }),
      ask: async (samples) =>
        samples.map((sample) => {
          const lack = learnt.lacks?.(state, sample);
          return lack === undefined
            ? answered(learnt.predict(state, sample))
            : noAnswer("refused", lack);
        }),
      async fit(train, { arrays }) {
        state = await learnt.fit(train, arrays);
        return { artefact: new TextEncoder().encode(canonicalJson(state)) };
      },
      async restore(artefact) {
        state = JSON.parse(new TextDecoder().decode(artefact)) as Json;
      },
    };
  },
});

function withoutMajority({ id, proof }: Family): string | undefined {
  return proof.baselines.majority ? undefined : `family ${id} has no majority baseline`;
}

/** Always gives one and the same answer. */
export const constant = defineSystemKind({
  id: "constant",
  summary: "gives the same prediction for every sample",
  configSchema: z.strictObject({
    prediction: z
      .record(z.string(), z.json())
      .describe("a raw prediction, as a record of a predictions file would state it"),
  }),
  create: async ({ prediction }, context) => {
    const format = context.family.data.predictionFormats[0];
    if (!format) throw new UserError(`family ${context.family.id} has no prediction format`);
    const system = baseline(context, "constant", {
      identity: { prediction: canonicalJson(prediction) },
      predict: () => null,
    });
    return {
      ...system,
      ask: async (samples: readonly Sample[]) =>
        samples.map((sample) => format.interpret(prediction, sample)),
    };
  },
});

interface Behaviour {
  readonly identity?: Json;
  readonly predict: (sample: Sample) => unknown;
}

function baseline(
  context: SystemContext,
  kind: string,
  { identity = {}, predict }: Behaviour,
): DirectSystem {
  return {
    id: context.id,
    kind,
    speaks: "prediction",
    identity,
    concurrency: batch,
    ask: async (samples): Promise<readonly Outcome<unknown>[]> =>
      samples.map((sample) => answered(predict(sample))),
  };
}
