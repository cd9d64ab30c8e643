import type { Example } from "../../core/family/proof-facet.ts";
import { answered, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import type { EpisodePrediction, EpisodeSample } from "./schema.ts";

const classes = ["pour", "stir", "wait"];

function window(index: number, label: string | null): EpisodeSample {
  const startFrame = index * 5;
  return {
    classes,
    episode: "kitchen",
    group: `kitchen/${Math.floor(startFrame / 40)}`,
    id: String(index),
    split: "test",
    task: "timeline_action",
    truth: label === null ? null : { kind: "class", label },
    windows: [{ centerFrame: startFrame + 9, endFrame: startFrame + 19, index, startFrame }],
  };
}

function says(label: string): Outcome<EpisodePrediction> {
  return answered({ label, confidence: 0.9 });
}

/** Windows with answers and what they come to, worked out by hand. */
export const episodeExamples: readonly Example<EpisodeSample, EpisodePrediction>[] = [
  {
    name: "only classes that are true somewhere count, and what else is said lowers nothing but recall",
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
];
