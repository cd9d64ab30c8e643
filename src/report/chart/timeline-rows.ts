import type { TimelineLane, ViewTimeline } from "../../core/scores/view.ts";
import { timeSteps } from "./time-axis.ts";

/** A part of a timeline that is drawn as one row. */
export interface TimelineRow {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** More marks of one lane side by side cannot be told apart. */
const mostMarks = 40;
/** More rows are no overview any more: then they are fuller. */
const mostRows = 12;

/**
 * One row where its marks can be told apart; otherwise as few of a round length as it takes, all
 * but the last equally long.
 */
export function timelineRows({
  startSeconds,
  endSeconds,
  lanes,
}: ViewTimeline): readonly TimelineRow[] {
  if (lanes.every(({ marks }) => marks.length <= mostMarks)) return [{ startSeconds, endSeconds }];
  const able = timeSteps.filter(
    (step) => endSeconds - startSeconds > step && endSeconds - startSeconds <= step * mostRows,
  );
  const length =
    able.findLast((step) => busiest(lanes, startSeconds, step) <= mostMarks) ??
    able[0] ??
    endSeconds - startSeconds;
  const count = Math.ceil((endSeconds - startSeconds) / length - 1e-9);
  return Array.from({ length: count }, (_, row) => ({
    startSeconds: startSeconds + row * length,
    endSeconds: Math.min(endSeconds, startSeconds + (row + 1) * length),
  }));
}

/** Marks of the fullest lane in the fullest row. */
function busiest(lanes: readonly TimelineLane[], startSeconds: number, length: number): number {
  const counts = lanes.flatMap(({ marks }) => [
    ...Map.groupBy(marks, (mark) =>
      Math.floor((mark.startSeconds - startSeconds) / length),
    ).values(),
  ]);
  return counts.reduce((most, { length: count }) => Math.max(most, count), 0);
}
