import fc from "fast-check";
import { expect, it } from "vitest";
import type { ClassScore, Score, Weights } from "../../core/scores/metric.ts";
import { scoreSpreads } from "./score-spread.ts";

const classCount = 4;

/** The share of class 1 in classes 1 and 2; `null` where there is none of either. */
function share(classWeights: Float64Array): number | null {
  const all = classWeights[1]! + classWeights[2]!;
  return all === 0 ? null : classWeights[1]! / all;
}

/** The same, sample by sample. */
function bySample(classes: Uint32Array): Score {
  return (weights?: Weights) => {
    const sums = new Float64Array(classCount);
    for (const [sample, one] of classes.entries()) sums[one]! += weights?.[sample] ?? 1;
    return share(sums);
  };
}

it("gives every resample, block and half the score that its samples have", () => {
  const sample = fc.record({
    group: fc.nat({ max: 5 }),
    one: fc.nat({ max: classCount - 1 }),
    base: fc.nat({ max: 2 }),
  });
  fc.assert(
    fc.property(
      fc.array(sample, { minLength: 1, maxLength: 30 }),
      fc.boolean(),
      (samples, hasBase) => {
        const classes = Uint32Array.from(samples, ({ one }) => one);
        const score = bySample(classes);
        const byClass: ClassScore = { classes, classCount, score: share };
        const grouped = Object.assign((weights?: Weights) => score(weights), { byClass });
        const set = {
          groups: Uint32Array.from(samples, ({ group }) => group),
          groupCount: 6,
          resamples: 10,
          seed: 1,
          ...(hasBase ? { base: Uint32Array.from(samples, ({ base }) => base) } : {}),
        };
        const [expected] = scoreSpreads({ ...set, scores: [score] });
        expect(scoreSpreads({ ...set, scores: [grouped] })).toEqual([expected]);
        expect(scoreSpreads({ ...set, scores: [score, grouped] })[1]).toEqual(expected);
      },
    ),
  );
});
