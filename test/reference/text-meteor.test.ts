import { beforeAll, describe, expect, test } from "vitest";
import {
  builtInFunctionWords,
  builtInPrefixes,
  type MeteorResources,
} from "../../src/metrics/text/meteor-resources.ts";
import {
  allMeteorResources,
  expectMeteorAgreement,
  meteorVariants,
  ownMeteorResources,
} from "./meteor-agreement.ts";
import reference from "./text-meteor.json" with { type: "json" };

describe("METEOR agrees with the official jar, called with lists, synonyms and paraphrases written for this test", () => {
  let resources: MeteorResources;
  beforeAll(async () => {
    resources = await allMeteorResources(ownMeteorResources);
  });

  test.each(meteorVariants)("by $name", ({ name, matchers }) =>
    expectMeteorAgreement(reference.own[name], { matchers, resources }),
  );

  test.each(reference.options)(
    "all of them, called with $settings",
    ({ settings, ...expected }) => {
      const [, , beam] = settings;
      const normalize = settings.includes("-norm")
        ? "norm"
        : settings.includes("-lower")
          ? "lower"
          : "none";
      expectMeteorAgreement(expected, {
        resources,
        normalize,
        ...(beam !== undefined && { beam: Number(beam) }),
      });
    },
  );

  test("which are the built-in lists, so the default agrees as well", () => {
    expect(resources.functionWords!.words).toEqual(builtInFunctionWords.words);
    expect(resources.prefixes!.kinds).toEqual(builtInPrefixes.kinds);
    expectMeteorAgreement(reference.own.stem, {});
  });
});
