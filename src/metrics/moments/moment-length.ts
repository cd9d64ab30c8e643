import { choiceOption } from "../metric-option.ts";
import type { HasMoments, MomentSpan } from "./has-moments.ts";

/**
 * Which truths are to be found, by their length in seconds: `short` (0, 10], `middle` (10, 30],
 * `long` (30, ∞), as QVHighlights splits them, or `all`. A query counts where at least one of its
 * truths does; what the system found is not split.
 */
const momentLengths = ["all", "short", "middle", "long"] as const;

export type MomentLength = (typeof momentLengths)[number];

export const lengthOption = choiceOption(
  {
    name: "length",
    default: "all",
    meaning:
      "truths that are to be found: short (0, 10] s, middle (10, 30] s, long above 30 s, as QVHighlights splits them",
  },
  momentLengths,
);

const limits: Readonly<
  Record<Exclude<MomentLength, "all">, readonly [above: number, upTo: number]>
> = {
  short: [0, 10],
  middle: [10, 30],
  long: [30, Number.POSITIVE_INFINITY],
};

export function truthsOfLength(
  { truths }: HasMoments,
  length: MomentLength,
): readonly MomentSpan[] {
  if (length === "all") return truths;
  const [above, upTo] = limits[length];
  return truths.filter(
    ({ startSeconds, endSeconds }) =>
      endSeconds - startSeconds > above && endSeconds - startSeconds <= upTo,
  );
}
