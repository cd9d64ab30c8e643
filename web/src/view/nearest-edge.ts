import type { ViewTimeline } from "../../../src/core/scores/view.ts";

/** The start or end of a mark that is closest to a time, no farther than `within`. */
export function nearestEdge(
  { lanes }: Pick<ViewTimeline, "lanes">,
  seconds: number,
  within: number,
): number | undefined {
  let best: number | undefined;
  for (const { marks } of lanes)
    for (const { startSeconds, endSeconds } of marks)
      for (const edge of [startSeconds, endSeconds])
        if (Math.abs(edge - seconds) <= (best === undefined ? within : Math.abs(best - seconds)))
          best = edge;
  return best;
}
