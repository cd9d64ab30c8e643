import type { Metric } from "../src/core/scores/metric.ts";
import { nextUniform, type RandomState, seededState } from "../src/math/seeded-random.ts";
import { meanAveragePrecision } from "../src/metrics/detection/mean-average-precision.ts";
import { dialogueRates } from "../src/metrics/dialogue/dialogue-rates.ts";
import { recall } from "../src/metrics/retrieval/recall.ts";
import { sampleMetric } from "../src/metrics/sample-metric.ts";
import { drawBeta, drawPoisson } from "./simulate-draws.ts";

/** What two systems make of one sample: the first, and the one that may be better. */
type Pair = readonly [unknown, unknown];

/** Two systems on the same videos, the second better by more or less. */
export interface ComparedWorld {
  readonly id: string;
  readonly metric: Metric;
  /** The samples of one video, by how much more often the second system succeeds. */
  draw(gain: number, state: RandomState): readonly Pair[];
}

const measure = "simulated";
/** How often two systems meet the same luck, as systems of one generation do. */
const shared = 0.7;

export const comparedWorlds: readonly ComparedWorld[] = [
  { id: "accuracy", metric: accuracyMetric(), draw: drawAnswers },
  { id: "recall@5", metric: recall(measure, { k: 5 }) as Metric, draw: drawRankings },
  {
    id: "dialogue F1",
    metric: dialogueRates(measure, null).find((metric) => metric.id === "F1")! as Metric,
    draw: drawStream,
  },
  {
    id: "mAP",
    metric: meanAveragePrecision({ measure, tiou: [0.5] }) as Metric,
    draw: drawEvents,
  },
];

function accuracyMetric(): Metric {
  return sampleMetric<number>({
    ...{ id: "accuracy", title: "Accuracy", signature: "simulated|v:1", measure },
    ...{ best: 1, worst: 0, kind: "proportion", value: (one) => one },
  }) as Metric;
}

/** A uniform number for each system, mostly the same one. */
function lots(state: RandomState): readonly [number, number] {
  const one = nextUniform(state);
  return [one, nextUniform(state) < shared ? one : nextUniform(state)];
}

/** The chances of both systems: the second fails less often by the share `gain`. */
function chances(ease: number, gain: number): readonly [number, number] {
  return [ease, 1 - (1 - ease) * (1 - gain)];
}

/** One to eight questions about a video. */
function drawAnswers(gain: number, state: RandomState): readonly Pair[] {
  const [a, b] = chances(drawBeta(0.7, 0.2, state), gain);
  return Array.from({ length: 1 + Math.floor(8 * nextUniform(state)) }, (): Pair => {
    const [one, other] = lots(state);
    return [one < a ? 1 : 0, other < b ? 1 : 0];
  });
}

/** One to five queries about a video, each with one to three relevant clips. */
function drawRankings(gain: number, state: RandomState): readonly Pair[] {
  const eases = chances(0.05 + 0.9 * drawBeta(0.3, 0.2, state), gain);
  return Array.from({ length: 1 + Math.floor(5 * nextUniform(state) ** 2) }, (): Pair => {
    const ideal = Array.from({ length: 1 + Math.floor(3 * nextUniform(state) ** 2) }, () => 1);
    const gains = [new Array<number>(20).fill(0), new Array<number>(20).fill(0)];
    for (const _ of ideal)
      for (const [side, lot] of lots(state).entries()) {
        const rank = Math.floor(Math.log(1 - lot) / Math.log(1 - eases[side]!));
        if (rank < 20) gains[side]![rank] = 1;
      }
    const [one, other] = gains.map((own) => ({
      ...{ gains: own, idealGains: ideal, judgedNonrelevant: 0, missing: false },
    }));
    return [one, other];
  });
}

/** A stream of 2 to 20 utterances. */
function drawStream(gain: number, state: RandomState): readonly Pair[] {
  const eases = chances(drawBeta(0.4, 0.2, state), gain);
  const references = 2 + Math.floor(19 * nextUniform(state) ** 2);
  const matched = [0, 0];
  for (let at = 0; at < references; at++)
    for (const [side, lot] of lots(state).entries()) if (lot < eases[side]!) matched[side]!++;
  const [one, other] = matched.map((count, side) => ({
    semantics: new Array<number>(count).fill(1),
    delays: new Array<number>(count).fill(0),
    missedLabels: new Array<string>(references - count).fill(""),
    redundant: drawPoisson(0.5 * references * (1 - eases[side]!), state),
  }));
  return [[one, other]];
}

/** Ten minutes of video with up to three events of two types, and false alarms. */
function drawEvents(gain: number, state: RandomState): readonly Pair[] {
  const eases = chances(drawBeta(0.6, 0.2, state), gain);
  const drawType = () => (nextUniform(state) < 0.7 ? "a" : "b");
  const truths = Array.from({ length: Math.floor(4 * nextUniform(state)) }, (_, at) => ({
    ...{ type: drawType(), startSeconds: 20 * at, endSeconds: 20 * at + 10 },
  }));
  const found = [0, 1].map((): object[] => []);
  for (const { type, startSeconds } of truths) {
    const [chance, shifts, confidences] = [lots(state), lots(state), lots(state)];
    for (const side of [0, 1] as const) {
      const start = startSeconds + 6 * shifts[side] ** 2;
      if (chance[side] < eases[side]!)
        found[side]!.push({
          ...{ type, startSeconds: start, endSeconds: start + 10 },
          confidence: confidences[side] + 0.3,
        });
    }
  }
  const alarms = drawPoisson(1, state);
  for (let at = 0; at < alarms; at++) {
    const type = drawType();
    for (const [side, confidence] of lots(state).entries())
      found[side]!.push({
        ...{ type, startSeconds: 300 + 20 * at, endSeconds: 310 + 20 * at, confidence },
      });
  }
  const [one, other] = found.map((detections) => ({ truths, detections, durationSeconds: 600 }));
  return [[one, other]];
}

const truthGroups = 60_000;

/** The gain that makes the second system better by so much on infinitely many videos. */
export function gainFor({ id, metric, draw }: ComparedWorld, difference: number): number {
  const truth = (gain: number) => {
    const state = seededState(20, "truth", id);
    const pairs = Array.from({ length: truthGroups }, () => draw(gain, state)).flat();
    const [one, other] = [0, 1].map((side) => metric.prepare(pairs.map((pair) => pair[side]!))()!);
    return other! - one!;
  };
  let [low, high] = [0, 0.5];
  for (let step = 0; step < 12; step++) {
    const middle = (low + high) / 2;
    if (truth(middle) < difference) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
