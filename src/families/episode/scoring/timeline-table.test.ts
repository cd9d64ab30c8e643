import { expect, it } from "vitest";
import { timelineTable } from "./timeline-table.ts";

const window = (center: number, truth: string, predicted: string | null, episode = "a") => ({
  episode,
  center,
  truth,
  predicted,
});

it("joins neighbours of one truth and one answer, in the order of time", () => {
  const table = timelineTable("m").analyse([
    window(19, "pour", "stir"),
    window(9, "pour", "pour"),
    window(14, "pour", "pour"),
    window(9, "pour", null, "b"),
  ]);
  expect(table.kind === "table" && table.rows).toEqual([
    ["a", 9, 14, 2, "pour", "pour"],
    ["a", 19, 19, 1, "pour", "stir"],
    ["b", 9, 9, 1, "pour", "no answer"],
  ]);
});
