import type { Command } from "../command.ts";
import { all, json, meteorResources, offline, selection, set } from "../command-options.ts";

/** `vidimus compare`: runs, systems inside of runs, and files of predictions. */
export const compareCommand: Command = {
  name: "compare",
  summary: "compare systems sample by sample: is the difference real?",
  argument: {
    flags: "[sources...]",
    summary:
      "directories of runs, run#system for one system of a run, files of predictions, or reports (JSON with figures); the first is what the others are set against",
  },
  options: [
    { flags: "--family <id>", summary: "files: family of the data" },
    {
      flags: "--data <file>",
      summary: "files: the samples; of runs, where their data is now, the same for all",
    },
    { flags: "--format <id>", summary: "files: format of the data (default: the family's own)" },
    {
      flags: "--media <dir>",
      summary: "files: where pictures and videos lie, for what only they tell",
    },
    { flags: "--split <name>", summary: "files: only samples of this split (default: all)" },
    {
      flags: "--predictions-format <id>",
      summary: "files: format of the predictions (default: recognised)",
    },
    {
      flags: "--option <name=value>",
      summary: "files: an option of the family (repeatable); also as a flag of its own name",
      parse: "repeat",
    },
    {
      flags: "--extractors <ids>",
      summary: "files: how replies are read, separated by commas; the first gives the scores",
      parse: "list",
    },
    {
      flags: "--unanswered <policy>",
      summary: "empty (default): no answer counts as the empty one; exclude: it does not count",
    },
    {
      flags: "--allow-different",
      summary: "compare also what was scored on other data or by other rules, and say what differs",
    },
    {
      flags: "--flips [n]",
      summary: "list the samples that systems score differently on (default: 20)",
      parse: "count",
    },
    {
      flags: "--output <file>",
      summary:
        "also write the comparison: as Markdown, page or table by the ending .md, .html, .csv",
    },
    { flags: "--markdown <file>", summary: "also write the comparison as Markdown" },
    { flags: "--html <file>", summary: "also write the comparison as a page" },
    { flags: "--csv <file>", summary: "also write the comparison as a table" },
    meteorResources,
    ...selection,
    set,
    offline,
    all,
    json,
  ],
  examples: [
    "vidimus compare runs/20261115-120000-plant runs/20261116-090000-plant",
    "vidimus compare runs/20261115-120000-plant#small runs/20261115-120000-plant#large --flips",
    "vidimus compare old.jsonl new.jsonl --family multiple-choice --data questions.jsonl --json",
    "vidimus compare v1.0_eval.json v1.1_eval.json --output comparison.md",
  ],
  takesUnlisted: true,
  load: () => import("./compare.ts"),
};
