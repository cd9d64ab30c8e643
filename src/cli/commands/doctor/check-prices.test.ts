import { describe, expect, it } from "vitest";
import { checkPrices } from "./check-prices.ts";

const price = { input: 1, output: 2 };
const systems = [
  { id: "gpt", kind: "chat", settings: { model: "gpt-4o-mini" } },
  { id: "oracle", kind: "oracle", settings: {} },
];
const graders = [{ id: "referee", kind: "chat", settings: { model: "judge-1" } }];
const priced = (...names: string[]) => ({
  systems,
  graders,
  prices: Object.fromEntries(names.map((name) => [name, price])),
});

describe("prices", () => {
  it("are those of ids and models, of graders too", () => {
    expect(checkPrices([priced()])).toEqual([]);
    expect(checkPrices([priced("gpt", "gpt-4o-mini", "oracle", "referee", "judge-1")])).toEqual([]);
  });

  it("under another name are told once, with the nearest one", () => {
    expect(checkPrices([priced("gtp-4o-mini"), priced("gtp-4o-mini", "something-else")])).toEqual([
      {
        what: "price of gtp-4o-mini",
        state: "warning",
        detail: expect.stringContaining("did you mean gpt-4o-mini?"),
      },
      {
        what: "price of something-else",
        state: "warning",
        detail: "no system or grader has this id or model",
      },
    ]);
  });

  it("may be about a system of another row of a matrix", () => {
    expect(
      checkPrices([
        priced("later"),
        { systems: [{ id: "later", kind: "chat", settings: {} }], graders: [], prices: {} },
      ]),
    ).toEqual([]);
  });
});
