import type { Command } from "../command.ts";
import { json } from "../command-options.ts";

export const feedbackCommand: Command = {
  name: "feedback",
  summary: "turn feedback from production into a review queue and a new version of the data",
  argument: {
    flags: "<action...>",
    summary: "import <file>… (JSONL, JSON, CSV), or apply <queue> once it is reviewed",
  },
  options: [
    {
      flags: "--run <dir>",
      summary: "the run whose data is to learn from it (for import; default: the newest in runs)",
    },
    { flags: "--task <id>", summary: "of that run, where it has several" },
    {
      flags: "--folder <dir>",
      summary: "the folder that vidimus view shows (default: the one that the run is in)",
    },
    {
      flags: "--answers <n>",
      summary: "how many answers were given (default: as many as there are rows)",
      parse: "count",
    },
    {
      flags: "--threshold <number>",
      summary: "the confidence from which the system speaks up (default: 0.5, or as rows say)",
    },
    { flags: "--raters <n>", summary: "how many people review it (default: 1)", parse: "count" },
    { flags: "--name <name>", summary: "what the queue is called (default: <task>-feedback)" },
    json,
  ],
  examples: [
    "vidimus feedback import corrections.jsonl --run runs/20261115-120000-plant --answers 400",
    "vidimus feedback apply runs/reviews/qa-feedback",
  ],
  load: () => import("./feedback.ts"),
};
