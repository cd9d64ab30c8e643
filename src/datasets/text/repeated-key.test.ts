import fc from "fast-check";
import { expect, it } from "vitest";
import "../../../test/support/property-seed.ts";
import { refuseRepeatedKey, repeatedKey } from "./repeated-key.ts";

it.each([
  ["{}", undefined],
  ["[]", undefined],
  ['"a"', undefined],
  ['{"a": 1, "b": 2}', undefined],
  ['{"a": "a", "b": "a"}', undefined],
  ['[{"a": 1}, {"a": 2}]', undefined],
  ['{"a": {"a": {"a": []}}}', undefined],
  ['{"a": ["x", "x"], "b": "\\"a\\": 1"}', undefined],
  ['{"a\\\\": 1, "a": 2}', undefined],
  ['{"a": 1,\n "b": 2,\n "a" : 3}', { key: "a", line: 3 }],
  ['{"a": 1, "\\u0061": 2}', { key: "a", line: 1 }],
  ['{"r": [{"x": 1},\r\n{"y": 1, "z": {}, "y": 2}]}', { key: "y", line: 2 }],
  ['{"": 1, "": 1}', { key: "", line: 1 }],
])("%s", (text, expected) => {
  expect(repeatedKey(text)).toEqual(expected);
  const refuse = () =>
    refuseRepeatedKey({ text, value: JSON.parse(text), path: "x.jsonl", line: 7 });
  if (expected)
    expect(refuse).toThrow(
      `x.jsonl:${6 + expected.line}: the key ${JSON.stringify(expected.key)} occurs a second time`,
    );
  else expect(refuse).not.toThrow();
});

it("finds none in what a writer wrote, and the one that was put in", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), (value, key) => {
      expect(repeatedKey(JSON.stringify(value, null, 1))).toBeUndefined();
      const twice = `{"a${key.length}": ${JSON.stringify(value)}, ${JSON.stringify(key)}: 1, "c": [${JSON.stringify(value)}], ${JSON.stringify(key)}: 2}`;
      expect(repeatedKey(twice)?.key).toBe(key);
      const refuse = (text: string) => () =>
        refuseRepeatedKey({ text, value: JSON.parse(text), path: "x", line: 1 });
      expect(refuse(JSON.stringify(value))).not.toThrow();
      expect(refuse(twice)).toThrow("occurs a second time");
    }),
  );
});
