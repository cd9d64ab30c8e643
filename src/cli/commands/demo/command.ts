import type { Command } from "../command.ts";
import { all, json } from "../command-options.ts";

export const demoCommand: Command = {
  name: "demo",
  summary: "evaluate a small generated dataset, offline, and write a report",
  options: [
    { flags: "--output <dir>", summary: "where to put the data and the run (default: runs/demo)" },
    all,
    json,
  ],
  examples: ["vidimus demo"],
  load: () => import("./demo.ts"),
};
