import { describe, expect, it } from "vitest";
import type { Json } from "../../core/json.ts";
import { readableJson } from "./readable-json.ts";

describe("readableJson", () => {
  it("keeps short things on a line", () => {
    expect(readableJson({ choice: 1, rule: "verbatim" })).toBe(
      '{ "choice": 1, "rule": "verbatim" }',
    );
    expect(readableJson([])).toBe("[]");
    expect(readableJson({})).toBe("{}");
    expect(readableJson("a\nb")).toBe('"a\\nb"');
  });

  it("breaks long things, and puts numbers side by side", () => {
    const value: Json = {
      name: "a".repeat(70),
      list: Array.from({ length: 60 }, (_, at) => at),
      inner: [{ start: 1 }, { start: "b".repeat(80) }],
    };
    const text = readableJson(value);
    expect(JSON.parse(text)).toEqual(value);
    expect(text.split("\n").slice(0, 4)).toEqual([
      "{",
      `  "name": "${"a".repeat(70)}",`,
      '  "list": [',
      "    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,",
    ]);
  });
});
