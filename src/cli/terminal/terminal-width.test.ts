import { afterEach, expect, it, vi } from "vitest";
import { pageWidth, terminalWidth } from "./terminal-width.ts";

afterEach(() => vi.unstubAllEnvs());

it.each([
  ["60", 60, 60],
  ["80", 80, 80],
  ["10", 10, 40],
  ["500", 500, 120],
])("takes COLUMNS=%s", (columns, terminal, page) => {
  vi.stubEnv("COLUMNS", columns);
  expect([terminalWidth(), pageWidth()]).toEqual([terminal, page]);
});

it.each(["", "0", "-5", "wide", "61.5"])("passes over COLUMNS=%j", (columns) => {
  vi.stubEnv("COLUMNS", columns);
  const known = process.stdout.isTTY ? process.stdout.columns : undefined;
  expect(terminalWidth()).toBe(known);
  expect(pageWidth()).toBe(Math.max(40, Math.min(known ?? 80, 120)));
});
