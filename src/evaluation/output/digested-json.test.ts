import { expect, it } from "vitest";
import { readDigested, withDigest } from "./digested-json.ts";

it("writes lists of numbers in a line each, and leaves texts and other lists as they are", () => {
  const content = {
    numbers: [1, -2.5e-7, null],
    rows: [[1, 2], []],
    mixed: [1, "[\n  1\n]"],
  };
  const text = withDigest(content);
  expect(text).toContain('"numbers": [1, -2.5e-7, null],\n');
  expect(text).toContain('"rows": [\n    [1, 2],\n    []\n  ]');
  expect(text).toContain('"mixed": [\n    1,\n    "[\\n  1\\n]"\n  ]');
  expect(readDigested(text)?.content).toEqual(content);
  expect(readDigested(text.replace("[1, 2]", "[1, 3]"))).toBeUndefined();
});
