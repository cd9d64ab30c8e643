import type { Noticing } from "../../core/family/noticing.ts";
import type { DialoguePrediction, DialogueSample } from "./schema.ts";

/** ProAssist's usual not-talk threshold. */
const usual = 0.5;

/**
 * The threshold by which a system is scored that was run with several: the nearest to the usual
 * one.
 */
export function thresholdToScore(thresholds: readonly number[]): number {
  const distance = (threshold: number) => Math.abs(threshold - usual);
  return thresholds.reduce((near, one) => (distance(one) < distance(near) ? one : near));
}

interface Answer {
  readonly sample: DialogueSample;
  readonly prediction: DialoguePrediction;
}

/** Says which of several thresholds the scores are about. */
export function scoredThreshold(): Noticing<Answer> {
  const streams = new Map<string, number>();
  return {
    add({ prediction: { sweep = [] } }) {
      if (sweep.length === 0) return;
      const thresholds = sweep.map(({ notTalkThreshold }) => notTalkThreshold);
      const scored = `scored at the not-talk threshold ${thresholdToScore(thresholds)}`;
      const text = `${scored} of ${thresholds.join(", ")}; all of them make the curve`;
      streams.set(text, (streams.get(text) ?? 0) + 1);
    },
    finish() {
      if (streams.size < 2) return [...streams.keys()];
      return [...streams].map(
        ([text, count]) => `${count} ${count === 1 ? "stream" : "streams"}: ${text}`,
      );
    },
  };
}
