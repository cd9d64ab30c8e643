import type { Noticing } from "../../core/family/noticing.ts";
import { leaksOf } from "./leaks.ts";
import type { EpisodePrediction, EpisodeSample } from "./schema.ts";
import { poolSize, rankOf } from "./scoring/match-scoring.ts";

/** What is odd about a task: one class only, classes that training never saw, leaks. */
export function noticeSamples(): Noticing<EpisodeSample> {
  const truths = new Set<string>();
  let first: EpisodeSample | undefined;
  let samples = 0;
  return {
    add(sample) {
      first ??= sample;
      samples++;
      if (sample.truth?.kind === "class") truths.add(sample.truth.label);
    },
    finish() {
      if (!first) return [];
      const { set, task } = first;
      return [
        ...(set?.remark === undefined ? [] : [`${task}: ${set.remark}`]),
        ...(truths.size === 1 && samples > 1
          ? [
              `${task}: all ${samples} samples are of the class "${[...truths][0]}", so that its scores say nothing`,
            ]
          : []),
        ...(set && set.unseen.length > 0
          ? [
              `${task}: ${set.unseen.length === 1 ? "a class" : `${set.unseen.length} classes`} of the test samples ${set.unseen.length === 1 ? "is" : "are"} in no training sample: ${set.unseen.join(", ")}`,
            ]
          : []),
        ...leaksOf(first).map(({ message }) => `${task}: ${message}`),
      ];
    },
  };
}

/** Answers that are no better than guessing. */
export function noticeAnswers(): Noticing<{
  readonly sample: EpisodeSample;
  readonly prediction: EpisodePrediction;
}> {
  let known = 0;
  let score = 0;
  let chance = 0;
  let what = "accuracy";
  return {
    add({ sample, prediction }) {
      const { truth, classes } = sample;
      if (truth?.kind === "match") {
        const candidates = poolSize(sample);
        const rank = rankOf(prediction, truth.window);
        if (candidates === undefined) return;
        what = "MRR";
        known++;
        score += rank === null ? 0 : 1 / rank;
        chance += expectedReciprocalRank(candidates);
      } else if (truth?.kind === "class" && classes && classes.length > 1) {
        known++;
        score += "label" in prediction && prediction.label === truth.label ? 1 : 0;
        chance += classes.includes(truth.label) ? 1 / classes.length : 0;
      }
    },
    finish() {
      if (known === 0 || score > chance) return [];
      const shown = (value: number) => (value / known).toFixed(4);
      return [
        `no better than guessing (${what} ${shown(score)}, where guessing is expected to reach ${shown(chance)})`,
      ];
    },
  };
}

/** H(n) / n; close enough from the first hundred terms on. */
function expectedReciprocalRank(candidates: number): number {
  const gamma = 0.577_215_664_901_532_9;
  if (candidates > 100) return (Math.log(candidates) + gamma + 1 / (2 * candidates)) / candidates;
  let sum = 0;
  for (let rank = 1; rank <= candidates; rank++) sum += 1 / rank;
  return sum / candidates;
}
