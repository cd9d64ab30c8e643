import { expect, it } from "vitest";
import { timelineTable } from "./timeline-table.ts";

const window = (center: number, truth: string, predicted: string | null, episode = "a") => ({
  episode,
  frames: [center - 9, center + 10] as const,
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
    ["a", 0, 24, 2, "pour", "pour"],
    ["a", 10, 29, 1, "pour", "stir"],
    ["b", 0, 19, 1, "pour", "no answer"],
  ]);
});
