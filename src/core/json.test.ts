import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "./json.ts";

/** The same value with every object's keys written in another order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  const copy: Record<string, unknown> = Object.create(null);
  for (const [key, member] of Object.entries(value).reverse()) copy[key] = reversed(member);
  return copy;
}

describe("canonicalJson", () => {
  it("says the same as JSON, whatever the order of keys", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      }),
    );
  });

  it.each([
    [{ b: 1, a: [{ d: 1, c: 2 }] }, '{"a":[{"c":2,"d":1}],"b":1}'],
    [{ a: undefined, b: [undefined, 1] }, '{"b":[null,1]}'],
    [{ a: 1, b: { d: 1, c: 1 } }, '{"a":1,"b":{"c":1,"d":1}}'],
    [["z", { y: -0 }], '["z",{"y":0}]'],
  ])("writes %j as %s", (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])("refuses %d", (number) => {
    expect(() => canonicalJson({ a: [number] })).toThrow(RangeError);
  });

  it("refuses what is no data", () => {
    expect(() => canonicalJson({ a: () => 1 })).toThrow(TypeError);
    expect(() => canonicalJson(1n)).toThrow(TypeError);
  });

  it("does not change what it is given", () => {
    const value = { b: { z: 1, y: [{ q: 1, p: 2 }] }, a: 1 };
    canonicalJson(value);
    expect(JSON.stringify(value)).toBe('{"b":{"z":1,"y":[{"q":1,"p":2}]},"a":1}');
  });
});
