import { choiceOption, numberOption } from "../metric-option.ts";

/** How many ranks are read. */
export const ranksOption = numberOption(
  { name: "k", default: "all", meaning: "how many ranks are read" },
  { least: 1, isWhole: true },
);

/** Where hits, precision and recall cut when nothing is said. */
export const usualCutoff = 10;

export const cutoffOption = { ...ranksOption, default: String(usualCutoff) };

/** These decide which queries count. */
export const noTruthOption = choiceOption(
  {
    name: "noTruth",
    default: "zero",
    meaning:
      "queries with nothing to find: zero as trec_eval and VIGIL do, or skip, the default of the retrieval family and the library",
  },
  ["zero", "skip"],
);
export const missingOption = choiceOption(
  {
    name: "missing",
    default: "skip",
    otherFlags: { "-c": "zero", "--complete-rel-info-wanted": "zero" },
    meaning:
      "queries without a list: skip as trec_eval does, or zero as trec_eval -c does, the default of the retrieval family and the library",
  },
  ["skip", "zero"],
);

/** And this one, which items are relevant. */
const minGainOption = numberOption({
  name: "minGain",
  default: "0",
  otherFlags: { "-l": null, "--level-for-rel": null },
  meaning: "an item is relevant when its gain is above 0 and at least this (trec_eval -l)",
});

export const queryOptions = [noTruthOption, missingOption] as const;
export const relevanceOptions = [minGainOption, ...queryOptions] as const;

export const gainOption = choiceOption(
  {
    name: "gain",
    default: "linear",
    meaning:
      "what relevance is worth in nDCG: itself (linear: trec_eval, scikit-learn, Järvelin and Kekäläinen), or 2^relevance − 1 (exponential: Burges et al., VIGIL)",
  },
  ["linear", "exponential"],
);

export const roundingOption = choiceOption(
  {
    name: "rounding",
    default: "nearest",
    meaning:
      "how many items a recall asks for: nearest rounds r·R (trec_eval 10), up cuts r·R + 0.9 off (trec_eval 9 and before)",
  },
  ["nearest", "up"],
);

export const leastOption = numberOption(
  {
    name: "least",
    default: "0.00001",
    meaning: "what stands for a smaller average precision in gm_map; trec_eval's is fixed",
  },
  { isAboveZero: true, most: 1 },
);
