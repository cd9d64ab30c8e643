import { describe, expect, it } from "vitest";
import { headlines, truthOf } from "../../scripts/simulate-headline-worlds.ts";
import { seededState } from "../../src/math/seeded-random.ts";
import { prepareMetric } from "../../src/scoring/evidence/prepared-metric.ts";
import { scoreIntervals } from "../../src/scoring/interval/score-intervals.ts";

/** A small part of `npm run simulate:headlines`, with the same seeds. */
function misses(
  id: string,
  groupCount: number,
  sets: number,
): { readonly below: number; readonly above: number } {
  const { metric, draw, ...world } = headlines.find((one) => one.id === id)!;
  const truth = truthOf({ metric, draw, truthGroups: 20_000, ...world }, groupCount);
  let [below, above] = [0, 0];
  for (let seed = 0; seed < sets; seed++) {
    const state = seededState(seed, id, groupCount);
    const evidence = Array.from({ length: groupCount }, () => draw(state)).flat();
    const groups = Uint32Array.from(evidence, (_, at) => at);
    const set = {
      n: groupCount,
      groups,
      groupCount,
      answered: new Uint8Array(groupCount).fill(1),
      slices: [],
      evidence: () => evidence,
    };
    const prepared = [prepareMetric(set, metric)];
    const points = prepared.map(({ score }) => score());
    const { low, high } = scoreIntervals({
      set,
      prepared,
      weights: [undefined],
      points,
      seed,
      isSlice: false,
    })[0]!;
    if (truth < low!) below++;
    if (truth > high!) above++;
  }
  return { below: below / sets, above: above / sets };
}

describe("intervals", () => {
  it("of mAP hold the truth about as often as they say, and not on one side only", () => {
    const { below, above } = misses("mAP, six types, ten tIoUs", 40, 100);
    // Three standard errors of 100 sets are 6.5 points; limits around a score whose bias resamples
    // estimate have the truth below them in 15 % of sets.
    expect(below + above).toBeLessThan(0.05 + 0.065);
    expect(below).toBeLessThan(0.025 + 0.047);
  });
});
