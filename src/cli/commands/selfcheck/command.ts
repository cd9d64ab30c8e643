import type { Command } from "../command.ts";
import { json } from "../command-options.ts";

export const selfcheckCommand: Command = {
  name: "selfcheck",
  summary: "ask some samples of a run again and say how many answers move by themselves",
  argument: { flags: "<run>", summary: "directory of a run; run#system for one system of it" },
  options: [
    {
      flags: "--samples <n>",
      summary: "answered samples of each task, each asked twice more (default: 40)",
      parse: "count",
    },
    json,
  ],
  examples: ["vidimus selfcheck runs/20261115-120000-plant --samples 100"],
  load: () => import("./selfcheck.ts"),
};
