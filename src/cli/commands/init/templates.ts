import type { Template } from "./template.ts";

const multipleChoice: Template = {
  id: "multiple-choice",
  samples: [
    {
      id: "q1",
      group: "kitchen",
      type: "order",
      question: "What happens first?",
      choices: ["The kettle is filled", "The cup is set down", "The tea is poured"],
      answer: 0,
    },
    {
      id: "q2",
      group: "kitchen",
      type: "count",
      question: "How many cups are on the table?",
      choices: ["one", "two", "three"],
      answer: "two",
    },
    {
      id: "q3",
      group: "kitchen",
      type: "colour",
      question: "What colour is the kettle?",
      choices: ["red", "silver", "black"],
      answer: "B",
    },
    {
      id: "q4",
      group: "garage",
      type: "order",
      question: "What is put back last?",
      choices: ["the hammer", "the drill", "the saw"],
      answer: 2,
    },
    {
      id: "q5",
      group: "garage",
      type: "count",
      question: "How many screws fall down?",
      choices: ["none", "one", "two"],
      answer: 1,
    },
    {
      id: "q6",
      group: "garage",
      type: "colour",
      question: "What colour is the bench?",
      choices: ["green", "blue", "brown"],
      answer: 2,
    },
  ],
  answers: [
    { id: "q1", reply: "A" },
    { id: "q2", reply: "The answer is B." },
    { id: "q3", reply: "It looks red to me, so A." },
    { id: "q4", choice: 2 },
    { id: "q5", choice: "one" },
    { id: "q6", reply: "I cannot tell." },
  ],
  task: `    # Scores are broken down by type; further fields can be named:
    #   slices: [metadata.camera]
    # Frames of a video that a model is shown:
    #   frames: { strategy: uniform, count: 8 }`,
};

const dialogue: Template = {
  id: "dialogue",
  samples: [
    {
      id: "tea",
      fps: 2,
      duration: 40,
      goal: "Make a cup of tea",
      turns: [
        { role: "user", seconds: 0, text: "Help me make tea." },
        { role: "assistant", seconds: 1, text: "Fill the kettle with water." },
        { role: "assistant", seconds: 15, text: "Now switch the kettle on." },
        { role: "assistant", seconds: 32, text: "Pour the water over the tea." },
      ],
    },
    {
      id: "shelf",
      fps: 2,
      duration: 30,
      goal: "Put up a shelf",
      turns: [
        { role: "user", seconds: 0, text: "What comes first?" },
        { role: "assistant", seconds: 2, text: "Mark the holes on the wall." },
        { role: "assistant", seconds: 18, text: "Drill the holes." },
      ],
    },
  ],
  answers: [
    {
      id: "tea",
      utterances: [
        { seconds: 1.5, text: "Fill the kettle with water." },
        { seconds: 17, text: "Switch the kettle on now." },
        { seconds: 25, text: "You are doing well." },
      ],
    },
    {
      id: "shelf",
      utterances: [
        { seconds: 2, text: "Mark the holes on the wall." },
        { seconds: 18.5, text: "Drill the holes." },
      ],
    },
  ],
  task: `    # How far apart an utterance and its reference may be, early and late:
    options: { window: "-5s,5s" }`,
};

const retrieval: Template = {
  id: "retrieval",
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

const eventDetection: Template = {
  id: "event-detection",
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

/** What `vidimus init` can write; the first is the default. */
export const templates: readonly Template[] = [multipleChoice, dialogue, retrieval, eventDetection];
