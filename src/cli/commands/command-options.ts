import type { CommandOption } from "./command.ts";

/** Options that several commands have. */
export const json: CommandOption = {
  flags: "--json",
  summary: "print one JSON document on standard output instead of tables",
};
export const all: CommandOption = {
  flags: "--all",
  summary:
    "print every table: all metrics, slices, times and costs, not only headlines and what went wrong",
};
export const set: CommandOption = {
  flags: "--set <path=value>",
  summary: "change a configuration value, e.g. tasks.qa.data.path=x.csv (repeatable)",
  parse: "repeat",
};
export const envFile: CommandOption = {
  flags: "--env-file <file>",
  summary:
    "read variables from this file too; those that are set already stay (a file .env beside the configuration is always read)",
};
export const offline: CommandOption = {
  flags: "--offline",
  summary: "fetch nothing: data that is not in the cache is an error",
};
export const meteorResources: CommandOption = {
  flags: "--meteor-resources <place>",
  summary:
    "tables of METEOR for tasks that have it: meteor-1.5.jar, the folder it is in, or wordnet (in a configuration: tables.meteor)",
};
export const requireTargets: CommandOption = {
  flags: "--require-targets <rule>",
  summary:
    "end with 100 unless every target is met with its whole interval (met), or none is missed or not measured (possible)",
};
export const limit: CommandOption = {
  flags: "--limit <n>",
  summary: "only the first n samples of each task",
  parse: "count",
};

export const ids: CommandOption = {
  flags: "--id <ids>",
  summary:
    "only these samples, separated by commas; part of an id is enough if it names one sample or video",
  parse: "list",
};

export const split: CommandOption = {
  flags: "--split <name>",
  summary: "only samples of this split, such as validation (default: all)",
};

export const selection: readonly CommandOption[] = [
  limit,
  {
    flags: "--sample <n>",
    summary: "only n samples of each task, chosen at random (seeded)",
    parse: "count",
  },
  ids,
  { flags: "--seed <n>", summary: "seed of everything random", parse: "whole" },
];
