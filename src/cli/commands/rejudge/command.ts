import type { Command } from "../command.ts";
import { all, envFile, json, offline, set } from "../command-options.ts";

export const rejudgeCommand: Command = {
  name: "rejudge",
  summary: "have another judge grade the stored answers of a run, and see where the two differ",
  argument: { flags: "<run>", summary: "directory of a run; run#system for one system of it" },
  options: [
    { flags: "--model <name>", summary: "another model in the place of the judge's" },
    { flags: "--provider <id>", summary: "another provider; its address and key are then its own" },
    { flags: "--base-url <url>", summary: "another address" },
    {
      flags: "--grader <file>",
      summary: "a judge of its own: YAML or JSON with what a configuration lists under graders",
    },
    {
      flags: "--role <name>",
      summary: "the role that is judged anew (default: the only one that the run has)",
    },
    { flags: "--labels <file>", summary: "what people say about the answers, one label per row" },
    {
      flags: "--kappa-by <limit>",
      summary:
        "labels count where the agreement of raters is above 0.7: point (default) its estimate, lower its lower limit",
    },
    {
      flags: "--calibration <file>",
      summary: "correct by what labels of another run say of this judge",
    },
    {
      flags: "--save-calibration <file>",
      summary: "write what the labels say of the new judge, for runs that have none",
    },
    {
      flags: "--disagreements <n>",
      summary: "list so many answers that the judges differ on (default: 20)",
      parse: "count",
    },
    {
      flags: "--retry <kinds>",
      summary: "ask again where the new judge gave such an outcome, such as refused,unparsed",
      parse: "list",
    },
    { flags: "--base <dir>", summary: "where the run's data is now, if it was moved" },
    {
      flags: "--dry-run",
      summary: "say what would be asked and what it may cost, and ask nothing",
    },
    set,
    envFile,
    offline,
    all,
    json,
  ],
  examples: [
    "vidimus rejudge runs/20261115-120000-plant --model gpt-5-mini --dry-run",
    "vidimus rejudge runs/20261115-120000-plant --model gpt-5-mini --labels labels.csv",
    "vidimus rejudge runs/20261115-120000-plant --grader other-judge.yaml --json",
  ],
  load: () => import("./rejudge.ts"),
};
