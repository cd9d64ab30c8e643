import type { Command } from "./command.ts";
import { all, envFile, json, meteorResources, offline, requireTargets, selection, set } from "./command-options.ts";
import { metricCommand } from "./metric/metric-command.ts";
import { scoreCommand } from "./score/score-command.ts";

/** Every command of the program, in the order of its help. */
export const commands: readonly Command[] = [
  {
    name: "demo",
    summary: "evaluate a small generated dataset, offline, and write a report",
    options: [{ flags: "--output <dir>", summary: "where to put the data and the run (default: runs/demo)" }, all, json],
    examples: ["vidimus demo"],
    load: () => import("./demo/demo.ts"),
  },
  {
    name: "init",
    summary: "write a configuration and a small dataset that run as they are",
    argument: { flags: "[family]", summary: "multiple-choice (default), dialogue, retrieval or event-detection" },
    options: [{ flags: "--output <dir>", summary: "where to (default: here); files that are there are never touched" }, json],
    examples: ["vidimus init", "vidimus init retrieval --output my-evaluation"],
    load: () => import("./init/init.ts"),
  },
  {
    name: "run",
    summary: "run a configuration; continues where an earlier run of it stopped",
    argument: { flags: "[config]", summary: "configuration file (default: vidimus.yaml)" },
    options: [
      ...selection,
      { flags: "--fast", summary: "only a small subset, the same everywhere: at most 50 samples of each task, whole videos" },
      {
        flags: "--metrics <names>",
        summary: "compute only these metrics, by id or short name, e.g. recall,map,fah; tasks that have none of them are left out",
        parse: "list",
      },
      { flags: "--run <dir>", summary: "continue the run in this directory" },
      { flags: "--new", summary: "start a new run even if one could be continued" },
      {
        flags: "--retry <outcomes>",
        summary: "take up settled work again: failed, media-error, unparsed, refused, truncated, missing",
        parse: "list",
      },
      { flags: "--export <ids>", summary: "also write results in foreign layouts, e.g. openseesime", parse: "list" },
      requireTargets,
      meteorResources,
      set,
      envFile,
      offline,
      { flags: "--dry-run", summary: "show what would be done, and do nothing" },
      all,
      json,
    ],
    examples: [
      "vidimus run",
      "vidimus run my.yaml --limit 20",
      "vidimus run --retry unparsed",
      "vidimus run --metrics recall,faithfulness,map,fah --fast",
      "vidimus run --set systems.chance.seed=7",
    ],
    load: () => import("./run/run.ts"),
  },
  scoreCommand,
  metricCommand,
  {
    name: "check",
    summary: "look whether a dataset can be read and is sound, by the rules of its family; exit code 2 where it is not",
    argument: { flags: "<data>", summary: "a dataset (with --family), or a configuration (the data of all its tasks)" },
    options: [
      { flags: "--family <id>", summary: "family of the dataset" },
      { flags: "--format <id>", summary: "format of the dataset (default: the family's own)" },
      {
        flags: "--media <dir>",
        summary: "where its pictures and videos lie (a folder, a template or a map), to look whether they are there",
      },
      { flags: "--limit <n>", summary: "only the first n samples of each task", parse: "count" },
      offline,
      json,
    ],
    examples: ["vidimus check vidimus.yaml", "vidimus check val.csv --family multiple-choice --format nextqa --media videos"],
    load: () => import("./check/check.ts"),
  },
  {
    name: "sanity",
    summary: "check the scoring itself: the truth must reach every ceiling, silence must not, and worse predictions must score worse",
    argument: {
      flags: "[data]",
      summary: "a dataset (with --family), or a configuration (default: vidimus.yaml; of a matrix every variant of a task, once)",
    },
    options: [
      { flags: "--family <id>", summary: "family of the dataset" },
      { flags: "--format <id>", summary: "format of the dataset (default: the family's own)" },
      {
        flags: "--criteria <name>",
        summary: "exact (default): everything must hold; or a set of least scores of the truth, which alone decide, e.g. proassist",
      },
      { flags: "--option <name=value>", summary: "an option of the family (repeatable); also as a flag of its own name", parse: "repeat" },
      { flags: "--limit <n>", summary: "only the first n samples of each task", parse: "count" },
      { flags: "--seed <n>", summary: "seed of what is spoilt (default: the configuration's)", parse: "whole" },
      meteorResources,
      set,
      offline,
      json,
    ],
    takesUnlisted: true,
    examples: ["vidimus sanity vidimus.yaml", "vidimus sanity val_filtered.json --family dialogue --format proassist --criteria proassist"],
    load: () => import("./sanity/sanity.ts"),
  },
  {
    name: "export",
    summary: "write results of a run as tables or in the layouts of benchmarks and other tools",
    argument: { flags: "<run>", summary: "directory of a run" },
    options: [
      { flags: "--format <ids>", summary: "csv (default), parquet, jsonl, or exports of the family (vidimus list formats)", parse: "list" },
      { flags: "--output <dir>", summary: "where to (default: exports in the run)" },
      offline,
      json,
    ],
    examples: [
      "vidimus export runs/20261115-120000-plant --format parquet,jsonl",
      "vidimus export runs/20261115-120000-ego --format egoschema",
    ],
    load: () => import("./export/export.ts"),
  },
  {
    name: "list",
    summary: "show families, formats, metrics, systems or runs",
    argument: { flags: "[what]", summary: "families (default), formats, metrics, systems, runs" },
    options: [{ flags: "--output <dir>", summary: "directory of runs (default: runs)" }, json],
    examples: ["vidimus list formats", "vidimus list runs"],
    load: () => import("./list/list.ts"),
  },
  {
    name: "probe",
    summary: "look into videos and pictures before a run: what they are, and what is wrong with them",
    argument: { flags: "<files...>", summary: "files, folders, or a configuration (all media of its tasks)" },
    options: [
      { flags: "--limit <n>", summary: "only the media of the first n samples of each task", parse: "count" },
      { flags: "--time-limit <seconds>", summary: "after how long a file is given up on (default: 120)", parse: "count" },
      {
        flags: "--write-checksums <file>",
        summary: "write the SHA-256 of every file that can be shown, as sha256sum does, for data.checksums of a task",
      },
      offline,
      json,
    ],
    examples: [
      "vidimus probe videos/",
      "vidimus probe vidimus.yaml",
      "vidimus probe vidimus.yaml --write-checksums media.sha256",
      "vidimus probe a.mp4 b.webm --json",
    ],
    load: () => import("./probe/probe.ts"),
  },
  {
    name: "cache",
    summary: "show, shrink or empty the cache of frames, replies and fetched data, or explain why a reply came from it or not",
    argument: { flags: "[action...]", summary: "list (default), prune, clear, or why <key> or why <run> <sample>" },
    options: [
      { flags: "--directory <dir>", summary: "the cache (default: $VIDIMUS_CACHE, else vidimus below $XDG_CACHE_HOME or ~/.cache)" },
      {
        flags: "--kind <kinds>",
        summary:
          "only these, separated by commas: frames, replies, digests, media, hub, downloads, archives, or all (default for prune and clear: the first three)",
        parse: "list",
      },
      { flags: "--all", summary: "for list: every entry, not only the 20 used last of the kinds that are named" },
      { flags: "--max <size>", summary: "for prune: how much of each kind may stay, e.g. 500MB, 5GB, 5GiB (default: 10GB)" },
      { flags: "--unused <days>", summary: "for prune: also what nobody used for so many days", parse: "count" },
      json,
    ],
    examples: [
      "vidimus cache",
      "vidimus cache list --kind frames",
      "vidimus cache prune --max 5GB",
      "vidimus cache prune --kind hub,downloads,archives --unused 90",
      "vidimus cache why runs/20261115-120000-plant q17",
      "vidimus cache clear",
    ],
    load: () => import("./cache/cache.ts"),
  },
  {
    name: "doctor",
    summary:
      "look at everything a run needs: keys, servers, decoders, tables, folders; with --ask also whether chat models see what they are shown",
    argument: { flags: "[config]", summary: "configuration file (default: vidimus.yaml, where there is one)" },
    options: [
      {
        flags: "--ask",
        summary:
          "show every chat system a generated clip of random codes and colours, as its tasks show theirs, and say how much of it arrives; without it no model is asked",
      },
      { flags: "--seed <n>", summary: "for --ask: draws these codes and colours (default: others each time)", parse: "whole" },
      set,
      envFile,
      {
        flags: "--time-limit <seconds>",
        summary: "after how long a server is given up on (default: 20; for each question of --ask: 120)",
        parse: "count",
      },
      json,
    ],
    examples: ["vidimus doctor", "vidimus doctor my.yaml --ask", "vidimus doctor my.yaml --json"],
    load: () => import("./doctor/doctor.ts"),
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
    load: () => import("./report/report.ts"),
  },
];
