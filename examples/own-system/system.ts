import { answered, type ChoicePrediction, type ChoiceSample, defineSystemKind, z } from "vidimus";

/**
 * Always picks the longest (or shortest) choice: a bias of many question sets that is worth
 * knowing.
 */
export const system = defineSystemKind({
  id: "by-length",
  summary: "picks the longest or shortest choice",
  configSchema: z.strictObject({
    pick: z.enum(["longest", "shortest"]).default("longest").describe("which choice is picked"),
  }),
  async create({ pick }, { id }) {
    const prefers = (a: string, b: string) =>
      pick === "longest" ? a.length > b.length : a.length < b.length;
    return {
      id,
      kind: "by-length",
      speaks: "prediction",
      identity: { pick },
      concurrency: 500,
      async ask(samples) {
        return (samples as readonly ChoiceSample[]).map(({ choices }) => {
          const choice = choices.reduce(
            (best, text, index) => (prefers(text, choices[best]!) ? index : best),
            0,
          );
          return answered<ChoicePrediction>({ choice, rule: pick });
        });
      },
    };
  },
});
