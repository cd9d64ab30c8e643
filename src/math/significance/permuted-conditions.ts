import { nextUniform, seededState } from "../seeded-random.ts";

interface PermutationOptions {
  readonly resamples?: number;
  readonly seed?: number;
}

/** Groups times permutations: beyond this fewer are drawn. */
const mostWork = 20_000_000;
const leastResamples = 1_000;

/**
 * The permutation test that conditions do not matter, by the highest minus the lowest of their
 * sums: `sums` holds for each condition the sum of the samples' values in each group, the same
 * samples under all of them. Under the null hypothesis each group could as well have given its sums
 * in any other order; the p-value is the share of permutations, drawn for each group on its own,
 * whose range is at least the one seen, those that tie counted half (mid-p), the one seen among
 * them. For two conditions it is the sign-flip test.
 */
export function permutedConditions(
  sums: readonly Float64Array[],
  { resamples = 10_000, seed = 0 }: PermutationOptions = {},
): number {
  const groups = differingGroups(sums);
  if (groups.length === 0) return 1;
  const draws = Math.max(leastResamples, Math.min(resamples, Math.floor(mostWork / groups.length)));
  const scale = groups.reduce(
    (sum, own) => sum + own.reduce((all, value) => all + Math.abs(value), 0),
    0,
  );
  const seen = rangeOf(totalsOf(groups, sums.length));
  const state = seededState(seed, "permuted-conditions");
  let [beyond, equal] = [0, 1];
  for (let draw = 0; draw < draws; draw += 1) {
    for (const own of groups) shuffle(own, () => nextUniform(state));
    const excess = rangeOf(totalsOf(groups, sums.length)) - seen;
    if (excess > 1e-12 * scale) beyond += 1;
    else if (excess >= -1e-12 * scale) equal += 1;
  }
  return (beyond + equal / 2) / (draws + 1);
}

/**
 * A group's sums over conditions, for groups in which they differ: others stay what they are in any
 * order.
 */
function differingGroups(sums: readonly Float64Array[]): readonly Float64Array[] {
  const groups = Array.from(sums[0] ?? [], (_, group) =>
    Float64Array.from(sums, (own) => own[group]!),
  );
  return groups.filter((own) => own.some((value) => value !== own[0]));
}

function totalsOf(groups: readonly Float64Array[], conditions: number): Float64Array {
  const totals = new Float64Array(conditions);
  for (const own of groups) for (let i = 0; i < conditions; i += 1) totals[i]! += own[i]!;
  return totals;
}

function rangeOf(totals: Float64Array): number {
  return Math.max(...totals) - Math.min(...totals);
}

function shuffle(values: Float64Array, random: () => number): void {
  for (let last = values.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [values[last], values[other]] = [values[other]!, values[last]!];
  }
}
