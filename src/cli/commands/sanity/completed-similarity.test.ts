import { describe, expect, it } from "vitest";
import type { SimilaritySystem } from "../../../core/asking/system.ts";
import { answered, failed } from "../../../core/run/outcome.ts";
import { completedSimilarity } from "./completed-similarity.ts";

const signal = new AbortController().signal;

function system(known?: Readonly<Record<string, number>>): SimilaritySystem {
  return {
    id: "t",
    kind: "t",
    speaks: "similarity",
    identity: null,
    concurrency: 1,
    ...(known ? { knows: (said: string, wanted: string) => `${said}|${wanted}` in known } : {}),
    ask: async (asks) =>
      asks.map(({ pairs }) =>
        answered({ cosines: pairs.map((pair) => known?.[pair.join("|")] ?? 0.25) }),
      ),
  };
}

const asked = async (given: SimilaritySystem, ...pairs: readonly (readonly [string, string])[]) => {
  const { system: completed, compared } = completedSimilarity(given);
  const [reply] = await completed.ask([{ pairs }], signal);
  return { reply, compared };
};

describe("a similarity that knows some texts only", () => {
  it("keeps what it knows, even of equal texts; other equal texts are 1, the rest goes by words", async () => {
    const { reply, compared } = await asked(
      system({ "a|a": 0.5, "a|b": -0.5 }),
      ["a", "b"],
      ["c", "c"],
      ["go on", "go off"],
      ["a", "a"],
      ["x", "y"],
    );
    expect(reply).toMatchObject({ value: { cosines: [-0.5, 1, expect.closeTo(0.5, 6), 0.5, 0] } });
    expect(compared).toEqual({ pairs: 5, known: 2 });
  });

  it("is left as it is where it knows all texts, or is asked nothing", async () => {
    const { reply, compared } = await asked(system(), ["a", "a"]);
    expect(reply).toMatchObject({ value: { cosines: [0.25] } });
    expect(compared).toEqual({ pairs: 1, known: 1 });
    expect((await asked(system({}))).reply).toMatchObject({ value: { cosines: [] } });
  });

  it("fails where what it knows cannot be had", async () => {
    const broken = { ...system(), ask: async () => [failed("deterministic", "broken")] };
    expect((await asked(broken, ["a", "b"])).reply).toMatchObject({
      kind: "failed",
      reason: "broken",
    });
  });
});
