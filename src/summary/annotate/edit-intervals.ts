import type { MarkedInterval, Marks } from "../../core/family/annotating.ts";
import type { MediaTimes } from "../browse/playable-media.ts";
import { frameAt as shownFrame } from "../browse/played-part.ts";
import type { Change } from "./edit-history.ts";

/** When frames begin, and when the last one ends. */
export type FrameTimes = Pick<MediaTimes, "times" | "seconds">;

export type Edge = "start" | "end";

/** An interval with its id. */
export type NamedInterval = MarkedInterval & { readonly id: string };

/** Finer than the clock of any container, coarser than the arithmetic. */
const tolerance = 5e-7;

/** The intervals among marks, in the order of time. */
export function intervalsIn(marks: Marks): readonly NamedInterval[] {
  return Object.entries(marks)
    .flatMap(([id, mark]) => (mark.kind === "interval" ? [{ ...mark, id }] : []))
    .sort((a, b) => a.start - b.start || a.end - b.end || (a.id < b.id ? -1 : 1));
}

/** The frame that is shown at a time; the first before all, the last after all. */
export function frameAt({ times }: FrameTimes, seconds: number): number {
  return shownFrame(times, seconds);
}

/** When a frame begins: the start of an interval whose first frame it is. */
export function startOf({ times }: FrameTimes, frame: number): number {
  return times[Math.min(Math.max(0, frame), times.length - 1)] ?? 0;
}

/** When a frame ends: the end of an interval whose last frame it is. */
export function endOf({ times, seconds }: FrameTimes, frame: number): number {
  return frame < 0 ? (times[0] ?? 0) : (times[frame + 1] ?? seconds);
}

/** The last frame of an interval that ends at a time. */
export function lastFrame(frames: FrameTimes, end: number): number {
  const at = frameAt(frames, end);
  const isBoundary = Math.abs((frames.times[at] ?? Number.NaN) - end) <= tolerance;
  return isBoundary ? Math.max(0, at - 1) : at;
}

/** The interval with one edge moved by whole frames; itself where no frame would be left. */
export function nudged(
  interval: MarkedInterval,
  { edge, by, frames }: { readonly edge: Edge; readonly by: number; readonly frames: FrameTimes },
): MarkedInterval {
  const first = frameAt(frames, interval.start);
  const last = lastFrame(frames, interval.end);
  return edge === "start"
    ? withEdge(interval, "start", startOf(frames, first + by))
    : withEdge(
        interval,
        "end",
        endOf(frames, Math.min(Math.max(first, last + by), frames.times.length - 1)),
      );
}

/** The interval with one edge at another time; itself where it would have no length. */
export function withEdge(interval: MarkedInterval, edge: Edge, seconds: number): MarkedInterval {
  const moved = { ...interval, [edge]: seconds };
  return moved.end - moved.start > tolerance ? moved : interval;
}

export interface Snapping {
  readonly frames: FrameTimes | undefined;
  /** Edges of other intervals. */
  readonly edges: readonly number[];
  /** How near an edge must be, in seconds. */
  readonly reach: number;
}

/** A time as a dragged edge takes it: at a neighbouring edge, else between two frames. */
export function snapped(seconds: number, { frames, edges, reach }: Snapping): number {
  const near = nearest(edges, seconds);
  if (near !== undefined && Math.abs(near - seconds) <= reach) return near;
  if (!frames) return seconds;
  const at = frameAt(frames, seconds);
  return nearest([startOf(frames, at), endOf(frames, at)], seconds)!;
}

function nearest(times: readonly number[], seconds: number): number | undefined {
  let best: number | undefined;
  for (const time of times)
    if (best === undefined || Math.abs(time - seconds) < Math.abs(best - seconds)) best = time;
  return best;
}

/** Cuts an interval in two at a time inside of it; nothing where the time is not inside. */
export function splitChanges(
  { id, ...interval }: NamedInterval,
  seconds: number,
  newId: string,
): readonly Change[] {
  if (seconds <= interval.start + tolerance || seconds >= interval.end - tolerance) return [];
  return [
    { id, mark: { ...interval, end: seconds } },
    { id: newId, mark: { ...interval, start: seconds } },
  ];
}

/**
 * Makes one of an interval and the next one of its type and question, whatever lies between; nothing
 * where there is none.
 */
export function mergeChanges(marks: Marks, id: string): readonly Change[] {
  const all = intervalsIn(marks);
  const own = all.find((one) => one.id === id);
  if (!own) return [];
  const next = all
    .slice(all.indexOf(own) + 1)
    .find(({ type, question }) => type === own.type && question === own.question);
  if (!next) return [];
  const { id: _, ...interval } = own;
  const { id: gone, ...second } = next;
  const merged = {
    ...interval,
    end: Math.max(interval.end, second.end),
    ...(interval.fields || second.fields
      ? { fields: { ...second.fields, ...interval.fields } }
      : {}),
  };
  return [
    { id, mark: merged },
    { id: gone, mark: null },
  ];
}

/** Removes a mark, and the evidence for it where it is a question. */
export function deleteChanges(marks: Marks, id: string): readonly Change[] {
  const evidence = intervalsIn(marks).filter(({ question }) => question === id);
  return [id, ...evidence.map((interval) => interval.id)].map((gone) => ({ id: gone, mark: null }));
}

/** The edge before or after a time. */
export function edgeFrom(marks: Marks, seconds: number, direction: -1 | 1): number | undefined {
  const edges = intervalsIn(marks)
    .flatMap(({ start, end }) => [start, end])
    .filter((edge) => (edge - seconds) * direction > tolerance);
  return edges.length === 0 ? undefined : direction > 0 ? Math.min(...edges) : Math.max(...edges);
}

/** Rows in which intervals that overlap lie below each other. */
export function rowsOf<I extends { readonly start: number; readonly end: number }>(
  intervals: readonly I[],
): readonly (readonly I[])[] {
  const rows: I[][] = [];
  for (const interval of intervals) {
    const free = rows.find((row) => row.at(-1)!.end <= interval.start + tolerance);
    if (free) free.push(interval);
    else rows.push([interval]);
  }
  return rows;
}
