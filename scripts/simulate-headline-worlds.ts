import type { Metric } from "../src/core/scores/metric.ts";
import { nextUniform, type RandomState, seededState } from "../src/math/seeded-random.ts";
import { labelAveragePrecision } from "../src/metrics/classification/label-average-precision.ts";
import { meanOfTasks } from "../src/metrics/classification/mean-of-tasks.ts";
import { taskMacroF1 } from "../src/metrics/classification/task-macro-f1.ts";
import { eventF1 } from "../src/metrics/detection/event-f1.ts";
import { falseAlarmsPerHour } from "../src/metrics/detection/false-alarms-per-hour.ts";
import { meanAveragePrecision } from "../src/metrics/detection/mean-average-precision.ts";
import { missRate } from "../src/metrics/detection/miss-rate.ts";
import { dialogueRates } from "../src/metrics/dialogue/dialogue-rates.ts";
import { momentMap } from "../src/metrics/moments/moment-map.ts";
import { ndcg } from "../src/metrics/retrieval/ndcg.ts";
import { recall } from "../src/metrics/retrieval/recall.ts";
import { reciprocalRank } from "../src/metrics/retrieval/reciprocal-rank.ts";
import { bleu } from "../src/metrics/text/bleu.ts";
import { bleuMeter } from "../src/metrics/text/bleu-measure.ts";
import { cider } from "../src/metrics/text/cider.ts";
import { drawBeta, drawGamma, drawNormal, drawPoisson } from "./simulate-draws.ts";

/** A headline metric in a world that is not its easiest. */
export interface Headline {
  readonly id: string;
  readonly metric: Metric;
  /** What one group, usually a video, adds: the evidence of its samples. */
  draw(state: RandomState): readonly unknown[];
  /** The score on infinitely many groups, where there is a formula. */
  readonly truth?: number;
  /** Groups that the truth is drawn from otherwise. */
  readonly truthGroups?: number;
}

const measure = "simulated";
const alarmsPerHour = 3;
const oneTaskMacroF1 = taskMacroF1(measure, { rescaling: "none" });

export const headlines: readonly Headline[] = [
  alarms("false alarms, even", { shape: null, spread: 0 }),
  alarms("false alarms, even, unequal lengths", { shape: null, spread: 0.8 }),
  alarms("false alarms, uneven", { shape: 1, spread: 0 }),
  alarms("false alarms, uneven, unequal lengths", { shape: 1, spread: 0.8 }),
  events(
    "mAP, two types",
    { types: 2, found: 0.7, alarms: 1, lead: 0.4 },
    meanAveragePrecision({ measure, tiou: [0.5] }),
  ),
  events(
    "mAP, six types, ten tIoUs",
    { types: 6, found: 0.6, alarms: 1, lead: 0.3 },
    meanAveragePrecision({ measure }),
  ),
  events(
    "mAP, confidence says nothing",
    { types: 3, found: 0.6, alarms: 2, lead: 0 },
    meanAveragePrecision({ measure, tiou: [0.5] }),
  ),
  events(
    "mAP, nearly all found",
    { types: 3, found: 0.93, alarms: 0.4, lead: 0.4 },
    meanAveragePrecision({ measure, tiou: [0.5] }),
  ),
  events(
    "miss rate at 2 per hour",
    { types: 2, found: 0.9, alarms: 1, lead: 0.5 },
    missRate({ measure, falseAlarmsPerHour: 2 }),
  ),
  events(
    "miss rate at 1 per hour",
    { types: 2, found: 0.7, alarms: 1, lead: 0.3 },
    missRate({ measure, falseAlarmsPerHour: 1 }),
  ),
  events(
    "event F1, macro",
    { types: 3, found: 0.7, alarms: 0.7, lead: 0.3 },
    eventF1({ measure, average: "macro", minConfidence: 0.3 }),
  ),
  dialogue("dialogue F1", "F1"),
  dialogue("dialogue Jaccard index", "jaccard_index"),
  ranking("recall@5", recall(measure, { k: 5 })),
  ranking("MRR", reciprocalRank(measure)),
  ranking("nDCG@10", ndcg(measure, { k: 10 })),
  moments("moment mAP"),
  {
    id: "BLEU-4",
    metric: bleu(measure) as Metric,
    draw: (state) => drawCaptions(state).map(bleuMeter()),
    truthGroups: 20_000,
  },
  { id: "CIDEr-D", metric: cider(measure) as Metric, draw: drawCaptions, truthGroups: 20_000 },
  labels(
    "label AP, four labels",
    { labels: 4, lead: 1.5 },
    labelAveragePrecision(measure, "macro"),
  ),
  labels(
    "label AP, ten labels",
    { labels: 10, lead: 1.5 },
    labelAveragePrecision(measure, "macro"),
  ),
  labels("macro F1, four labels", { labels: 4, lead: 1.5 }, oneTaskMacroF1),
  labels("macro F1, ten labels", { labels: 10, lead: 1.5 }, oneTaskMacroF1),
  labels("macro F1, six tasks", { labels: 4, lead: 1.5, tasks: 6 }, oneTaskMacroF1),
  labels(
    "label AP, six tasks",
    { labels: 4, lead: 1.5, tasks: 6 },
    meanOfTasks(labelAveragePrecision(measure, "macro")),
  ),
];

interface LabelWorld {
  /** Of unequal frequency. */
  readonly labels: number;
  /** How much higher the score of the true label is, in standard deviations. */
  readonly lead: number;
  readonly tasks?: number;
}

/** One video with a score for each label. */
function labels(
  id: string,
  { labels: count, lead, tasks = 1 }: LabelWorld,
  metric: unknown,
): Headline {
  const options = Array.from({ length: count }, (_, at) => `l${at}`);
  return {
    id,
    metric: metric as Metric,
    draw(state) {
      const place = Math.floor(count * nextUniform(state) ** 1.5);
      const scores = options.map((_, at) => drawNormal(state) + (at === place ? lead : 0));
      const task = `t${Math.floor(tasks * nextUniform(state))}`;
      return [{ task, truth: options[place]!, options, scores }];
    },
  };
}

const setsOfOneSize = 4_000;

/**
 * What a headline scores on infinitely many groups; where what small sets add is part of the score,
 * what sets of that many groups score on average.
 */
export function truthOf(headline: Headline, groupCount: number): number {
  const { id, metric, draw, truth, truthGroups = 100_000 } = headline;
  if (truth !== undefined) return truth;
  const state = seededState(20, "truth", id);
  const drawn = (groups: number) =>
    metric.prepare(Array.from({ length: groups }, () => draw(state)).flat())()!;
  if (metric.kind !== "corpus" || metric.smallSetBias !== "kept") return drawn(truthGroups);
  const scores = Array.from({ length: setsOfOneSize }, () => drawn(groupCount));
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

interface AlarmWorld {
  /**
   * Of the gamma distribution of the rates of videos, for negative binomial counts; `null` where
   * all videos have the same rate.
   */
  readonly shape: number | null;
  /** Standard deviation of the logarithm of their lengths. */
  readonly spread: number;
}

/** Videos of half an hour on average in which nothing happens. */
function alarms(id: string, { shape, spread }: AlarmWorld): Headline {
  return {
    id,
    metric: falseAlarmsPerHour({ measure, minConfidence: 0.5 }) as Metric,
    truth: alarmsPerHour,
    draw(state) {
      const hours = 0.5 * Math.exp(spread * drawNormal(state) - spread ** 2 / 2);
      const noise = shape === null ? 1 : drawGamma(shape, state) / shape;
      const detections = Array.from(
        { length: drawPoisson(alarmsPerHour * hours * noise, state) },
        (_, at) => ({
          type: "fall",
          startSeconds: 20 * at,
          endSeconds: 20 * at + 10,
          confidence: 1,
        }),
      );
      return [{ truths: [], detections, durationSeconds: 3600 * hours }];
    },
  };
}

interface EventWorld {
  readonly types: number;
  /** The share of events that are found; of a video it correlates by .2. */
  readonly found: number;
  /** False alarms per video. */
  readonly alarms: number;
  /** How much more confident detections of events are than false alarms. */
  readonly lead: number;
}

/** Ten minutes of video with up to three events of types of unequal frequency. */
function events(id: string, world: EventWorld, metric: unknown): Headline {
  return { id, metric: metric as Metric, draw: (state) => [drawVideo(world, state)] };
}

function drawVideo({ types, found, alarms: alarmCount, lead }: EventWorld, state: RandomState) {
  const ease = drawBeta(found, 0.2, state);
  const drawType = () => `t${Math.floor(types * nextUniform(state) ** 1.5)}`;
  const truths = Array.from({ length: Math.floor(4 * nextUniform(state)) }, (_, at) => ({
    type: drawType(),
    startSeconds: 20 * at,
    endSeconds: 20 * at + 10,
  }));
  const hits = truths
    .filter(() => nextUniform(state) < ease)
    .map(({ type, startSeconds, endSeconds }) => {
      const shift = 6 * nextUniform(state) ** 2;
      return {
        type,
        startSeconds: startSeconds + shift,
        endSeconds: endSeconds + shift,
        confidence: nextUniform(state) + lead,
      };
    });
  const misses = Array.from(
    { length: Math.floor(-Math.log(1 - nextUniform(state)) * alarmCount) },
    (_, at) => ({
      type: drawType(),
      startSeconds: 300 + 20 * at,
      endSeconds: 310 + 20 * at,
      confidence: nextUniform(state),
    }),
  );
  return { truths, detections: [...hits, ...misses], durationSeconds: 600 };
}

/** Streams of 2 to 20 utterances. */
function dialogue(id: string, rate: string): Headline {
  return {
    id,
    metric: dialogueRates(measure, null).find((metric) => metric.id === rate)! as Metric,
    draw(state) {
      const ease = drawBeta(0.4, 0.2, state);
      const references = 2 + Math.floor(19 * nextUniform(state) ** 2);
      const semantics = Array.from({ length: references }, () => 1).filter(
        () => nextUniform(state) < ease,
      );
      const missedLabels = Array.from({ length: references - semantics.length }, () => "");
      return [
        {
          semantics,
          delays: semantics.map(() => 0),
          missedLabels,
          redundant: drawPoisson(0.5 * references * (1 - ease), state),
        },
      ];
    },
  };
}

/**
 * One to five questions about a video, each with one to three relevant clips at ranks that are
 * worse in some videos.
 */
function ranking(id: string, metric: unknown): Headline {
  return {
    id,
    metric: metric as Metric,
    draw(state) {
      const ease = drawBeta(0.4, 0.3, state);
      return Array.from({ length: 1 + Math.floor(5 * nextUniform(state) ** 2) }, () => {
        const idealGains = Array.from(
          { length: 1 + Math.floor(3 * nextUniform(state) ** 2) },
          () => 1,
        );
        const gains = new Array<number>(20).fill(0);
        for (const gain of idealGains) {
          const rank = Math.floor(
            Math.log(1 - nextUniform(state)) / Math.log(1 - Math.min(0.99, Math.max(0.01, ease))),
          );
          if (rank < gains.length) gains[rank] = gain;
        }
        return { gains, idealGains, judgedNonrelevant: 0, missing: false };
      });
    },
  };
}

/** One to four queries about a video, each with one moment and five spans around it or anywhere. */
function moments(id: string): Headline {
  return {
    id,
    metric: momentMap({ measure }) as Metric,
    draw(state) {
      const ease = drawBeta(0.5, 0.3, state);
      return Array.from({ length: 1 + Math.floor(4 * nextUniform(state) ** 2) }, () => {
        const truth = { startSeconds: 60, endSeconds: 90 };
        const found = Array.from({ length: 5 }, () => {
          const shift = nextUniform(state) < ease ? 12 * drawNormal(state) : 200;
          return {
            startSeconds: 60 + shift,
            endSeconds: 90 + shift,
            confidence: nextUniform(state),
          };
        });
        return { truths: [truth], found };
      });
    },
  };
}

const vocabulary = 400;

/**
 * One to three captions of a video, of which each word is another one with a chance of their own.
 */
function drawCaptions(state: RandomState) {
  const ease = drawBeta(0.75, 0.15, state);
  const drawWord = () => `w${Math.floor(vocabulary * nextUniform(state) ** 3)}`;
  return Array.from({ length: 1 + Math.floor(3 * nextUniform(state) ** 2) }, () => {
    const words = Array.from({ length: 6 + Math.floor(9 * nextUniform(state)) }, drawWord);
    const candidate = words.map((word) => (nextUniform(state) < ease ? word : drawWord()));
    return { candidate: candidate.join(" "), references: [words.join(" ")] };
  });
}
