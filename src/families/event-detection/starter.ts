import type { Starter } from "../../core/family/starter.ts";

/** Three videos of a gate, one of them quiet, and what was reported. */
export const eventStarter: Starter = {
  samples: [
    {
      id: "gate-1",
      duration: 600,
      events: [
        { type: "entry", start: 20, end: 35 },
        { type: "exit", start: 300, end: 310 },
      ],
    },
    { id: "gate-2", duration: 600, events: [{ type: "entry", start: 100, end: 130 }] },
    { id: "gate-3", duration: 600, events: [] },
  ],
  answers: [
    {
      id: "gate-1",
      events: [
        { type: "entry", start: 21, end: 36, confidence: 0.9 },
        { type: "exit", start: 400, end: 410, confidence: 0.6 },
      ],
    },
    { id: "gate-2", events: [{ type: "entry", start: 95, end: 128, confidence: 0.8 }] },
    { id: "gate-3", events: [{ type: "entry", start: 5, end: 9, confidence: 0.7 }] },
  ],
  task: `    # Which events chat systems are asked for, the least overlap of a match, and the least confidence of an alarm:
    options: { types: [entry, exit], minIou: 0.5, minConfidence: 0.5 }`,
};
