import { expect, it } from "vitest";
import type { PlannedSample } from "../core/data/dataset.ts";
import { gatherGroups } from "./gather-groups.ts";

async function* stream(
  groups: readonly string[],
  size = 3,
): AsyncGenerator<readonly PlannedSample[]> {
  const planned = groups.map((group, i) => ({
    sample: { id: `${group}${i}`, group },
    digest: String(i),
  }));
  for (let from = 0; from < planned.length; from += size) yield planned.slice(from, from + size);
}

async function ids(groups: readonly string[]): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const batch of gatherGroups(stream(groups)))
    all.push(...batch.map(({ sample }) => sample.id));
  return all;
}

it.each([
  ["nothing", "", []],
  ["samples that are together", "aab", ["a0", "a1", "b2"]],
  ["samples that are apart, over batches", "abcabca", ["a0", "a3", "a6", "b1", "b4", "c2", "c5"]],
])("%s", async (_, groups, expected) => expect(await ids([...groups])).toEqual(expected));

it("loses nothing and looks no further than a window", async () => {
  const groups = Array.from({ length: 10_000 }, (_, i) => `g${i % 7}-`);
  const all = await ids(groups);
  expect(new Set(all).size).toBe(10_000);
  expect(all.indexOf("g0-9996")).toBeGreaterThan(8_000);
});
