import type { Metric } from "../src/core/scores/metric.ts";
import { normalProbability } from "../src/math/distribution/normal-probability.ts";
import { nextUniform, type RandomState, seededState } from "../src/math/seeded-random.ts";
import { macroF1 } from "../src/metrics/classification/macro-f1.ts";
import { meanAveragePrecision } from "../src/metrics/detection/mean-average-precision.ts";
import { sampleMetric } from "../src/metrics/sample-metric.ts";
import { drawBeta, drawNormal } from "./simulate-draws.ts";

/** How far samples of one group agree: their intraclass correlation, or one sample per group. */
export type Clustering = "single" | 0 | 0.2 | 0.5;

/** The evidence of two systems of the same quality on the same samples. */
export interface World {
  readonly first: readonly unknown[];
  readonly second: readonly unknown[];
  /** The group of each sample. */
  readonly groups: Uint32Array;
}

/** A kind of score, and how to draw evidence for it. */
export interface Scenario {
  readonly id: "proportion" | "mean" | "macro-f1" | "map";
  readonly metric: Metric;
  /**
   * What both systems score on infinitely many groups; drawn from very many where it has no
   * formula.
   */
  truth(clustering: Clustering): number;
  draw(groupCount: number, clustering: Clustering, state: RandomState): World;
}

/** The share of right answers of a simulated system. */
const rightShare = 0.7;
/** Scores of the mean are Beta(1, 3): skewed, and most of them low. */
const meanShape = 3;
const truthGroups = 100_000;

const common = {
  id: "simulated",
  title: "Simulated",
  signature: "simulated|v:1",
  measure: "simulated",
  best: 1,
  worst: 0,
} as const;

export const scenarios: readonly Scenario[] = [
  { id: "proportion", metric: proportionMetric(), truth: () => rightShare, draw: drawProportion },
  { id: "mean", metric: meanMetric(), truth: () => 1 / (1 + meanShape), draw: drawMean },
  drawnTruth({
    id: "macro-f1",
    metric: macroF1("simulated", { classes: "support" }) as Metric,
    draw: drawLabels,
  }),
  drawnTruth({
    id: "map",
    metric: meanAveragePrecision({ measure: "simulated", tiou: [0.5] }) as Metric,
    draw: drawEvents,
  }),
];

function drawnTruth(scenario: Omit<Scenario, "truth">): Scenario {
  return {
    ...scenario,
    truth(clustering) {
      const { first, second } = scenario.draw(
        truthGroups,
        clustering,
        seededState(20, "truth", scenario.id, String(clustering)),
      );
      return (scenario.metric.prepare(first)()! + scenario.metric.prepare(second)()!) / 2;
    },
  };
}

function proportionMetric(): Metric {
  return sampleMetric<number>({ ...common, kind: "proportion", value: (one) => one }) as Metric;
}

function meanMetric(): Metric {
  return sampleMetric<number>({ ...common, kind: "mean", value: (one) => one }) as Metric;
}

/** Sizes from 1 to 5, small ones more often. */
function drawSize(clustering: Clustering, state: RandomState): number {
  if (clustering === "single") return 1;
  const u = nextUniform(state);
  return 1 + Math.floor(5 * u * u);
}

interface Gathered {
  readonly size: number;
  /**
   * How likely a sample of the group is answered rightly; Beta, so that answers correlate as
   * stated.
   */
  readonly ease: number;
  push(first: unknown, second: unknown): void;
}

/** Draws group after group. */
function gather(
  groupCount: number,
  clustering: Clustering,
  state: RandomState,
  fill: (group: Gathered) => void,
): World {
  const [first, second, groups]: [unknown[], unknown[], number[]] = [[], [], []];
  const correlation = clustering === "single" ? 0 : clustering;
  for (let group = 0; group < groupCount; group++) {
    const push = (one: unknown, other: unknown) => {
      first.push(one);
      second.push(other);
      groups.push(group);
    };
    fill({ size: drawSize(clustering, state), ease: drawEase(correlation, state), push });
  }
  return { first, second, groups: Uint32Array.from(groups) };
}

function drawProportion(groupCount: number, clustering: Clustering, state: RandomState): World {
  return gather(groupCount, clustering, state, ({ size, ease, push }) => {
    for (let i = 0; i < size; i++)
      push(nextUniform(state) < ease ? 1 : 0, nextUniform(state) < ease ? 1 : 0);
  });
}

/** Beta(1, 3) scores whose normal ranks correlate within the group, and between the systems. */
function drawMean(groupCount: number, clustering: Clustering, state: RandomState): World {
  const correlation = clustering === "single" ? 0 : clustering;
  return gather(groupCount, clustering, state, ({ size, push }) => {
    const common = Math.sqrt(correlation) * drawNormal(state);
    for (let i = 0; i < size; i++) {
      const shared = common + Math.sqrt((1 - correlation) / 2) * drawNormal(state);
      const own = () =>
        1 -
        (1 - normalProbability(shared + Math.sqrt((1 - correlation) / 2) * drawNormal(state))) **
          (1 / meanShape);
      push(own(), own());
    }
  });
}

const labels = ["a", "b", "c"];

/**
 * Three classes of unequal frequency, of which a group prefers one; a wrong answer is one of the
 * others.
 */
function drawLabels(groupCount: number, clustering: Clustering, state: RandomState): World {
  const correlation = clustering === "single" ? 0 : clustering;
  const drawLabel = () => {
    const u = nextUniform(state);
    return u < 0.5 ? 0 : u < 0.8 ? 1 : 2;
  };
  return gather(groupCount, clustering, state, ({ size, ease, push }) => {
    const preferred = drawLabel();
    for (let i = 0; i < size; i++) {
      const truth = nextUniform(state) < correlation ? preferred : drawLabel();
      const answer = () => ({
        truth: labels[truth]!,
        predicted:
          labels[
            nextUniform(state) < ease ? truth : (truth + 1 + Math.floor(2 * nextUniform(state))) % 3
          ]!,
      });
      push(answer(), answer());
    }
  });
}

/**
 * A video is a group: up to three events of two types, found with more or less overlap, and false
 * alarms of lower confidence.
 */
function drawEvents(groupCount: number, clustering: Clustering, state: RandomState): World {
  return gather(groupCount, clustering, state, ({ size, ease, push }) => {
    const truths = Array.from({ length: Math.ceil(size / 2) }, (_, i) => ({
      type: labels[nextUniform(state) < 0.7 ? 0 : 1]!,
      startSeconds: 20 * i,
      endSeconds: 20 * i + 10,
    }));
    const detections = () => {
      const found = truths.filter(() => nextUniform(state) < ease);
      const hits = found.map(({ type, startSeconds }) => {
        const shift = 6 * nextUniform(state) ** 2;
        return {
          type,
          startSeconds: startSeconds + shift,
          endSeconds: startSeconds + 10 + shift,
          confidence: 0.2 + nextUniform(state) + (6 - shift) / 10,
        };
      });
      const alarms = truths
        .filter(() => nextUniform(state) < 1.2 * (1 - ease))
        .map(({ startSeconds }) => ({
          type: labels[nextUniform(state) < 0.6 ? 0 : 1]!,
          startSeconds: startSeconds + 11,
          endSeconds: startSeconds + 19,
          confidence: nextUniform(state),
        }));
      return [...hits, ...alarms];
    };
    push({ truths, detections: detections() }, { truths, detections: detections() });
  });
}

/**
 * Beta with mean `rightShare`, so that answers that are right with this probability correlate as
 * given.
 */
function drawEase(correlation: number, state: RandomState): number {
  return correlation === 0 ? rightShare : drawBeta(rightShare, correlation, state);
}
