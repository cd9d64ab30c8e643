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
    { task: "drawer", video: "drawer-1.mp4", labels: motion, label: "open" },
    { task: "drawer", video: "drawer-2.mp4", labels: motion, label: "close" },
    { task: "drawer", video: "drawer-3.mp4", labels: motion, label: "close" },
    { task: "object", video: "table-1.mp4", labels: object, label: "cup" },
    { task: "object", video: "table-2.mp4", labels: object, label: "fork" },
    { task: "object", video: "table-3.mp4", labels: object, label: "lid" },
  ],
  answers: [
    { id: "drawer/drawer-1.mp4", scores: { open: 0.31, close: 0.29 } },
    { id: "drawer/drawer-2.mp4", scores: { open: 0.32, close: 0.31 } },
    { id: "drawer/drawer-3.mp4", scores: { open: 0.27, close: 0.3 } },
    { id: "object/table-1.mp4", scores: { cup: 0.3, fork: 0.25, lid: 0.2 } },
    { id: "object/table-2.mp4", scores: { cup: 0.31, fork: 0.27, lid: 0.19 } },
    { id: "object/table-3.mp4", scores: { cup: 0.29, fork: 0.24, lid: 0.23 } },
  ],
  task: `    # Scores are broken down by task; those of encoders are compared by cosine:
    #   options: { similarity: cosine, labelTemplate: "a video of {label}" }
    # Frames of a video that a model is shown:
    #   frames: { strategy: uniform, count: 8 }`,
};
