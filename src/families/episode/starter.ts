import type { Starter } from "../../core/family/starter.ts";

const classes = ["pour", "stir", "wait"];
const truths = ["pour", "pour", "stir", "stir", "wait", "wait"];
const said = ["pour", "stir", "stir", "stir", "wait", "pour"];

const recordedTasks = [
  "timeline_action",
  "transition_detection",
  "contact_prediction",
  "hand_trajectory_forecast",
];

/** A few windows of an episode, and the actions that a program saw in them. */
export const episodeStarter: Starter = {
  samples: truths.map((label, window) => ({
    window,
    episode: "kitchen",
    start: window * 40,
    end: window * 40 + 19,
    classes,
    label,
  })),
  answers: said.map((label, window) => ({ id: String(window), label, confidence: 0.8 })),
  task: `    # A table of features, a recording or results of the Xperience task suite in place of the rows:
    #   data: { format: xperience, path: episode }
    # One of the suite's tasks; vidimus list and docs/families/episode.md name them all:
    #   options: { task: next_action }`,
  recording: {
    layout: "xperience",
    folder: "recording",
    config: `# A synthetic recording: actions, contacts, objects and captions in annotation.hdf5 are what was simulated. Run it: vidimus run
# All tasks: docs/families/episode.md; how features are derived: docs/episodes.md.
name: my-episode
tasks:
${recordedTasks.map((task) => `  - { id: ${task}, family: episode, data: { format: xperience, path: recording, split: test }, options: { task: ${task} } }\n`).join("")}systems:
  - { kind: majority }
  - { kind: chance }
  # Learns from the earlier part of the recording:
  - { id: linear, kind: heads, head: minimal }
  #   - { id: network, kind: heads, head: neural }
`,
  },
};
