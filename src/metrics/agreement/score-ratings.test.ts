import { describe, expect, it } from "vitest";
import { metricOffers } from "../../../test/support/metric-offers.ts";
import type { RatingsTable } from "./rating-table.ts";
import { scoreRatings } from "./score-ratings.ts";

const offers = await metricOffers("agreement");
const score = (
  id: string,
  table: RatingsTable,
  { seed, ...options }: Readonly<Record<string, unknown>> & { readonly seed?: number } = {},
) =>
  scoreRatings(offers.find((offer) => offer.id === id)!, table, {
    options,
    ...(seed === undefined ? {} : { seed }),
  });

const pairs: RatingsTable = {
  raters: ["ann", "bob"],
  rows: Array.from({ length: 60 }, (_, at) => [
    String(at % 3),
    at % 5 === 0 ? "1" : String(at % 3),
  ]),
};

describe("measures of agreement by name", () => {
  it.each(offers.map(({ id }) => id))("%s has a value inside its interval, of all items", (id) => {
    const { value, low, high, n, interval } = score(id, pairs);
    expect(n).toBe(60);
    expect(interval).not.toMatch(/^none/);
    expect(low!).toBeLessThan(value!);
    expect(high!).toBeGreaterThan(value!);
    expect(value!).toBeGreaterThan(0.5);
  });

  it("has no interval beyond what the measure can be", () => {
    const rows = ["121", "223", "333", "545", "444", "212", "111", "343", "554", "222"].map(
      (row) => [...row],
    );
    const few: RatingsTable = { raters: ["ann", "bob", "cat"], rows };
    expect(score("alpha-interval", few, { seed: 1 }).high).toBe(1);
  });

  it("leaves out items that too few rated and says how many count", () => {
    const rows = pairs.rows.map((row, at) => (at < 6 ? [row[0]!, null] : row));
    for (const { id } of offers) expect(score(id, { ...pairs, rows }).n).toBe(54);
  });

  it("draws whole groups, the correlation too", () => {
    const groups = pairs.rows.map((_, at) => `video ${at % 12}`);
    const wide = score("icc", { ...pairs, groups });
    expect(wide.interval).toMatch(/^cluster bootstrap, .*; caution: only 12 groups$/);
    expect(score("icc", pairs).interval).toContain("Satterthwaite");
    expect(score("kappa", { ...pairs, groups }).low).not.toBe(score("kappa", pairs).low);
    const few = pairs.rows.map((_, at) => `video ${at % 9}`);
    expect(score("kappa", { ...pairs, groups: few })).toMatchObject({
      low: null,
      interval: "none: fewer than 10 groups (9)",
    });
  });

  it("weighted kappa takes numbers in rising order, and names in the order given", () => {
    const ten = (rating: string | null) => (rating === "2" ? "10" : rating);
    expect(
      score("weighted-kappa", { ...pairs, rows: pairs.rows.map((row) => row.map(ten)) }).value,
    ).toBeCloseTo(score("weighted-kappa", pairs, { categories: ["0", "1", "2"] }).value!, 12);
    const linear = score("weighted-kappa", pairs, { weights: "linear" });
    expect(linear.signature).toContain("weights:linear");
    const named = {
      ...pairs,
      rows: pairs.rows.map((row) => row.map((rating) => `grade ${rating}`)),
    };
    expect(() => score("weighted-kappa", named)).toThrow("order of the categories");
    expect(
      score("weighted-kappa", named, {
        weights: "linear",
        categories: ["grade 0", "grade 1", "grade 2"],
      }).value,
    ).toBe(linear.value);
  });

  it("is not defined, with a reason, where nobody can disagree", () => {
    const same = { ...pairs, rows: pairs.rows.map(() => ["1", "1"]) };
    for (const { id } of offers.filter(({ id: name }) => name !== "pabak" && name !== "ac1"))
      expect(score(id, same)).toMatchObject({
        value: null,
        low: null,
        interval: expect.stringMatching(/^none: /),
      });
    const exact = { ...pairs, rows: pairs.rows.map(([first]) => [first!, first!]) };
    expect(score("icc", exact)).toMatchObject({
      value: 1,
      low: null,
      interval: "none: raters never differ",
    });
  });

  it.each([
    ["kappa", { raters: ["a", "b", "c"], rows: [["1", "2", "3"]] }, "compares two raters"],
    ["alpha", { raters: ["a"], rows: [["1"]] }, "two raters or more"],
    ["alpha", { raters: ["a", "b"], rows: [["1", "1"], ["1"]] }, "item 2 has 1 ratings"],
    ["alpha", { raters: ["a", "b"], rows: [["1", "1"]], groups: [] }, "1 items but 0 groups"],
    ["icc", { raters: ["a", "b"], rows: [["1", "x"]] }, 'item 1, rater b: "x" is not a number'],
    ["fleiss", { raters: ["a", "b", "c"], rows: [["1", "x", null], ["1", "1", "1"]] }, "2 and 3"], // biome-ignore format: one case per line
  ] as const)("%s refuses a table that it cannot score: %j", (id, table, message) => {
    expect(() => score(id, table)).toThrow(message);
  });
});
