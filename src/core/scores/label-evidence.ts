import type { Label } from "../data/label.ts";
import type { Aspect, LabelEvidence } from "./aspect.ts";

export interface LabelSetting {
  /** In the order of `ratings`. */
  readonly raters: readonly string[];
  readonly aspect: Pick<Aspect, "id" | "values" | "isOrdered">;
  readonly judged: string | null;
}

/**
 * What the labels of one answer come to under an aspect; of several by one rater the last counts,
 * so that a tool may append.
 */
export function labelEvidence(
  labels: readonly Label[],
  { raters, aspect, judged }: LabelSetting,
): LabelEvidence {
  const own = labels.filter((label) => label.aspect === aspect.id);
  const ratings = raters.map(
    (rater) =>
      own.findLast((label) => !label.isAdjudicated && label.rater === rater)?.value ?? null,
  );
  const decided = own.findLast(({ isAdjudicated }) => isAdjudicated)?.value;
  const given = decided === undefined ? ratings.filter((rating) => rating !== null) : [decided];
  const mark = aspect.isOrdered ? mean(given) : null;
  const final = aspect.isOrdered ? nearest(mark, aspect.values) : mostFrequent(given);
  return { ratings, final, mark, isDisputed: given.length > 0 && final === null, judged };
}

/** Who rated an aspect before anything was adjudicated, in the order of their names. */
export function ratersOf(labels: Iterable<Label>, aspect: string): readonly string[] {
  const names = new Set<string>();
  for (const label of labels)
    if (label.aspect === aspect && !label.isAdjudicated) names.add(label.rater);
  return [...names].sort();
}

/** The value nearest to a number, the higher of two as near; `null` for no number. */
export function nearest(mark: number | null, values: readonly string[]): string | null {
  if (mark === null) return null;
  return values.reduce(
    (best, value) =>
      Math.abs(Number(value) - mark) <= Math.abs(Number(best) - mark) ? value : best,
    values[0]!,
  );
}

function mean(values: readonly string[]): number | null {
  return values.length === 0
    ? null
    : values.reduce((sum, value) => sum + Number(value), 0) / values.length;
}

/** `null` where two are as frequent. */
function mostFrequent(values: readonly string[]): string | null {
  const counts = [...Map.groupBy(values, (value) => value)].map(([value, same]) => ({
    value,
    count: same.length,
  }));
  const [first, second] = counts.sort((a, b) => b.count - a.count);
  return first === undefined || first.count === second?.count ? null : first.value;
}
