import type { Starter } from "../../core/family/starter.ts";

/** Two streams, and what an assistant said in them. */
export const dialogueStarter: Starter = {
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
