import type { Command } from "../command.ts";
import { ids, json, limit, offline, split } from "../command-options.ts";

export const checkCommand: Command = {
  name: "check",
  summary:
    "look whether a dataset can be read and is sound, by the rules of its family; exit code 2 where it is not",
  argument: {
    flags: "[data]",
    summary:
      "a dataset (with --family), or a configuration (the data of all its tasks; default: vidimus.yaml)",
  },
  takesUnlisted: true,
  options: [
    { flags: "--family <id>", summary: "family of the dataset" },
    { flags: "--format <id>", summary: "format of the dataset (default: the family's own)" },
    {
      flags: "--option <name=value>",
      summary:
        "an option of the family (repeatable); also as a flag of its own name, e.g. --task next_action",
      parse: "repeat",
    },
    {
      flags: "--media <dir>",
      summary:
        "where its pictures and videos lie (a folder, a template or a map), to look whether they are there",
    },
    {
      flags: "--profile <id>",
      summary:
        "also every item of a published checklist for benchmarks, with what was counted: vigil-rag, vigil-events",
    },
    {
      flags: "--second <file>",
      summary:
        "a second annotator's file of the same format: how far both agree, and what that leaves for scores",
    },
    {
      flags: "--skip-duplicates",
      summary:
        "open no pictures and videos; else, where the data has several splits, up to 50 of each are compared for near-duplicates",
    },
    limit,
    ids,
    split,
    offline,
    json,
  ],
  examples: [
    "vidimus check vidimus.yaml",
    "vidimus check val.csv --family multiple-choice --format nextqa --media videos",
    "vidimus check kitchen --family episode --format xperience --task next_action",
    "vidimus check benchmark --profile vigil-rag --format vigil-folder",
    "vidimus check first.jsonl --family event-detection --second second.jsonl",
  ],
  load: () => import("./check.ts"),
};
