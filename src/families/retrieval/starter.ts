import type { Starter } from "../../core/family/starter.ts";

/** Questions about two videos, and the clips that were found. */
export const retrievalStarter: Starter = {
  samples: [
    {
      id: "r1",
      group: "yard",
      duration: 120,
      question: "When does the van arrive?",
      evidence: [{ start: 30, end: 42 }],
      answer: "After half a minute",
    },
    {
      id: "r2",
      group: "yard",
      duration: 120,
      question: "Who opens the gate?",
      evidence: [{ start: 44, end: 50 }],
      answer: "The driver",
    },
    {
      id: "r3",
      group: "dock",
      duration: 90,
      question: "When is the crate lifted?",
      evidence: [{ start: 10, end: 20 }],
      answer: "Near the beginning",
    },
  ],
  answers: [
    {
      id: "r1",
      clips: [
        { start: 28, end: 40, score: 0.9 },
        { start: 60, end: 70, score: 0.3 },
      ],
      answer: "After 30 seconds",
    },
    {
      id: "r2",
      clips: [
        { start: 0, end: 10, score: 0.6 },
        { start: 44, end: 51, score: 0.5 },
      ],
      answer: "The driver",
    },
    { id: "r3", clips: [{ start: 50, end: 60, score: 0.7 }], answer: "At the end" },
  ],
  task: `    # When a found clip counts as right:
    options: { relevance: tiou, minOverlap: 0.3 }`,
};
