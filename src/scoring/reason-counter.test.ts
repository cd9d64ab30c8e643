import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type NoAnswer, noAnswer } from "../core/run/outcome.ts";
import { ReasonCounter, withoutReplies } from "./reason-counter.ts";

function counted(all: readonly NoAnswer[], names: readonly string[] = []) {
  const counter = new ReasonCounter();
  for (const one of all) counter.add(one, names);
  return counter.list();
}

const times = (count: number, one: NoAnswer) => Array.from({ length: count }, () => one);

/** A word of its own for every number. */
const letters = (at: number) =>
  [...String(at)].map((digit) => "abcdefghij"[Number(digit)]).join("");

describe("ReasonCounter", () => {
  it("tells the three most frequent reasons of each kind, kinds in their usual order, ties by name", () => {
    const all = [
      ...times(30, noAnswer("failed", "no answer within 300 ms")),
      ...times(2, noAnswer("unparsed", "b")),
      ...times(1, noAnswer("unparsed", "d")),
      ...times(5, noAnswer("unparsed", "c")),
      ...times(2, noAnswer("unparsed", "a")),
    ];
    expect(counted(all)).toEqual([
      { outcome: "unparsed", reason: "c", count: 5 },
      { outcome: "unparsed", reason: "a", count: 2 },
      { outcome: "unparsed", reason: "b", count: 2 },
      { outcome: "failed", reason: "no answer within 300 ms", count: 30 },
    ]);
    expect(counted([])).toEqual([]);
  });

  it("counts together what differs only in what it quotes", () => {
    const reasons = [
      'no choice in "yes, \\"no\\""',
      'no choice in "maybe"',
      'no choice in "a long reply that was cut…',
    ];
    expect(counted(reasons.map((reason) => noAnswer("unparsed", reason)))).toEqual([
      {
        outcome: "unparsed",
        reason: 'no choice in "a long reply that was cut…, and alike',
        count: 3,
      },
    ]);
    expect(counted(times(2, noAnswer("refused", 'by "policy"')))).toEqual([
      { outcome: "refused", reason: 'by "policy"', count: 2 },
    ]);
  });

  it("counts together what differs only in the name of the sample's media", () => {
    const counter = new ReasonCounter();
    for (const path of ["b.mp4", "a.mp4"])
      counter.add(noAnswer("media-error", `${path}: is no file`), [path, ""]);
    expect(counter.list()).toEqual([
      { outcome: "media-error", reason: "a.mp4: is no file, and alike", count: 2 },
    ]);
  });

  it("counts together what differs only in numbers, but not in the status of a reply", () => {
    const reasons = [
      "400: request 17 is too large",
      "400: request 3f2a9c81-77 is too large",
      "413: request 2 is too large",
    ];
    expect(counted(reasons.map((reason) => noAnswer("failed", reason)))).toEqual([
      { outcome: "failed", reason: "400: request 17 is too large, and alike", count: 2 },
      { outcome: "failed", reason: "413: request 2 is too large", count: 1 },
    ]);
  });

  it("tells the same in whatever order they come, also beyond what it keeps", () => {
    const all = [
      ...Array.from({ length: 900 }, (_, at) =>
        noAnswer("unparsed", `reply ${letters(at)} is not an answer`),
      ),
      ...times(7, noAnswer("unparsed", "the reply is empty")),
      ...times(50, noAnswer("unparsed", "a reason that is longer than most and so is not kept")),
    ];
    const once = counted(all);
    expect(once[0]).toEqual({ outcome: "unparsed", reason: "the reply is empty", count: 7 });
    fc.assert(
      fc.property(
        fc.shuffledSubarray(all, { minLength: all.length }),
        (shuffled) => void expect(counted(shuffled)).toEqual(once),
      ),
      { numRuns: 20 },
    );
  });

  it("cuts long reasons", () => {
    expect(counted([noAnswer("refused", "x".repeat(500))])[0]!.reason).toBe(`${"x".repeat(160)}…`);
  });
});

describe("withoutReplies", () => {
  it.each([
    [
      "unparsed",
      'no choice can be read from "it \\"moves\\"", and alike',
      "no choice can be read from …, and alike",
    ],
    [
      "unparsed",
      'no choice can be read from "a reply that was cut…',
      "no choice can be read from …",
    ],
    ["refused", "I would rather not say who is in it.", "…"],
    ["failed", "503 too many requests", "503 too many requests"],
  ] as const)("leaves out what a system said: %s, %s", (outcome, reason, left) => {
    expect(withoutReplies([{ outcome, reason, count: 2 }])).toEqual([
      { outcome, reason: left, count: 2 },
    ]);
  });
});
