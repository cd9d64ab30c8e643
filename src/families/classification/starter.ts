import type { Starter } from "../../core/family/starter.ts";

const motion = { open: "a hand opens the drawer", close: "a hand closes the drawer" };
const object = {
  cup: "a cup is picked up",
  fork: "a fork is picked up",
  lid: "a lid is picked up",
};

/** Two tasks about a few videos, and scores for their labels. */
export const labelStarter: Starter = {
  samples: [
    { id: "drawer/drawer-1", task: "drawer", labels: motion, label: "open" },
    { id: "drawer/drawer-2", task: "drawer", labels: motion, label: "close" },
    { id: "drawer/drawer-3", task: "drawer", labels: motion, label: "close" },
    { id: "object/table-1", task: "object", labels: object, label: "cup" },
    { id: "object/table-2", task: "object", labels: object, label: "fork" },
    { id: "object/table-3", task: "object", labels: object, label: "lid" },
  ],
  answers: [
    { id: "drawer/drawer-1", scores: { open: 0.31, close: 0.29 } },
    { id: "drawer/drawer-2", scores: { open: 0.32, close: 0.31 } },
    { id: "drawer/drawer-3", scores: { open: 0.27, close: 0.3 } },
    { id: "object/table-1", scores: { cup: 0.3, fork: 0.25, lid: 0.2 } },
    { id: "object/table-2", scores: { cup: 0.31, fork: 0.27, lid: 0.19 } },
    { id: "object/table-3", scores: { cup: 0.29, fork: 0.24, lid: 0.23 } },
  ],
  task: `    # Rows may name a video, relative to data.media; their id is then <task>/<video>.
    # Scores are broken down by task; those of encoders are compared by cosine:
    #   options: { similarity: cosine, labelTemplate: "a video of {label}" }
    # Frames of a video that a model is shown:
    #   frames: { strategy: uniform, count: 8 }`,
};
