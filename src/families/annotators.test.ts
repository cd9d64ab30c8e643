import { expect, it } from "vitest";
import type { Family } from "../core/family.ts";
import { families } from "./index.ts";

const label = (id: string) => ({ id, description: id });

it.each([
  ["multiple-choice", { choices: ["x", "y"], answer: 0 }, { answer: 1 }, [["A"], ["B"]]],
  ["multiple-choice", { choices: ["x", "y"], answer: 0 }, { choices: ["y", "x"] }, undefined],
  ["multiple-choice", { choices: ["x", "y"], answer: 0 }, { answer: null }, undefined],
  [
    "classification",
    { task: "t", labels: [label("a"), label("b")], truth: ["a"] },
    { truth: ["b"] },
    [["t/a"], ["t/b"]],
  ],
  [
    "classification",
    { task: "t", isMultiLabel: true, labels: [label("a"), label("b")], truth: ["a"] },
    { truth: ["b", "a"] },
    [
      ["true", "not"],
      ["true", "true"],
    ],
  ],
  ["classification", { task: "t", labels: [label("a")], truth: ["a"] }, { task: "u" }, undefined],
  [
    "retrieval",
    { durationSeconds: 100, evidence: [{ startSeconds: 0, endSeconds: 10 }] },
    { durationSeconds: null, evidence: [{ startSeconds: 5, endSeconds: 25 }] },
    { both: 5, onlyFirst: 5, onlySecond: 15, neither: 75 },
  ],
  ["retrieval", { durationSeconds: 100, evidence: [] }, {}, undefined],
  [
    "event-detection",
    { durationSeconds: 100, events: [{ type: "a", startSeconds: 0, endSeconds: 10 }] },
    { events: [{ type: "b", startSeconds: 0, endSeconds: 10 }] },
    { both: 0, onlyFirst: 10, onlySecond: 10, neither: 180 },
  ],
  [
    "event-detection",
    { durationSeconds: 100, events: [] },
    {},
    { both: 0, onlyFirst: 0, onlySecond: 0, neither: 100 },
  ],
] as const)("%s: %j and %j side by side", (id, first, change, expected) => {
  const { people }: Family = families.find((family) => family.id === id)!;
  const [one, other] = [first, { ...first, ...change }] as unknown as Parameters<
    NonNullable<typeof people.compareAnnotators>
  >;
  const wanted = Array.isArray(expected)
    ? { kind: "labels", first: expected[0] as unknown, second: expected[1] as unknown }
    : expected && { kind: "time", ...expected };
  expect(people.compareAnnotators!(one, other)).toEqual(wanted);
});
