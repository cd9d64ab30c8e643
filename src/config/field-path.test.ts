import { describe, expect, it } from "vitest";
import {
  fieldName,
  formatFieldPath,
  mapLeaves,
  replaceAt,
  startsWithPath,
  valueAt,
} from "./field-path.ts";

describe("formatFieldPath", () => {
  it.each([
    [[], ""],
    [["tasks", 0, "data", "path"], "tasks[0].data.path"],
    [["targets", "plant-qa", "macro.f1"], 'targets.plant-qa["macro.f1"]'],
    [["a b"], '["a b"]'],
  ])("%j is written %s", (path, text) => expect(formatFieldPath(path)).toBe(text));
});

describe("valueAt", () => {
  it.each([
    [[], { a: [1, { b: null }] }],
    [["a", 0], 1],
    [["a", 1, "b"], null],
    [["a", 7], undefined],
    [["a", 0, "b"], undefined],
    [["toString"], undefined],
  ])("%j", (path, value) => expect(valueAt({ a: [1, { b: null }] }, path)).toEqual(value));
});

describe("replaceAt", () => {
  it("copies what it changes and shares the rest", () => {
    const tree = { a: { b: 1 }, c: { d: 2 } };
    const changed = replaceAt(tree, ["a", "b"], 3) as typeof tree;
    expect(changed).toEqual({ a: { b: 3 }, c: { d: 2 } });
    expect(tree.a.b).toBe(1);
    expect(changed.c).toBe(tree.c);
  });

  it("makes missing parents", () => {
    expect(replaceAt({ a: null }, ["a", "b", 0, "c"], 1)).toEqual({ a: { b: [{ c: 1 }] } });
  });

  it("takes __proto__ for an ordinary key", () => {
    const changed = replaceAt({}, ["__proto__", "x"], 1);
    expect(Object.keys(changed as object)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(changed)).toBe(Object.prototype);
  });
});

it("mapLeaves visits every leaf with its path", () => {
  const seen: string[] = [];
  const doubled = mapLeaves({ a: [1, { b: 2 }], c: 3 }, (leaf, path) => {
    seen.push(formatFieldPath(path));
    return Number(leaf) * 2;
  });
  expect(doubled).toEqual({ a: [2, { b: 4 }], c: 6 });
  expect(seen).toEqual(["a[0]", "a[1].b", "c"]);
});

it("fieldName is the nearest key", () => {
  expect(fieldName(["systems", 0, "tokens", 2])).toBe("tokens");
  expect(fieldName([])).toBeUndefined();
});

it("startsWithPath compares whole steps", () => {
  expect(startsWithPath(["a", 0, "b"], ["a", 0])).toBe(true);
  expect(startsWithPath(["a"], ["a", 0])).toBe(false);
  expect(startsWithPath(["a", 0], ["a", "0"])).toBe(false);
});
