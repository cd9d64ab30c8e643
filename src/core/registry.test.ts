import { describe, expect, it } from "vitest";
import { findById, loadListed } from "./registry.ts";

describe("listed things", () => {
  const loaded: string[] = [];
  const list = ["a", "b", "c"].map((id) => ({
    id,
    load: async () => {
      loaded.push(id);
      return { id };
    },
  }));

  it.each([
    [
      ["b", "a", "b"],
      ["a", "b"],
    ],
    [[], []],
    [undefined, ["a", "b", "c"]],
    [
      ["a", "d"],
      ["a", "b", "c"],
    ],
  ])("%j loads %j", async (ids, expected) => {
    loaded.length = 0;
    expect((await loadListed(list, ids)).map(({ id }) => id)).toEqual(expected);
    expect(loaded).toEqual(expected);
  });
});

it("names the nearest of the choices, or all of them", () => {
  const items = [{ id: "accuracy" }, { id: "recall" }];
  expect(findById(items, "recall", "metric")).toBe(items[1]);
  expect(() => findById(items, "recal", "metric")).toThrow('unknown metric "recal"');
});
