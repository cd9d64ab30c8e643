import { beforeAll, describe, expect, test } from "vitest";
import type { MeteorResources } from "../../src/metrics/text/meteor-resources.ts";
import {
  allMeteorResources,
  expectMeteorAgreement,
  meteorScores,
  meteorVariants,
} from "../reference/meteor-agreement.ts";
import reference from "../reference/text-meteor.json" with { type: "json" };
import { checkText } from "./check-file.ts";

describe("METEOR agrees with the official jar and its own tables", () => {
  let resources: MeteorResources;
  beforeAll(async () => {
    resources = await allMeteorResources(process.env.VIDIMUS_METEOR_JAR!);
  }, 240_000);

  test.each(meteorVariants)("by $name", ({ name, matchers }) =>
    expectMeteorAgreement(reference.official[name], { matchers, resources }),
  );

  test("on 2,000 ActivityNet captions", () => {
    const { refs, hyps } = JSON.parse(
      checkText("text/tokenised_pairs_val_1_first2000.json"),
    ) as Record<string, Record<string, string[]>>;
    const expected = JSON.parse(checkText("text/tokenised_pairs_val_1_first2000_expected.json"))
      .per_pair.METEOR_nopara as number[];
    const pairs = Object.keys(refs!).map((key) => ({
      candidate: hyps![key]![0]!,
      references: refs![key]!,
    }));
    const { corpus, scores } = meteorScores(pairs, {
      matchers: ["exact", "stem", "synonym"],
      resources,
    });
    for (const [i, score] of scores.entries()) expect(score).toBeCloseTo(expected[i]!, 9);
    // What the jar answers; the expected file's .0944159 counts the chunks of pairs that match
    // whole, which the jar leaves out.
    expect(corpus).toBeCloseTo(0.0944202887525044, 9);
  });
});
