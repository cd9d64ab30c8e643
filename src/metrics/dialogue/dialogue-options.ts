import { choiceOption, numberOption, type OptionWords } from "../metric-option.ts";

/** The similarity above which a pair counts, where nothing is said. */
export const usualThreshold = 0.5;

export const thresholdWords: OptionWords = {
  name: "threshold",
  default: String(usualThreshold),
  meaning:
    "a matched pair counts as said right where its similarity is above this; null: every pair does",
};

export const factorOption = numberOption(
  {
    name: "factor",
    default: "0.3",
    meaning: "what the far edge of the window costs, beside 1 for wholly different meaning",
  },
  { least: 0 },
);

export const powerOption = numberOption(
  { name: "power", default: "1.5", meaning: "how the cost grows with the distance in time" },
  { isAboveZero: true },
);

export const zeroEdgeOption = choiceOption(
  {
    name: "zeroEdge",
    default: "keep",
    meaning:
      "whether a perfect pair on the same frame can be matched (keep), or not (drop), as in ProAssist, whose sparse matrix stores no zeros",
  },
  ["keep", "drop"],
);

export const documentsOption = choiceOption(
  {
    name: "documents",
    default: "all",
    meaning:
      "where CIDEr-D counts document frequencies: in all references of the set, or in the matched ones, as ProAssist does, by which matching fewer pairs can raise it",
  },
  ["all", "matched"],
);

/** What decides which utterances are matched: options of the measure, in its signature. */
export const matchingOptions: readonly OptionWords[] = [
  {
    name: "window",
    default: "auto",
    meaning:
      "how early and late an utterance may be, in frames or seconds; auto takes what ProAssist uses for the set of that name",
  },
  factorOption,
  powerOption,
  zeroEdgeOption,
];
