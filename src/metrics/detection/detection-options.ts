import { choiceOption, numberOption, numbersOption } from "../metric-option.ts";

/**
 * The thresholds over which ActivityNet averages, as decimals; its own .9, made by NumPy's
 * linspace, is one unit of the last place lower.
 */
export const activityNetIous: readonly number[] = [
  0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95,
];

export const tiouOption = numbersOption(
  {
    name: "tiou",
    default: "0.5:0.05:0.95",
    meaning:
      "the thresholds of tIoU, averaged over; mAP is shown at each of them too; 0.3:0.1:0.7 is usual on THUMOS-14",
  },
  { isAboveZero: true, most: 1 },
);

export const definitionOption = choiceOption(
  {
    name: "definition",
    default: "activitynet",
    meaning:
      "how average precision is computed: activitynet: interpolated, each detection claims the free truth of highest tIoU ≥ τ (ActivityNet, most papers on THUMOS-14, HACS, FineAction); thumos14: not interpolated, each truth claims the free detection of highest tIoU > τ, detections that touch ambiguous segments are left out (TH14eventdetpr.m); sum: not interpolated, matching by confidence (VIGIL); 101-point: COCO",
  },
  ["activitynet", "thumos14", "sum", "101-point"],
  { thumos: "thumos14" },
);

export const minIouOption = numberOption(
  { name: "minIou", default: "0.5", meaning: "the least tIoU of a match" },
  { isAboveZero: true, most: 1 },
);

export const minConfidenceOption = numberOption(
  {
    name: "minConfidence",
    default: "none",
    meaning: "detections of lower confidence are ignored",
  },
  {},
  ["none"],
);

/** The threshold that a value of `minConfidence` stands for. */
export function leastConfidence(given: number | "none" = "none"): number {
  return given === "none" ? Number.NEGATIVE_INFINITY : given;
}

/** Which moment of a detection can be its alert; plain files report none. */
export const alertChoices = ["reported-or-end", "reported", "start", "end"] as const;

export const alertOption = choiceOption(
  {
    name: "alert",
    default: "end",
    meaning: "which moment of a detection is its alert: its start or end",
  },
  ["start", "end"],
);
