import type { Command } from "../command.ts";
import {
  all,
  json,
  meteorResources,
  offline,
  requireTargets,
  selection,
  set,
  split,
} from "../command-options.ts";

/** `vidimus score`: of a run, or of files without a configuration. */
export const scoreCommand: Command = {
  name: "score",
  summary: "score a run again, or score a predictions file without any configuration",
  argument: { flags: "[run]", summary: "directory of a run" },
  options: [
    { flags: "--family <id>", summary: "family of the data" },
    { flags: "--format <id>", summary: "format of the data (default: the family's own)" },
    { flags: "--data <file>", summary: "the samples; of a run, where its data is now" },
    {
      flags: "--media <dir>",
      summary:
        "where its pictures and videos lie (a folder, a template or a map), for what only they tell",
    },
    split,
    {
      flags: "--predictions <file>",
      summary:
        "the answers: JSON, JSONL, CSV, Parquet or Arrow, or a folder (default: the data, where its format holds both)",
    },
    { flags: "--predictions-format <id>", summary: "format of the answers (default: recognised)" },
    {
      flags: "--predictions-variant <name>",
      summary:
        "which answers, where the file holds several for a sample, such as a filter of lm-eval",
    },
    {
      flags: "--option <name=value>",
      summary:
        "an option of the family (repeatable); also as a flag of its own name, e.g. --zero-edge drop",
      parse: "repeat",
    },
    {
      flags: "--extractors <ids>",
      summary: "how replies are read, separated by commas; the first gives the scores",
      parse: "list",
    },
    {
      flags: "--unanswered <policy>",
      summary: "empty (default): no answer counts as the empty one; exclude: it does not count",
    },
    meteorResources,
    { flags: "--labels <file>", summary: "what people say about the answers, one label per row" },
    {
      flags: "--kappa-by <limit>",
      summary:
        "scores by people are quoted where the agreement of raters is above 0.7: point (default) its estimate, lower its lower limit",
    },
    {
      flags: "--judged-by <name>",
      summary:
        "of a run: by the grades that vidimus rejudge kept under this name; the run's own scores stay",
    },
    {
      flags: "--min-coverage <share>",
      summary:
        "least share of samples that the predictions must cover (default: 0.9; below it exit code 3; of a run: --set minCoverage=…)",
    },
    {
      flags: "--min-answered <share>",
      summary:
        "least share of samples with a readable answer (default: 0.5; below it exit code 3; of a run: --set minAnswered=…)",
    },
    ...selection,
    { flags: "--export <ids>", summary: "also write results in foreign layouts", parse: "list" },
    requireTargets,
    {
      flags: "--output <dir>",
      summary: "where exports go (default: the run's directory, or here)",
    },
    set,
    offline,
    all,
    json,
  ],
  examples: [
    "vidimus score runs/20261115-120000-plant",
    "vidimus score --family multiple-choice --format nextqa --data val.csv --predictions answers.json --json",
    "vidimus score --family dialogue --format proassist-results --data results/ --similarity table.json --window=-30,30 --zero-edge drop --json",
  ],
  takesUnlisted: true,
  load: () => import("./score.ts"),
};
