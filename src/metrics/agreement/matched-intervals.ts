import { assignSparse } from "../../math/assignment/assign-sparse.ts";
import { temporalIou } from "../../math/temporal-iou.ts";

/** An interval that an annotator marked; only those with the same label can match. */
export interface LabelledInterval {
  readonly label: string;
  readonly start: number;
  readonly end: number;
}

/** Counts that add up over videos. */
export interface IntervalMatches {
  readonly first: number;
  readonly second: number;
  readonly matched: number;
  /** The sum of the tIoU of the matched pairs. */
  readonly tiou: number;
}

export const noMatches: IntervalMatches = { first: 0, second: 0, matched: 0, tiou: 0 };

/**
 * Matches the intervals of two annotators in one video one to one, the same way round or the other:
 * as many pairs as possible of the same label and a tIoU of at least `minIou`, and of those choices
 * the one with the largest overlap.
 */
export function matchIntervals(
  first: readonly LabelledInterval[],
  second: readonly LabelledInterval[],
  minIou = 0.5,
): IntervalMatches {
  const starts = [0];
  const columns: number[] = [];
  const costs: number[] = [];
  // More than all overlaps together: another pair is always worth more than a larger overlap.
  const perPair = first.length + 1;
  for (const [row, one] of first.entries()) {
    for (const [column, other] of second.entries()) {
      if (one.label !== other.label) continue;
      const iou = temporalIou(one.start, one.end, other.start, other.end);
      if (iou < minIou) continue;
      columns.push(column);
      costs.push(-perPair - iou);
    }
    // A column of its own, so that an interval may stay alone.
    columns.push(second.length + row);
    costs.push(0);
    starts.push(columns.length);
  }
  const assignment = assignSparse({
    starts: Uint32Array.from(starts),
    columns: Uint32Array.from(columns),
    costs: Float64Array.from(costs),
    columnCount: second.length + first.length,
  });
  let [matched, tiou] = [0, 0];
  if (assignment.feasible)
    for (const [row, column] of assignment.columnOfRow.entries()) {
      const [one, other] = [first[row]!, second[column]];
      if (!other) continue;
      matched++;
      tiou += temporalIou(one.start, one.end, other.start, other.end);
    }
  return { first: first.length, second: second.length, matched, tiou };
}

export function addMatches(a: IntervalMatches, b: IntervalMatches): IntervalMatches {
  return {
    first: a.first + b.first,
    second: a.second + b.second,
    matched: a.matched + b.matched,
    tiou: a.tiou + b.tiou,
  };
}

/** 2 × matches ÷ intervals of both; `null` where neither marked any. */
export function matchF1({ first, second, matched }: IntervalMatches): number | null {
  return first + second === 0 ? null : (2 * matched) / (first + second);
}

/** The mean tIoU of the matched pairs; `null` without any. */
export function meanMatchTiou({ matched, tiou }: IntervalMatches): number | null {
  return matched === 0 ? null : tiou / matched;
}
