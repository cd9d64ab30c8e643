import type { MetricInput } from "./metric-input.ts";

/** All kinds of plain files that `vidimus metric` reads, in the order of its list. */
export const metricInputs: readonly MetricInput[] = [
  {
    id: "text",
    summary: "generated text and one or more references, one segment per line",
    usage:
      "--hypotheses <file> --references <file> [--references <file> …] [--tokenized] [--meteor-resources <place>] [--groups <file>]",
    flags: [
      "hypotheses",
      "references",
      "reference",
      "tokenized",
      "perSegment",
      "meteorResources",
      "groups",
    ],
    flagKeys: {
      tokenized: ["tokens"],
      meteorResources: ["functionWords", "synonyms", "paraphrases"],
    },
    predictionFlag: "hypotheses",
    load: () => import("./text-input.ts"),
  },
  {
    id: "detection",
    summary: "events in videos, ground truth and predictions as ActivityNet JSON",
    usage: "--reference <ActivityNet JSON> --prediction <ActivityNet JSON> [--subset <name>]",
    flags: ["reference", "prediction", "subset"],
    predictionFlag: "prediction",
    load: () => import("./detection-input.ts"),
  },
  {
    id: "frames",
    summary:
      "a table with one row per video and type: how many frames it has, their scores, and the true intervals as first and last frame, counted from 1 ([[10, 40]], or 10-40 80-95); type and framesPerScore (1) may be left out",
    usage: "--table <file with the columns video, frames, scores and truth>",
    flags: ["table"],
    load: () => import("./frames-input.ts"),
  },
  {
    id: "moments",
    summary: "moments and highlights by query, as QVHighlights JSONL",
    usage: "--reference <QVHighlights JSONL> --prediction <QVHighlights JSONL>",
    flags: ["reference", "prediction", "perQuery"],
    predictionFlag: "prediction",
    load: () => import("./moments-input.ts"),
  },
  {
    id: "retrieval",
    summary: "ranked lists and judgements as TREC run and qrels",
    usage: "--qrels <file> --run <file> [--measures <names>]",
    flags: ["qrels", "run", "perQuery"],
    predictionFlag: "run",
    load: () => import("./retrieval-input.ts"),
  },
  {
    id: "classification",
    summary:
      "a CSV, TSV, JSON or JSONL table of labels, one row per sample, several labels of a cell between separators or as a JSON list; a blank truth is hidden, a blank prediction no answer; group holds rows that belong together",
    usage: "--table <file with the columns truth and prediction>",
    flags: ["table"],
    load: () => import("./classification-input.ts"),
  },
  {
    id: "agreement",
    summary:
      "a table of ratings: one row per item and one column per rater, or the columns item, rater and rating; group holds items that belong together",
    usage: "--ratings <table>",
    flags: ["ratings"],
    load: () => import("./agreement-input.ts"),
  },
  {
    id: "regression",
    summary:
      "a table of numbers, one row per sample, several numbers of a cell between spaces or as a JSON list; a blank prediction is no answer",
    usage: "--table <file with the columns truth and prediction>",
    flags: ["table"],
    load: () => import("./regression-input.ts"),
  },
];
