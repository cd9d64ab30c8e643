import type { Command } from "../command.ts";
import { ids, json, limit, meteorResources, offline, set, split } from "../command-options.ts";

export const sanityCommand: Command = {
  name: "sanity",
  summary:
    "check the scoring itself: the truth must reach every ceiling, silence must not, and worse predictions must score worse",
  argument: {
    flags: "[data]",
    summary:
      "a dataset (with --family), or a configuration (default: vidimus.yaml; of a matrix every variant of a task, once)",
  },
  options: [
    { flags: "--family <id>", summary: "family of the dataset" },
    { flags: "--format <id>", summary: "format of the dataset (default: the family's own)" },
    {
      flags: "--criteria <name>",
      summary:
        "exact (default): everything must hold; or a named set of targets for the truth's scores, which alone decide, e.g. proassist",
    },
    {
      flags: "--option <name=value>",
      summary: "an option of the family (repeatable); also as a flag of its own name",
      parse: "repeat",
    },
    limit,
    ids,
    split,
    {
      flags: "--seed <n>",
      summary: "seed of what is spoilt (default: the configuration's)",
      parse: "whole",
    },
    meteorResources,
    set,
    offline,
    json,
  ],
  takesUnlisted: true,
  examples: [
    "vidimus sanity vidimus.yaml",
    "vidimus sanity val_filtered.json --family dialogue --format proassist --criteria proassist",
    "vidimus sanity val_filtered.json --family dialogue --format proassist --criteria proassist --id 9011-c03f,P03_05",
  ],
  load: () => import("./sanity.ts"),
};
