import { type NamedInterval, rowsOf } from "../../../src/summary/annotate/edit-intervals.ts";

/** Intervals of one type below each other. */
export interface Lane {
  readonly id: string;
  readonly title: string;
  readonly colour: string;
  readonly intervals: readonly NamedInterval[];
  /** Whether it only shows what somebody else marked. */
  readonly isFixed?: boolean;
}

/** Sizes in pixels. */
export const [ruler, rowHeight, laneGap] = [22, 20, 6] as const;

/** A lane with where it is drawn. */
interface PlacedLane {
  readonly lane: Lane;
  readonly top: number;
  readonly rows: readonly (readonly NamedInterval[])[];
}

/** Lanes below each other, below the ruler. */
export function placeLanes(lanes: readonly Lane[]): {
  readonly lanes: readonly PlacedLane[];
  readonly height: number;
} {
  let top = ruler;
  const placed = lanes.map((lane): PlacedLane => {
    const found = rowsOf(lane.intervals);
    const rows = found.length === 0 ? [[]] : found;
    const own = { lane, top, rows };
    top += rows.length * rowHeight + laneGap;
    return own;
  });
  return { lanes: placed, height: top - ruler };
}

/** About as much of a name as fits before the lanes. */
export function shortened(title: string, gutter: number): string {
  const most = Math.floor((gutter - 24) / 6.6);
  return title.length <= most ? title : `${title.slice(0, Math.max(1, most - 1))}…`;
}
