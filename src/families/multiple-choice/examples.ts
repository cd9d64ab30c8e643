import type { Example } from "../../core/family/proof-facet.ts";
import { answered, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import type { ChoicePrediction, ChoiceSample } from "./schema.ts";

interface Question {
  readonly choices: number;
  readonly answer: number | null;
  readonly type?: string;
}

function sample(index: number, { choices, answer, type }: Question): ChoiceSample {
  return {
    id: `question-${index + 1}`,
    group: `video-${index + 1}`,
    question: "What happens first?",
    choices: [
      "the door opens",
      "the light goes on",
      "a bell rings",
      "someone speaks",
      "nothing",
    ].slice(0, choices),
    answer,
    ...(type === undefined ? undefined : { type }),
    media: [{ kind: "video", path: `video-${index + 1}.mp4` }],
    metadata: {},
  };
}

function picks(choice: number): Outcome<ChoicePrediction> {
  return answered({ choice });
}

/** Questions with answers and what they score, worked out by hand. */
export const choiceExamples: readonly Example<ChoiceSample, ChoicePrediction>[] = [
  {
    name: "an unparsed reply is wrong",
    samples: [0, 1, 2, 3].map((answer) => sample(answer, { choices: 4, answer })),
    outcomes: [picks(0), picks(0), noAnswer("unparsed", "no choice can be read"), picks(3)],
    // 2 of 4; (1/2 − 1/4) / (3/4); 3 of 4 replies were read.
    expected: {
      accuracy: 1 / 2,
      "macro-accuracy": 1 / 2,
      "chance-corrected-accuracy": 1 / 3,
      "parse-rate": 3 / 4,
    },
  },
  {
    name: "a hidden truth does not count",
    samples: [0, null, 1].map((answer, index) => sample(index, { choices: 2, answer })),
    outcomes: [picks(0), picks(1), picks(0)],
    expected: {
      accuracy: 1 / 2,
      "macro-accuracy": 1 / 2,
      "chance-corrected-accuracy": 0,
      "parse-rate": 1,
    },
  },
  {
    name: "types weigh alike, and chance depends on the number of choices",
    samples: [
      sample(0, { choices: 2, answer: 0, type: "order" }),
      sample(1, { choices: 4, answer: 2, type: "order" }),
      sample(2, { choices: 4, answer: 1, type: "order" }),
      sample(3, { choices: 5, answer: 4, type: "count" }),
    ],
    outcomes: [picks(0), picks(2), picks(3), picks(4)],
    // Order 2 of 3, count 1 of 1; chance is (1/2 + 1/4 + 1/4 + 1/5) / 4 = 3/10, so (3/4 − 3/10) /
    // (7/10).
    expected: {
      accuracy: 3 / 4,
      "macro-accuracy": 5 / 6,
      "chance-corrected-accuracy": 9 / 14,
      "parse-rate": 1,
    },
  },
  {
    name: "worse than guessing is negative",
    samples: [0, 1].map((answer, index) => sample(index, { choices: 2, answer })),
    outcomes: [picks(1), picks(0)],
    expected: {
      accuracy: 0,
      "macro-accuracy": 0,
      "chance-corrected-accuracy": -1,
      "parse-rate": 1,
    },
  },
  {
    name: "a refusal and a cut-off reply are wrong, what failed on our side is left out",
    samples: [0, 1, 0, 1, 0].map((answer, index) => sample(index, { choices: 2, answer })),
    outcomes: [
      picks(0),
      noAnswer("refused", "declined"),
      noAnswer("truncated", "cut off"),
      noAnswer("media-error", "broken file"),
      noAnswer("failed", "no connection"),
    ],
    // 1 of 3 scored; (1/3 − 1/2) / (1/2); the only reply that could be read was.
    expected: {
      accuracy: 1 / 3,
      "macro-accuracy": 1 / 3,
      "chance-corrected-accuracy": -1 / 3,
      "parse-rate": 1,
    },
  },
  {
    name: "where every truth is hidden there is no score",
    samples: [null, null].map((answer, index) => sample(index, { choices: 3, answer })),
    outcomes: [picks(2), noAnswer("unparsed", "no choice can be read")],
    expected: {
      accuracy: null,
      "macro-accuracy": null,
      "chance-corrected-accuracy": null,
      "parse-rate": 1 / 2,
    },
  },
];
