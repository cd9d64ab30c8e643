import type { Starter } from "../../core/family/starter.ts";

/** Questions about two videos, and answers as replies, letters and places. */
export const choiceStarter: Starter = {
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
