import { describe, expect, it } from "vitest";
import { mistakeOf, resolveGiven } from "../../../test/fakes/fake-config.ts";
import { budgetSchema } from "./asking-schema.ts";

describe("budget", () => {
  it.each([
    [20, 20],
    [0.5, 0.5],
    ["20", 20],
    ["20 USD", 20],
    ["20USD", 20],
    ["20 usd", 20],
    ["0.05 USD", 0.05],
    ["10.50$", 10.5],
    ["$ 10.50", 10.5],
  ])("%j is an amount", (written, dollars) => {
    expect(budgetSchema().parse(written)).toBe(dollars);
  });

  it.each<readonly [string, string]>([
    ["0", "0"],
    ["-1", "-1"],
    [".inf", "Infinity"],
    ["true", "true"],
    ["", "nothing"],
    ...[
      '"0"',
      "0 USD",
      "0.00 USD",
      "$0",
      "-1 USD",
      "20 EUR",
      "1e3 USD",
      "1,000 USD",
      "$20 USD",
      "USD",
    ].map((text) => [text, `"${text.replaceAll('"', "")}"`] as const),
  ])("%s is refused by one sentence", (written, shown) => {
    const told = mistakeOf(() => resolveGiven({ rest: `budget: ${written}` }));
    expect(told.split("\n")[0]).toMatch(/vidimus\.yaml:8:\d+ {2}budget: /);
    expect(told.split("\n")[0]).toContain(
      `budget: expected a positive amount of US dollars, such as 5 or "5 USD", got ${shown}`,
    );
  });
});
