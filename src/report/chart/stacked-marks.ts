import type { TimelineMark } from "../../core/scores/view.ts";

/** Marks that overlap stand below each other in their lane, so that none hides another. */
export interface StackedMarks {
  /** At least 1. */
  readonly rows: number;
  /** The row of each mark, by its place in the lane. */
  rowOf(mark: number): number;
}

/** More rows take more room than they are worth; the last holds the rest. */
const mostRows = 4;
/** Of so many, all that can be seen is where they are dense. */
const mostMarks = 2_000;

/** As few rows as it takes, the longer marks above. */
export function stackedMarks(marks: readonly TimelineMark[]): StackedMarks {
  if (marks.length > mostMarks) return { rows: 1, rowOf: () => 0 };
  const order = [...marks.keys()].sort((a, b) => {
    const [one, other] = [marks[a]!, marks[b]!];
    return one.startSeconds - other.startSeconds || other.endSeconds - one.endSeconds || a - b;
  });
  const rows = new Uint8Array(marks.length);
  const ends: number[] = [];
  for (const at of order) {
    const { startSeconds, endSeconds } = marks[at]!;
    const isMoment = startSeconds === endSeconds;
    // Two moments at one time are both to be seen; spans may touch.
    const free = ends.findIndex((end) => end < startSeconds || (!isMoment && end === startSeconds));
    const row = free >= 0 ? free : Math.min(ends.length, mostRows - 1);
    ends[row] = Math.max(ends[row] ?? Number.NEGATIVE_INFINITY, endSeconds);
    rows[at] = row;
  }
  return { rows: Math.max(1, ends.length), rowOf: (mark) => rows[mark] ?? 0 };
}
