import type { Example } from "../../core/family/proof-facet.ts";
import { answered, noAnswer } from "../../core/run/outcome.ts";
import type { DialoguePrediction, DialogueSample } from "./schema.ts";

function stream(
  id: string,
  references: readonly (readonly [frame: number, text: string, label?: string])[],
): DialogueSample {
  return {
    fps: 2,
    frameCount: 60,
    group: id,
    id,
    inputs: [{ frame: 1, role: "user", text: "I want to make coffee." }],
    media: [],
    metadata: {},
    references: references.map(([frame, text, label]) => ({
      frame,
      text,
      ...(label ? { label } : {}),
    })),
  };
}

function says(...utterances: readonly (readonly [frame: number, text: string])[]) {
  return answered<DialoguePrediction>({
    utterances: utterances.map(([frame, text]) => ({ frame, text })),
  });
}

const coffee = stream("coffee", [
  [4, "Great, start by boiling twelve ounces of water.", "responsive|instruction"],
  [20, "Now grind the coffee beans until they are fine.", "initiative|instruction"],
  [40, "Put the filter into the dripper and rinse it.", "initiative|instruction"],
]);
const tea = stream("tea", [
  [6, "Fill the kettle with fresh cold water.", "initiative|instruction"],
  [30, "Well done, let the leaves steep for three minutes.", "initiative|feedback,instruction"],
]);

/**
 * Streams with what was said and the scores they must get, worked out by hand: the window is ±2.5
 * s, so ±5 frames.
 */
export const dialogueExamples: readonly Example<DialogueSample, DialoguePrediction>[] = [
  {
    name: "one of three said a second late, one word for word, one missed, and one too many",
    samples: [coffee],
    outcomes: [
      says(
        [4, "Great, start by boiling twelve ounces of water."],
        [22, "Now grind the coffee beans until they are fine."],
        [55, "Enjoy your drink!"],
      ),
    ],
    // Two pairs of identical words; #pred 3, #ref 3.
    expected: {
      F1: 2 / 3,
      precision: 2 / 3,
      recall: 2 / 3,
      jaccard_index: 2 / 4,
      missing_rate: 1 / 3,
      redundant_rate: 1 / 3,
      semantic_score: 1,
      time_diff: 0.5,
      num_matched: 2,
      num_mismatched: 0,
      num_missed: 1,
      num_redundant: 1,
    },
  },
  {
    name: "the right moment with the wrong words is a mismatch, neither missed nor redundant",
    samples: [tea],
    outcomes: [
      says([6, "Fill a saucepan."], [30, "Well done, let the leaves steep for three minutes."]),
    ],
    expected: {
      F1: 1 / 2,
      precision: 1 / 2,
      recall: 1 / 2,
      jaccard_index: 1 / 2,
      missing_rate: 0,
      redundant_rate: 0,
      num_mismatched: 1,
    },
  },
  {
    name: "silence has no precision, and a refusal counts as silence",
    samples: [coffee, tea],
    outcomes: [says(), noAnswer("refused", "declined")],
    expected: {
      F1: 0,
      precision: null,
      recall: 0,
      jaccard_index: 0,
      missing_rate: 1,
      redundant_rate: null,
      num_missed: 5,
      Bleu_4: null,
      Bleu_4_w: 0,
    },
  },
];
