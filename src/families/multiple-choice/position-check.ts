import type { Check } from "../../core/family/data-facet.ts";
import { chiSquareTail } from "../../math/distribution/chi-square-tail.ts";
import { choiceLetter } from "./choice-letter.ts";
import { biasLevel, isBias, percentText, shareText } from "./guess-checks.ts";
import type { ChoiceSample } from "./schema.ts";

/** The chi-square distribution is close enough from so many expected right answers in each place. */
const leastExpected = 5;

/**
 * Whether the right choice is spread evenly over the places: Pearson's chi-square test, summed over
 * the questions with two choices, with three and so on, as far as there are enough of each.
 */
export const dominantPosition: Check<ChoiceSample> = {
  id: "dominant-position",
  summary: "no position holds the right choice far more often than an even spread would give",
  level: "warning",
  start() {
    /** Right choices by place, by the number of choices. */
    const counts = new Map<number, number[]>();
    return {
      add({ choices: { length }, answer }) {
        if (answer === null) return undefined;
        const own = counts.get(length) ?? Array.from({ length }, () => 0);
        own[answer]!++;
        counts.set(length, own);
        return undefined;
      },
      finish() {
        const tested = [...counts].filter(
          ([choices, places]) => total(places) >= leastExpected * choices,
        );
        if (tested.length === 0) return undefined;
        const p = evenness(tested);
        const { places, expected, all } = pooled(counts);
        const at = places.indexOf(Math.max(...places));
        if (!isBias(p, places[at]!, expected[at]!)) return undefined;
        const letter = choiceLetter(at);
        const spread = places.map((count, place) => `${choiceLetter(place)} ${count}`).join(", ");
        return `the right choice is not spread evenly over the places (${spread}; chi-square test: p < ${biasLevel}): always answering ${letter} scores ${shareText(places[at]!, all)}, where an even spread would give ${percentText(expected[at]! / all)}`;
      },
    };
  },
};

function evenness(tested: readonly (readonly [number, readonly number[]])[]): number {
  let [statistic, degrees] = [0, 0];
  for (const [choices, places] of tested) {
    const expected = total(places) / choices;
    for (const count of places) statistic += (count - expected) ** 2 / expected;
    degrees += choices - 1;
  }
  return chiSquareTail(statistic, degrees);
}

/** All questions together: how often each place is right, and would be in an even spread. */
function pooled(counts: ReadonlyMap<number, readonly number[]>) {
  const places: number[] = [];
  const expected: number[] = [];
  let all = 0;
  for (const [choices, own] of counts) {
    const asked = total(own);
    all += asked;
    for (const [place, count] of own.entries()) {
      places[place] = (places[place] ?? 0) + count;
      expected[place] = (expected[place] ?? 0) + asked / choices;
    }
  }
  return { places, expected, all };
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
