import type { MetricOption } from "../metric-page.ts";

/** What the pages say of the options that decide which queries count. */
export const queryOptions: readonly MetricOption[] = [
  {
    name: "noTruth",
    default: "skip; zero in `vidimus metric`",
    meaning: "queries with nothing to find: skip, or zero as trec_eval and VIGIL do",
  },
  {
    name: "missing",
    default: "zero; skip in `vidimus metric`",
    meaning: "queries without a list: zero as trec_eval -c does, or skip as it does without",
  },
];

/** And of the one that decides which items are relevant. */
export const relevanceOptions: readonly MetricOption[] = [
  { name: "minGain", default: "0", meaning: "an item is relevant when its gain is above 0 and at least this (trec_eval -l)" },
  ...queryOptions,
];
