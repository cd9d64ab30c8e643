import type { Example } from "../../core/family/proof-facet.ts";
import { answered, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import type { LabelPrediction, LabelSample } from "./schema.ts";

const descriptions: Readonly<Record<string, string>> = {
  cup: "a cup is picked up",
  fork: "a fork is picked up",
  lid: "a lid is picked up",
};

interface Shown {
  readonly task?: string;
  readonly labels?: readonly string[];
}

function video(
  name: string,
  truth: string | null,
  { task = "table", labels = Object.keys(descriptions) }: Shown = {},
): LabelSample {
  return {
    group: name,
    id: `${task}/${name}`,
    labels: labels.map((id) => ({ description: descriptions[id] ?? id, id })),
    media: [],
    metadata: {},
    task,
    truth: truth === null ? null : [truth],
  };
}

function both(name: string, ...truth: readonly string[]): LabelSample {
  return { ...video(name, null, { task: "several" }), isMultiLabel: true, truth };
}

function gives(...scores: readonly number[]): Outcome<LabelPrediction> {
  const ids = Object.keys(descriptions);
  return answered({
    scores: Object.fromEntries(scores.map((score, place) => [ids[place]!, score])),
  });
}

/** Videos with scores and what they come to, worked out by hand. */
export const labelExamples: readonly Example<LabelSample, LabelPrediction>[] = [
  {
    name: "scores that always favour one label are told apart by rescaling",
    samples: [video("v1", "cup"), video("v2", "fork"), video("v3", "lid")],
    outcomes: [gives(0.3, 0.25, 0.2), gives(0.31, 0.27, 0.19), gives(0.29, 0.24, 0.23)],
    // All raw maxima are the cup: F1 of the cup is 2·1/(2·1 + 2), that of the others 0. Each label is
    // true once and ranked first, second and first by its own score.
    expected: {
      "macro-f1": 1 / 6,
      "rescaled-macro-f1": 1,
      accuracy: 1 / 3,
      "label-ap": (1 / 2 + 1 + 1) / 3,
      "top-5-accuracy": null,
      ece: null,
      brier: null,
      "top-label-recall": null,
      "parse-rate": 1,
    },
  },
  {
    name: "the mean is over tasks, and one video alone cannot be rescaled",
    samples: [
      video("v1", "cup", { task: "pair", labels: ["cup", "fork"] }),
      video("v2", "fork", { task: "pair", labels: ["cup", "fork"] }),
      video("v3", "lid", { task: "alone" }),
    ],
    outcomes: [gives(0.6, 0.4), gives(0.9, 0.1), gives(0, 0, 1)],
    // Task "pair": cup 2·1/(2 + 1), fork 0. Task "alone": 1, and left out of the rescaled score,
    // where the fork wins the second video by what the first had.
    expected: {
      "macro-f1": (1 / 3 + 1) / 2,
      accuracy: (1 / 2 + 1) / 2,
      // The bins of 0.6 and 0.9: |1 − 0.6|/2 + |0 − 0.9|/2; 2·0.4² and 2·0.9².
      ece: ((0.4 + 0.9) / 2 + 0) / 2,
      brier: ((0.32 + 1.62) / 2 + 0) / 2,
    },
  },
  {
    name: "scores of one task that are no probabilities leave none of them calibrated",
    samples: [video("v1", "cup"), video("v2", "cup", { task: "alone" })],
    outcomes: [gives(0.6, 0.4, 0), gives(3, 0, 0)],
    expected: { ece: null, brier: null, accuracy: 1 },
  },
  {
    name: "no answer is a miss, and a label without a score is not predicted",
    samples: [video("v1", "cup"), video("v2", "fork"), video("v3", "lid"), video("v4", null)],
    outcomes: [
      answered({ scores: { fork: 1 } }),
      gives(1, 4, 2),
      noAnswer("unparsed", "no scores can be read"),
      gives(5, 0, 0),
    ],
    // Fork: one hit, one false alarm; cup and lid are missed.
    expected: {
      "macro-f1": (2 / 3 + 0 + 0) / 3,
      accuracy: 1 / 3,
      "parse-rate": 3 / 4,
    },
  },
  {
    name: "of several true labels, as many of the best are taken",
    samples: [both("v1", "cup", "lid"), both("v2", "fork")],
    outcomes: [gives(5, 4, 1), gives(0, 3, 1)],
    // Cup and fork are taken for v1, the fork for v2: 2 hits of 3. Cup 1, fork 2/(2 + 1), lid 0.
    expected: {
      "top-label-recall": 2 / 3,
      "macro-f1": (1 + 2 / 3 + 0) / 3,
      accuracy: null,
      brier: null,
    },
  },
  {
    name: "the first of the best wins, and among many labels the best five count",
    samples: [video("v1", "fork", { task: "many", labels: ["cup", "fork", "lid", "x", "y", "z"] })],
    outcomes: [gives(1, 1, 0)],
    expected: { accuracy: 0, "top-5-accuracy": 1, "macro-f1": 0, "rescaled-macro-f1": null },
  },
];
