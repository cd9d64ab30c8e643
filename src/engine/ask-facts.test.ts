import { describe, expect, it } from "vitest";
import type { ReplyFacts } from "../core/asking/asked.ts";
import { sumUsage } from "../core/asking/sum-usage.ts";
import { askFacts } from "./ask-facts.ts";

const once = { queueMs: 0, totalMs: 1, attempts: 1 };

describe("askFacts", () => {
  it.each<[string, ReplyFacts | undefined, number, object | undefined]>([
    ["nothing of a system that says nothing", undefined, 1, undefined],
    [
      "requests that were made several times all the same",
      undefined,
      3,
      { totalMs: 1, attempts: 3 },
    ],
    [
      "a reply that another ask accounts for",
      { cached: true },
      2,
      { cached: true, totalMs: 1, attempts: 2 },
    ],
    [
      "own tokens also where the last reply was shared",
      { cached: true, usage: { input: 3 } },
      2,
      { usage: { input: 3 }, totalMs: 1, attempts: 2 },
    ],
  ])("tells %s", (_, facts, attempts, told) => {
    expect(askFacts(facts, { ...once, attempts })).toEqual(told);
  });
});

describe("askFacts of a pool", () => {
  const [a, b] = [{ name: "http://a" }, { name: "http://b" }];
  it.each([
    [a, [], { server: "http://a" }],
    [b, [a], { attempts: 2, server: "http://b", failedOn: ["http://a"] }],
    [a, [a], { attempts: 2, server: "http://a", failedOn: ["http://a"] }],
  ])("names who replied and at whom requests failed", (server, failedOn, told) => {
    const scheduling = { ...once, attempts: failedOn.length + 1, server, failedOn };
    expect(askFacts(undefined, scheduling)).toEqual({ totalMs: 1, ...told });
  });

  it("names nobody as who replied where nobody did", () => {
    expect(askFacts({}, { ...once, attempts: 2, server: b, failedOn: [a, b] })).toEqual({
      totalMs: 1,
      attempts: 2,
      failedOn: ["http://a", "http://b"],
    });
  });
});

describe("sumUsage", () => {
  it.each([
    [undefined, undefined, undefined],
    [{ input: 1 }, undefined, { input: 1 }],
    [undefined, { output: 2 }, { output: 2 }],
    [
      { input: 1, cachedInput: 1 },
      { input: 2, output: 3 },
      { input: 3, output: 3, cachedInput: 1 },
    ],
  ])("of %j and %j is %j", (one, other, sum) => expect(sumUsage(one, other)).toEqual(sum));
});
