import type { Command } from "../command.ts";
import { json } from "../command-options.ts";

export const explainCommand: Command = {
  name: "explain",
  summary: "say which input of two runs differs first, or all about one sample of a run",
  argument: {
    flags: "<names...>",
    summary:
      "two runs (run#system for one system of it), or a run and the id of a sample, or a part of it",
  },
  options: [
    { flags: "--task <id>", summary: "of a sample whose id several tasks have" },
    {
      flags: "--html <file>",
      summary: "of one sample: write a page with the frames that were shown",
    },
    {
      flags: "--base <dir>",
      summary: "of one sample: where the run's data is now, if it was moved",
    },
    json,
  ],
  examples: [
    "vidimus explain runs/20261115-120000-plant runs/20261116-090000-plant",
    "vidimus explain runs/20261115-120000-plant q17 --html q17.html",
  ],
  load: () => import("./explain.ts"),
};
