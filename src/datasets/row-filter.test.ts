import { describe, expect, it } from "vitest";
import type { Where } from "../core/data/where.ts";
import type { UserError } from "../core/user-error.ts";
import { rowFilter } from "./row-filter.ts";

describe("rowFilter", () => {
  it.each<[string, Where, unknown, boolean]>([
    ["equal text", { a: "x" }, { a: "x" }, true],
    ["another text", { a: "x" }, { a: "y" }, false],
    ["a number as text", { a: 12 }, { a: "12" }, true],
    ["a text is no number", { a: 12 }, { a: "12b" }, false],
    ["empty text is not zero", { a: 0 }, { a: "" }, false],
    ["a text that looks like a number stays one", { a: "012" }, { a: "012" }, true],
    ["a boolean as Python writes it", { a: true }, { a: "True" }, true],
    ["any of a list", { a: ["x", 3] }, { a: 3 }, true],
    ["none of a list", { a: ["x", 3] }, { a: "3x" }, false],
    ["null is missing", { a: null }, {}, true],
    ["null is empty", { a: null }, { a: "" }, true],
    ["null is not a value", { a: null }, { a: 0 }, false],
    ["not", { a: { not: "x" } }, { a: "y" }, true],
    ["not any of a list", { a: { not: ["x", null] } }, { a: null }, false],
    ["a range", { a: { atLeast: 2, below: 5 } }, { a: "4.9" }, true],
    ["past a range", { a: { atLeast: 2, below: 5 } }, { a: 5 }, false],
    ["above and at most", { a: { above: 2, atMost: 5 } }, { a: 5 }, true],
    ["a range of what is no number", { a: { atLeast: 0 } }, { a: "" }, false],
    ["part of a text", { a: { contains: "pipe" } }, { a: "bent pipe" }, true],
    ["element of a list", { a: { contains: "pipe" } }, { a: ["pipe"] }, true],
    ["any of several parts", { a: { contains: ["rod", "pipe"] } }, { a: "bent pipe" }, true],
    ["none of several parts", { a: { contains: ["rod", "bar"] } }, { a: "bent pipe" }, false],
    ["any of several elements", { a: { contains: ["rod", "pipe"] } }, { a: ["pipe"] }, true],
    ["fields of fields", { "a.b.c": 1 }, { a: { b: { c: 1 } } }, true],
    ["a key with dots", { "a.b": 1 }, { "a.b": 1, a: { b: 2 } }, true],
    ["all fields must hold", { a: 1, b: 2 }, { a: 1, b: 3 }, false],
    ["a row that is no record", { a: 1 }, 7, false],
  ])("%s", (_, where, row, expected) => {
    expect(rowFilter(where).wants(row)).toBe(expected);
  });

  it("notices a field that no row has", () => {
    const filter = rowFilter({ media_typ: "video" });
    filter.wants({ media_type: "video", id: 1 });
    expect(() => filter.check("a.csv")).toThrow(
      'a.csv: no row has the field "media_typ" that data.where names',
    );
    filter.wants({ media_typ: "video" });
    expect(() => filter.check("a.csv")).not.toThrow();
    expect(() => rowFilter({ a: 1 }).check("empty.csv")).not.toThrow();
  });

  it("that leaves nothing says what there is instead", () => {
    const none = rowFilter({ kind: "audio", at: { above: 3 } });
    for (const row of [
      { kind: "video", at: 9 },
      { kind: "image", at: 1 },
      { kind: "video", at: 2 },
      { at: 2 },
    ])
      none.wants(row);
    const error = thrown(() => none.check("a.csv"));
    expect(error.message).toBe("a.csv: none of 4 rows is as data.where says");
    expect(error.hint).toBe('"kind" is "video", "image"');
    const apart = rowFilter({ kind: "video", at: 1 });
    for (const row of [
      { kind: "video", at: 9 },
      { kind: "image", at: 1 },
    ])
      apart.wants(row);
    expect(thrown(() => apart.check("a.csv")).hint).toBe(
      "every condition holds for some row, but all of them together for none",
    );
    const many = rowFilter({ id: "x" });
    for (let id = 0; id < 100; id++) many.wants({ id });
    expect(thrown(() => many.check("a.csv")).hint).toBe('"id" is 0, 1, 2, 3, 4, 5, 6, 7, …');
  });
});

function thrown(check: () => void): UserError {
  try {
    check();
  } catch (error) {
    return error as UserError;
  }
  throw new Error("nothing was thrown");
}
