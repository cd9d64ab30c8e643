import type { ClassScore, Score, Weights } from "../core/scores/metric.ts";
import { assertWeights } from "./sample-metric.ts";

/**
 * Neighbours add to different lanes, so that no addition waits for the one before it
 * (bench/bootstrap.ts).
 */
const lanes = 4;

/** A score that reads nothing of a set but what the samples of each class weigh together. */
export function classScore(byClass: ClassScore): Score {
  const { classes, classCount } = byClass;
  const places = classes.map((one, i) => one * lanes + (i & (lanes - 1)));
  const sums = new Float64Array(classCount * lanes);
  const score = (weights?: Weights) => {
    if (weights) assertWeights(weights, places.length);
    sums.fill(0);
    // Called thousands of times for one interval: one addition per sample, buffers kept.
    if (weights) for (let i = 0; i < places.length; i++) sums[places[i]!]! += weights[i]!;
    else for (let i = 0; i < places.length; i++) sums[places[i]!]! += 1;
    return byClass.score(withoutLanes(sums, classCount));
  };
  return Object.assign(score, { byClass });
}

function withoutLanes(sums: Float64Array, classCount: number): Float64Array {
  const classWeights = new Float64Array(classCount);
  for (let place = 0; place < sums.length; place++)
    classWeights[Math.floor(place / lanes)]! += sums[place]!;
  return classWeights;
}
