import type { Command } from "../command.ts";
import { json, offline, set } from "../command-options.ts";

export const gateCommand: Command = {
  name: "gate",
  summary: "let a run pass or fail: targets, limits, and no regression against a baseline",
  argument: {
    flags: "<run>",
    summary:
      "directory of a run, run#system for one system of it, or a folder of runs for the newest of them",
  },
  options: [
    {
      flags: "--baseline <run|file>",
      summary: "what it is set against: a run, run#system, or a file of --save-baseline",
    },
    {
      flags: "--margin <m>",
      summary:
        "how much worse than the baseline is let through (default: 0.02, two points of a score that is a fraction, 2 % of any other)",
    },
    {
      flags: "--alpha <a>",
      summary: "share of unchanged systems that fail, at most (default: 0.01)",
    },
    {
      flags: "--metrics <names>",
      summary: "metrics to set against the baseline beside the headline, separated by commas",
      parse: "list",
    },
    {
      flags: "--strict",
      summary:
        "ask for proof that no score is worse by more than the margin; without it, end with 3",
    },
    {
      flags: "--targets <rule>",
      summary:
        "what must keep a target: score (default), its whole interval (met), or any part of it (possible)",
    },
    {
      flags: "--min-coverage <share>",
      summary: "share of samples that must be put to the system and come back (default: 0.9)",
    },
    {
      flags: "--min-answered <share>",
      summary: "share of samples with a readable answer (default: 0.5)",
    },
    { flags: "--min-parse-rate <share>", summary: "share of readable replies (default: 0.9)" },
    {
      flags: "--max-judge-failures <share>",
      summary: "share of answers that may lack a grade (default: 0.05)",
    },
    {
      flags: "--max-median-seconds <s>",
      summary: "most seconds that half of the samples may take",
    },
    { flags: "--max-p95-seconds <s>", summary: "most seconds that 95 % of the samples may take" },
    { flags: "--max-cost <usd>", summary: "US dollars that the run may have cost" },
    {
      flags: "--allow-different",
      summary: "compare also with a baseline of other data or other rules, and say what differs",
    },
    {
      flags: "--save-baseline <file>",
      summary: "keep the run's evidence in a small file for later gates (.gz: packed)",
    },
    { flags: "--junit <file>", summary: "also write the checks as JUnit XML" },
    { flags: "--markdown <file>", summary: "also write the checks as Markdown" },
    { flags: "--base <dir>", summary: "where the run's data is now, if it was moved" },
    set,
    offline,
    json,
  ],
  examples: [
    "vidimus gate runs/20261116-090000-plant --baseline baseline.json --junit gate.xml",
    "vidimus gate runs/20261115-120000-plant --save-baseline baseline.json",
  ],
  load: () => import("./gate.ts"),
};
