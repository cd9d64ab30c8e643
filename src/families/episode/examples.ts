import type { Example } from "../../core/family/proof-facet.ts";
import { answered, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import { packValues } from "./packed-values.ts";
import type { EpisodePrediction, EpisodeSample, EpisodeTruth, WindowAnswer } from "./schema.ts";
import type { EpisodeTaskId } from "./tasks.ts";

const classes = ["pour", "stir", "wait"];

interface Asked {
  readonly task?: EpisodeTaskId;
  readonly truth: EpisodeTruth | null;
  readonly more?: Partial<EpisodeSample>;
}

function asked(index: number, { task = "timeline_action", truth, more }: Asked): EpisodeSample {
  const startFrame = index * 5;
  return {
    episode: "kitchen",
    group: `kitchen/${Math.floor(startFrame / 40)}`,
    id: `${task}/${index}`,
    split: "test",
    task,
    truth,
    windows: [{ centerFrame: startFrame + 9, endFrame: startFrame + 19, index, startFrame }],
    ...more,
  };
}

function window(index: number, label: string | null): EpisodeSample {
  return asked(index, {
    truth: label === null ? null : { kind: "class", label },
    more: { classes },
  });
}

function says(label: string): Outcome<EpisodePrediction> {
  return answered({ label, confidence: 0.9 });
}

/** The centres of windows 0 to 3 are 9, 14, 19 and 24. */
function steady(index: number, label: "steady" | "transition", boundaries: readonly number[] = []) {
  return asked(index, {
    task: "transition_detection",
    truth: { kind: "class", label },
    more: { boundaries, classes: ["steady", "transition"] },
  });
}

function pair(index: number, label: "0" | "1"): EpisodeSample {
  return asked(index, {
    task: "temporal_order",
    truth: { kind: "class", label },
    more: {
      classes: ["0", "1"],
      id: label === "1" ? `${index}-${index + 1}` : `${index + 1}-${index}`,
    },
  });
}

function things(index: number, labels: readonly string[]): EpisodeSample {
  return asked(index, {
    task: "object_relevance",
    truth: { kind: "labels", labels },
    more: { classes: ["kettle", "mug", "scale"] },
  });
}

/** Two frames of one joint. */
function hand(index: number, joints: readonly number[]): EpisodeSample {
  return asked(index, {
    task: "hand_trajectory_forecast",
    truth: { kind: "values", refs: [], values: packValues(joints) },
  });
}

function query(index: number): EpisodeSample {
  return asked(index, {
    task: "cross_modal_retrieval",
    truth: { kind: "match", window: index },
    more: { pool: { id: "kitchen", windows: [[0, 12]] } },
  });
}

const told: WindowAnswer = {
  action: "pour",
  contact: "yes",
  nextAction: "stir",
  objects: ["kettle", "mug"],
  subtask: "make coffee",
  transition: "no",
};

function answer(index: number, truth: Partial<WindowAnswer>): EpisodeSample {
  return asked(index, {
    task: "structured_answer",
    truth: { kind: "answer", answer: { ...told, ...truth } },
    more: { classes: ["pour", "stir"] },
  });
}

const of = (task: EpisodeTaskId, more: Readonly<Record<string, unknown>> = {}) => ({
  task,
  ...more,
});

/** Windows with answers and what they come to, worked out by hand. */
export const episodeExamples: readonly Example<EpisodeSample, EpisodePrediction>[] = [
  {
    name: "only classes that are true somewhere count, and what else is said lowers recall alone",
    samples: [window(0, "pour"), window(1, "pour"), window(2, "stir"), window(3, "stir")],
    outcomes: [says("pour"), says("wait"), says("pour"), says("stir")],
    // Pour: 1 hit, 1 miss, 1 false alarm. Stir: 1 hit, 1 miss. Wait is never true.
    expected: {
      macro_f1: (1 / 2 + 2 / 3) / 2,
      accuracy: 1 / 2,
      balanced_accuracy: 1 / 2,
      weighted_f1: (2 * (1 / 2) + 2 * (2 / 3)) / 4,
    },
  },
  {
    name: "no answer is a miss, and a hidden truth does not count",
    samples: [window(4, "pour"), window(5, "stir"), window(6, null)],
    outcomes: [noAnswer("unparsed", "no label"), says("stir"), says("wait")],
    expected: { macro_f1: 1 / 2, accuracy: 1 / 2, balanced_accuracy: 1 / 2, weighted_f1: 1 / 2 },
  },
  {
    name: "one class that is always right says nothing, and scores 1",
    samples: [window(7, "wait"), window(8, "wait")],
    outcomes: [says("wait"), says("wait")],
    expected: { macro_f1: 1, accuracy: 1, balanced_accuracy: 1, weighted_f1: 1 },
  },
  {
    name: "of two windows that report one boundary, the first within reach takes it",
    options: of("transition_detection"),
    samples: [
      steady(0, "transition"),
      steady(1, "transition", [12]),
      steady(2, "transition"),
      steady(3, "steady"),
      steady(8, "steady"),
    ],
    outcomes: [
      says("transition"),
      says("transition"),
      says("steady"),
      says("steady"),
      says("transition"),
    ],
    // The boundary at 12 is 3 frames from the first centre; the windows at 14 and 49 find none left.
    expected: {
      boundary_precision: 1 / 3,
      boundary_recall: 1,
      boundary_f1: 1 / 2,
      mean_abs_timing_error_frames: 3,
      matched_boundaries: 1,
      true_boundaries: 1,
      predicted_boundaries: 3,
      accuracy: 3 / 5,
    },
  },
  {
    name: "pairs are counted against the right order",
    options: of("temporal_order"),
    samples: [pair(0, "1"), pair(0, "0"), pair(1, "1"), pair(1, "0")],
    outcomes: [says("1"), says("1"), says("0"), says("0")],
    expected: {
      f1: 1 / 2,
      accuracy: 1 / 2,
      precision: 1 / 2,
      recall: 1 / 2,
      tp: 1,
      tn: 1,
      fp: 1,
      fn: 1,
      positive_rate_true: 1 / 2,
      positive_rate_pred: 1 / 2,
    },
  },
  {
    name: "sets of objects: the vocabulary is the class set",
    options: of("object_relevance"),
    samples: [things(0, ["kettle", "mug"]), things(1, ["kettle"])],
    outcomes: [answered({ labels: ["kettle"] }), answered({ labels: ["kettle", "scale"] })],
    // Kettle: 2 hits. Mug: 1 miss. Scale: 1 false alarm.
    expected: {
      micro_f1: (2 * 2) / (2 * 2 + 1 + 1),
      macro_f1: 1 / 3,
      exact_match: 0,
      precision: 2 / 3,
      recall: 2 / 3,
    },
  },
  {
    name: "distances of joints, over all frames and in the last",
    options: of("hand_trajectory_forecast", { forecastFrames: 2 }),
    samples: [hand(0, [0, 0, 0, 1, 0, 0]), hand(1, [0, 0, 0, 0, 0, 0])],
    outcomes: [
      answered({ values: [3, 4, 0, 1, 0, 0] }),
      answered({ values: packValues([0, 0, 0, 0, 0, 2]) }),
    ],
    // Distances 5 and 0, 0 and 2. The first number has a mean of 0, the fourth of ½.
    expected: {
      mpjpe: (5 + 0 + 0 + 2) / 4,
      final_frame_mpjpe: (0 + 2) / 2,
      mse: (9 + 16 + 4) / 12,
      mae: (3 + 4 + 2) / 12,
      r2: 1 - 29 / (2 * 0.25),
    },
  },
  {
    name: "where the right window stands among twelve",
    options: of("cross_modal_retrieval"),
    samples: [query(0), query(1), query(2), query(3)],
    outcomes: [
      answered({ ranking: [0, 1, 2, 3] }),
      answered({ ranking: [0, 1, 2, 3] }),
      answered({ rank: 4 }),
      noAnswer("unparsed", "no ranking"),
    ],
    expected: {
      mrr: (1 + 1 / 2 + 1 / 4 + 0) / 4,
      top1_accuracy: 1 / 4,
      top5_accuracy: 3 / 4,
      top10_accuracy: 3 / 4,
      mean_rank: (1 + 2 + 4) / 3,
      median_rank: 2,
    },
  },
  {
    name: "fields of an answer are compared word for word, and unknown truths do not count",
    options: of("structured_answer"),
    samples: [answer(0, {}), answer(1, { action: "stir", contact: "unknown" })],
    outcomes: [
      answered({ answer: { ...told, objects: ["kettle", "lid"] }, isComplete: true }),
      answered({ answer: { ...told, subtask: "make tea" }, isComplete: false }),
    ],
    // Pour: 1 hit, 1 false alarm. Stir: 1 miss. Objects: 3 hits, 1 miss, 1 false alarm.
    expected: {
      action_macro_f1: (2 / 3 + 0) / 2,
      json_validity_rate: 1 / 2,
      subtask_accuracy: 1 / 2,
      transition_accuracy: 1,
      next_action_accuracy: 1,
      contact_accuracy: 1,
      object_micro_f1: 6 / 8,
    },
  },
];
