import type { Command, CommandOption } from "./command.ts";

const json: CommandOption = { flags: "--json", summary: "print one JSON document on standard output instead of tables" };
const set: CommandOption = {
  flags: "--set <path=value>",
  summary: "change a configuration value, e.g. tasks.qa.data.path=x.csv (repeatable)",
  parse: "repeat",
};
const selection: readonly CommandOption[] = [
  { flags: "--limit <n>", summary: "only the first n samples of each task", parse: "count" },
  { flags: "--sample <n>", summary: "only n samples of each task, chosen at random (seeded)", parse: "count" },
  { flags: "--id <ids>", summary: "only these samples, separated by commas", parse: "list" },
  { flags: "--seed <n>", summary: "seed of everything random", parse: "whole" },
];

/** Every command of the program, in the order of its help. */
export const commands: readonly Command[] = [
  {
    name: "demo",
    summary: "evaluate a small generated dataset, offline, and write a report",
    options: [{ flags: "--output <dir>", summary: "where to put the data and the run (default: runs/demo)" }, json],
    examples: ["vidimus demo"],
    load: () => import("./commands/demo.ts"),
  },
  {
    name: "run",
    summary: "run a configuration; continues where an earlier run of it stopped",
    argument: { flags: "[config]", summary: "configuration file (default: vidimus.yaml)" },
    options: [
      ...selection,
      { flags: "--run <dir>", summary: "continue the run in this directory" },
      { flags: "--new", summary: "start a new run even if one could be continued" },
      {
        flags: "--retry <outcomes>",
        summary: "take up settled work again: failed, media-error, unparsed, refused, truncated, missing",
        parse: "list",
      },
      { flags: "--export <ids>", summary: "also write results in foreign layouts, e.g. openseesime", parse: "list" },
      set,
      { flags: "--dry-run", summary: "show what would be done, and do nothing" },
      json,
    ],
    examples: ["vidimus run", "vidimus run my.yaml --limit 20", "vidimus run --retry unparsed", "vidimus run --set systems.chance.seed=7"],
    load: () => import("./commands/run.ts"),
  },
  {
    name: "score",
    summary: "score a run again, or score a predictions file without any configuration",
    argument: { flags: "[run]", summary: "directory of a run" },
    options: [
      { flags: "--family <id>", summary: "family of the data" },
      { flags: "--format <id>", summary: "format of the data (default: the family's own)" },
      { flags: "--data <file>", summary: "the samples" },
      { flags: "--predictions <file>", summary: "the answers: JSON, JSONL or CSV" },
      { flags: "--predictions-format <id>", summary: "format of the answers (default: recognised)" },
      { flags: "--option <name=value>", summary: "an option of the family (repeatable)", parse: "repeat" },
      { flags: "--extractors <ids>", summary: "how replies are read, separated by commas; the first gives the scores", parse: "list" },
      { flags: "--unanswered <policy>", summary: "empty (default): no answer counts as the empty one; exclude: it does not count" },
      ...selection,
      { flags: "--export <ids>", summary: "also write results in foreign layouts", parse: "list" },
      { flags: "--output <dir>", summary: "where exports go (default: the run's directory, or here)" },
      set,
      json,
    ],
    examples: [
      "vidimus score runs/20261115-120000-plant",
      "vidimus score --family multiple-choice --format nextqa --data val.csv --predictions answers.json --json",
    ],
    load: () => import("./commands/score.ts"),
  },
  {
    name: "list",
    summary: "show families, formats, metrics, systems or runs",
    argument: { flags: "[what]", summary: "families (default), formats, metrics, systems, runs" },
    options: [{ flags: "--output <dir>", summary: "directory of runs (default: runs)" }, json],
    examples: ["vidimus list formats", "vidimus list runs"],
    load: () => import("./commands/list.ts"),
  },
  {
    name: "probe",
    summary: "look into videos and pictures before a run: what they are, and what is wrong with them",
    argument: { flags: "<files...>", summary: "files, folders, or a configuration (all media of its tasks)" },
    options: [
      { flags: "--limit <n>", summary: "only the media of the first n samples of each task", parse: "count" },
      { flags: "--time-limit <seconds>", summary: "after how long a file is given up on (default: 120)", parse: "count" },
      json,
    ],
    examples: ["vidimus probe videos/", "vidimus probe vidimus.yaml", "vidimus probe a.mp4 b.webm --json"],
    load: () => import("./commands/probe.ts"),
  },
  {
    name: "cache",
    summary: "show, shrink or empty the cache of decoded frames",
    argument: { flags: "[action]", summary: "list (default), prune, clear" },
    options: [
      { flags: "--directory <dir>", summary: "the cache (default: $VIDIMUS_CACHE, else vidimus below $XDG_CACHE_HOME or ~/.cache)" },
      { flags: "--max <size>", summary: "for prune: how much may stay, e.g. 500MB, 5GB, 5GiB (default: 10GB)" },
      json,
    ],
    examples: ["vidimus cache", "vidimus cache prune --max 5GB", "vidimus cache clear"],
    load: () => import("./commands/cache.ts"),
  },
  {
    name: "report",
    summary: "write report.html of a run again, or print its summary",
    argument: { flags: "<run>", summary: "directory of a run" },
    options: [
      { flags: "--markdown", summary: "print the summary as Markdown" },
      { flags: "--output <file>", summary: "where to write the report (default: report.html in the run)" },
      json,
    ],
    examples: ["vidimus report runs/20261115-120000-plant", "vidimus report runs/20261115-120000-plant --markdown"],
    load: () => import("./commands/report.ts"),
  },
];
