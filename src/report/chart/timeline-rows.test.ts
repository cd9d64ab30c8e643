import { describe, expect, it } from "vitest";
import type { ViewTimeline } from "../../core/scores/view.ts";
import { timelineRows } from "./timeline-rows.ts";

const timeline = (endSeconds: number, count: number): ViewTimeline => ({
  kind: "timeline",
  label: "",
  startSeconds: 0,
  endSeconds,
  lanes: [
    {
      label: "",
      marks: Array.from({ length: count }, (_, i) => {
        const at = (i * endSeconds) / count;
        return { startSeconds: at, endSeconds: at, text: "", tone: "good" as const };
      }),
    },
    { label: "empty", marks: [] },
  ],
});
const lengths = (rows: ReturnType<typeof timelineRows>) =>
  rows.map((row) => row.endSeconds - row.startSeconds);

describe("the rows of a timeline", () => {
  it("are one where its marks can be told apart", () => {
    expect(timelineRows(timeline(36_000, 40))).toEqual([{ startSeconds: 0, endSeconds: 36_000 }]);
    expect(timelineRows(timeline(5, 0))).toHaveLength(1);
  });

  it("are of a round length, as few as it takes", () => {
    expect(lengths(timelineRows(timeline(1_800, 160)))).toEqual([300, 300, 300, 300, 300, 300]);
    expect(lengths(timelineRows(timeline(400, 60)))).toEqual([120, 120, 120, 40]);
  });

  it("are never more than an overview", () => {
    expect(lengths(timelineRows(timeline(36_000, 5_000)))).toEqual(
      Array.from({ length: 10 }, () => 3_600),
    );
    expect(timelineRows(timeline(0.01, 500))).toHaveLength(1);
  });
});
