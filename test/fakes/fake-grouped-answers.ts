import { seededRandom } from "../../src/math/seeded-random.ts";

/**
 * For tests: how many answers of each group are right under each condition, and how many there are;
 * `shares` are how often each condition is right.
 */
export function groupedAnswers(seed: number, groups: number, shares: readonly number[]) {
  const random = seededRandom(seed, "range");
  const sizes = Float64Array.from({ length: groups }, () => 1 + Math.floor(3 * random()));
  const hardness = Float64Array.from({ length: groups }, () => 0.4 * random() - 0.2);
  const sums = shares.map((share) =>
    sizes.map(
      (size, group) =>
        Array.from({ length: size }, random).filter((one) => one < share + hardness[group]!).length,
    ),
  );
  return { sums, sizes };
}
