import type { TimelineMark, ViewTimeline } from "../../core/scores/view.ts";

/** Times closer than this are the same to who jumps from mark to mark. */
const same = 1e-3;

/** The next time after, or the last before, at which a mark of any lane begins. */
export function neighbourMark(
  { lanes }: Pick<ViewTimeline, "lanes">,
  seconds: number,
  direction: 1 | -1,
): number | undefined {
  let best: number | undefined;
  for (const { marks } of lanes)
    for (const { startSeconds: start } of marks) {
      const isAhead = direction === 1 ? start > seconds + same : start < seconds - same;
      if (isAhead && (best === undefined || (best - start) * direction > 0)) best = start;
    }
  return best;
}

/** The marks of all lanes at a time; moments are there for a little while. */
export function marksAt(
  { lanes }: Pick<ViewTimeline, "lanes">,
  seconds: number,
  tolerance: number,
): readonly { readonly lane: string; readonly mark: TimelineMark }[] {
  return lanes.flatMap(({ label, marks }) =>
    marks
      .filter(({ startSeconds, endSeconds }) =>
        startSeconds === endSeconds
          ? Math.abs(startSeconds - seconds) <= tolerance
          : startSeconds <= seconds + same && seconds < endSeconds,
      )
      .map((mark) => ({ lane: label, mark })),
  );
}
