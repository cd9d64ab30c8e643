import { expect, it } from "vitest";
import { isValidUsage } from "./valid-usage.ts";

it.each([
  [{}, true],
  [{ input: 0, output: 12 }, true],
  [{ input: 10_000_000, output: 1, cachedInput: 5, reasoning: 1 }, true],
  [{ input: 1.5 }, false],
  [{ input: 3, output: -1e9 }, false],
  [{ output: 1e8 }, false],
  [{ output: Number.NaN }, false],
  [{ input: "12" as unknown as number }, false],
  [{ input: null as unknown as number }, false],
])("counts that can be true: %j %s", (usage, isValid) => {
  expect(isValidUsage(usage)).toBe(isValid);
});
