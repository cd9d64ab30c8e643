import { describe, expect, it } from "vitest";
import { fakeContext } from "../../test/fakes/fake-context.ts";
import type { DirectSystem } from "../core/asking/system.ts";
import type { Sample } from "../core/data/sample.ts";
import type { Family } from "../core/family.ts";
import { families } from "../families/index.ts";
import { degraded } from "./degraded.ts";
import { namedBaseline } from "./named-baseline.ts";

const signal = new AbortController().signal;
const all: readonly Family[] = families;
const samplesOf = (family: Family): readonly Sample[] =>
  family.proof.examples.flatMap(({ samples }) => samples);

async function answers(
  family: Family,
  settings: { degradation: string; amount: number; seed?: number },
  id = "base",
) {
  const system = (await degraded.create(
    degraded.configSchema.parse(settings),
    fakeContext({ family, id }),
  )) as DirectSystem;
  return (await system.ask(samplesOf(family), signal)).map((outcome) =>
    outcome.kind === "answered" ? outcome.value : outcome,
  );
}

describe.each(all.map((family) => [family.id, family] as const))(
  "degraded oracles of %s",
  (_, family) => {
    const oracle = samplesOf(family).map((sample) => family.proof.baselines.oracle(sample));

    it("are the oracle at 0, and something else at the most", async () => {
      for (const { id, amounts } of family.proof.degradations) {
        expect(await answers(family, { degradation: id, amount: 0 }), id).toEqual(oracle);
        expect(await answers(family, { degradation: id, amount: amounts.at(-1)! }), id).not.toEqual(
          oracle,
        );
      }
    });

    it("draw by the sample and the seed, not by the name of the system", async () => {
      for (const { id, amounts } of family.proof.degradations) {
        const settings = { degradation: id, amount: amounts[0]!, seed: 4 };
        expect(await answers(family, settings, "one")).toEqual(
          await answers(family, settings, "other"),
        );
      }
    });

    it("name the degradations there are where one is not known", async () => {
      await expect(answers(family, { degradation: "nonsense", amount: 1 })).rejects.toThrow(
        /nonsense/,
      );
    });
  },
);

describe("baselines of one family", () => {
  const dialogue = all.find(({ proof: { baselines } }) => baselines.named)!;
  const create = (settings: object) =>
    namedBaseline.create(
      namedBaseline.configSchema.parse(settings),
      fakeContext({ family: dialogue }),
    );

  it("answer, or say that a sample lacks what they need", async () => {
    const ask = async (name: string) =>
      (await ((await create({ name })) as DirectSystem).ask(samplesOf(dialogue), signal))[0]!.kind;
    expect(await ask("talk-always")).toBe("answered");
    expect(await ask("periodic")).toBe("answered");
    expect(await ask("substep-transitions")).toBe("missing");
  });

  it("refuse other names, and amounts that they do not take", async () => {
    await expect(create({ name: "nonsense" })).rejects.toThrow(/nonsense/);
    await expect(create({ name: "talk-always", amount: 3 })).rejects.toThrow(/takes no amount/);
    expect((await create({ name: "periodic", amount: 3 })).identity).toEqual({
      name: "periodic",
      amount: 3,
    });
  });
});
