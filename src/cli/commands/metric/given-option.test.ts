import { describe, expect, it } from "vitest";
import { numberOption } from "../../../metrics/metric-option.ts";
import { givenOption, parseOption } from "./given-option.ts";

const described = { name: "x", default: "1", meaning: "what it decides" };

describe("what is given", () => {
  it.each([
    ["k=5", undefined, "k", "5"],
    ["ndcg.k=5", "ndcg", "k", "5"],
    ["a.b.k=x=y", "a.b", "k", "x=y"],
    ["separator=.", undefined, "separator", "."],
  ])("%s", (pair, metric, name, value) => {
    expect(givenOption(pair)).toEqual({ written: `--option ${pair}`, metric, name, value });
  });

  it.each(["k", "=5", "ndcg.=5"])("refuses %j", (pair) => {
    expect(() => givenOption(pair)).toThrow(`--option ${pair}: expected name=value`);
  });

  it("tells what would be right", () => {
    expect(() =>
      parseOption(givenOption("x=9"), numberOption(described, { least: 0, most: 1 })),
    ).toThrow("--option x=9: expected a number from 0 to 1");
  });
});
