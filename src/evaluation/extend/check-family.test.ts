import { describe, expect, it } from "vitest";
import { withScoring } from "../../../test/support/with-scoring.ts";
import { nothingLent } from "../../core/family/lent.ts";
import type { Family } from "../../core/family.ts";
import { families } from "../../families/index.ts";
import { multipleChoice } from "../../families/multiple-choice/index.ts";
import { checkFamily } from "./check-family.ts";
import { extendRegistries } from "./extend-registries.ts";

const own = { ...multipleChoice, id: "own" } as unknown as Family;
const [metric] = own.scoring({}, nothingLent).metrics;

describe("a family of the user's", () => {
  it.each(families.map((family) => family as unknown as Family))("may be as $id is", (family) => {
    expect(() => checkFamily(family, "./f.ts")).not.toThrow();
  });

  it.each<readonly [string, () => Partial<ReturnType<Family["scoring"]>>, string]>([
    [
      "measures nothing that a metric reads",
      () => ({ metrics: [{ ...metric!, measure: "chioce" }] }),
      `metric "${metric!.id}": "chioce" is none of its measures`,
    ],
    [
      "has a metric that is none",
      () => ({ metrics: [{ ...metric!, prepare: undefined as never }] }),
      `metric "${metric!.id}": prepare must be a function, got undefined`,
    ],
    ["has no metric", () => ({ metrics: [] }), "scoring: metrics holds none"],
    [
      "has a measure without a function",
      () => ({ measures: [{ signature: "x|v:1" } as never] }),
      'measure "x|v:1": measure must be a function',
    ],
    ["throws", () => JSON.parse("{") as never, "scoring: throws under the default options: "],
    ["has no list", () => ({ metrics: undefined as never }), "scoring: metrics must be a list"],
    ["has no slices", () => ({ slices: undefined as never }), "scoring: slices must be a function"],
  ])("that %s is refused by the name of its file", (_, changes, problem) => {
    expect(() => checkFamily(withScoring(own, changes), "./f.ts")).toThrow(
      `./f.ts: family "own": ${problem}`,
    );
  });

  it("is told that it has no measures, where it has none", () => {
    expect(() =>
      checkFamily(
        withScoring(own, () => ({ measures: [] })),
        "./f.ts",
      ),
    ).toThrow(expect.objectContaining({ hint: "its scoring has no measures" }));
  });

  it("is blamed for itself, not the module that is loaded after it", () => {
    const registries = { families: families as unknown as readonly Family[], systemKinds: [] };
    const nothing = {
      families: [],
      systems: [],
      formats: [],
      predictionFormats: [],
      measures: [],
      metrics: [],
    };
    const broken = withScoring(own, () => ({
      measures: [{ signature: "x|v:1", measure: () => 1 }],
    }));
    expect(() =>
      extendRegistries(registries, { ...nothing, families: [broken] }, "./first.ts"),
    ).toThrow('./first.ts: family "own": metric');
    const measures = own
      .scoring({}, nothingLent)
      .measures.map((measure) => ({ ...measure, family: "own" }));
    expect(() =>
      extendRegistries(registries, { ...nothing, families: [broken], measures }, "./first.ts"),
    ).not.toThrow();
  });
});
