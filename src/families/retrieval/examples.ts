import type { Example } from "../../core/family/proof-facet.ts";
import { answered, noAnswer } from "../../core/run/outcome.ts";
import type { RetrievalPrediction, RetrievalSample } from "./schema.ts";

function timed(
  id: string,
  evidence: readonly (readonly [start: number, end: number, relevance?: "context"])[],
  answer: string | null = null,
): RetrievalSample {
  return {
    answer,
    clips: [],
    durationSeconds: 600,
    evidence: evidence.map(([startSeconds, endSeconds, context]) => ({
      endSeconds,
      relevance: context ?? ("primary" as const),
      startSeconds,
    })),
    group: id,
    id,
    media: [],
    metadata: {},
    question: "When does the operator stop the machine?",
  };
}

function named(id: string, clips: readonly string[]): RetrievalSample {
  return { ...timed(id, []), clips: clips.map((clip) => ({ gain: 1, id: clip })) };
}

function finds(...spans: readonly (readonly [start: number, end: number])[]): RetrievalPrediction {
  return {
    clips: spans.map(([startSeconds, endSeconds], at) => ({
      endSeconds,
      score: 1 / (at + 1),
      startSeconds,
    })),
  };
}

/**
 * Questions with what was found and the scores they must get, worked out by hand: a clip is
 * relevant from a tIoU of .3 on.
 */
export const retrievalExamples: readonly Example<RetrievalSample, RetrievalPrediction>[] = [
  {
    name: "one moment found at once, one of two moments found second",
    samples: [
      timed("a", [[100, 120]]),
      timed("b", [
        [10, 20],
        [300, 330],
      ]),
    ],
    outcomes: [answered(finds([100, 118])), answered(finds([500, 520], [12, 20]))],
    // tIoU .9 at rank 1; .8 at rank 2 of two moments.
    expected: {
      "recall@5": (1 + 1 / 2) / 2,
      "recall@1": (1 + 0) / 2,
      "hit@1": 1 / 2,
      "hit@5": 1,
      mrr: (1 + 1 / 2) / 2,
      "precision@10": (1 / 10 + 1 / 10) / 2,
      "moment-r1@0.5": 1 / 2,
      "answer-exact": null,
    },
  },
  {
    name: "a clip of four seconds inside long evidence is too short by tIoU, but lies inside",
    samples: [timed("c", [[0, 13.5]])],
    outcomes: [answered(finds([4, 8]))],
    // 4 / 13.5 = .296.
    expected: { "recall@5": 0, "hit@5": 0, "recall@5-contained": 1 },
  },
  {
    name: "clips by name, with an answer that says part of the truth and cites half in vain",
    samples: [named("d", ["c1", "c2"]), timed("e", [[10, 20]], "at the red button")],
    outcomes: [
      answered({ clips: [{ id: "c9" }, { id: "c2" }] }),
      answered({
        ...finds([10, 20]),
        answer: "The red one.",
        citations: [{ endSeconds: 30, startSeconds: 10 }],
        indexSeconds: 120,
        seconds: 3,
      }),
    ],
    // Words: {red, one} and {at, red, button}, one in common.
    expected: {
      "recall@5": (1 / 2 + 1) / 2,
      mrr: (1 / 2 + 1) / 2,
      "answer-exact": 0,
      "answer-f1": (2 * 1) / 5,
      "citation-accuracy": 1 / 2,
      "time-to-answer-p50": 3,
      "index-time-p50": 120,
    },
  },
  {
    name: "a refusal finds nothing",
    samples: [timed("f", [[1, 2]])],
    outcomes: [noAnswer("refused", "declined")],
    expected: { "recall@5": 0, "hit@1": 0, mrr: 0, "time-to-answer-p50": null },
  },
];
