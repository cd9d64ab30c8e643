import type { TimelineMark } from "../../core/scores/view.ts";

/** The part of a timeline that is seen, and how wide it is on the screen. */
export interface TimeWindow {
  readonly from: number;
  readonly to: number;
  readonly pixels: number;
}

/** A mark as it is drawn, in pixels from the left. */
export interface VisibleMark {
  readonly mark: TimelineMark;
  /** Its place in the lane. */
  readonly index: number;
  readonly left: number;
  readonly width: number;
  /** So many marks are drawn as this one. */
  readonly count: number;
}

/** Narrower marks could not be seen or clicked. */
const narrowest = 4;
/** Marks of one tone that begin so close to each other are drawn as one, where there are many. */
const pixelsApart = 2;
/** So many marks of a lane are drawn one by one. */
const mostSingle = 400;

/** Where a time is on the screen. */
export function pixelsAt({ from, to, pixels }: TimeWindow, seconds: number): number {
  return ((seconds - from) / Math.max(to - from, 1e-9)) * pixels;
}

/**
 * The marks of a lane that reach into the window. However many there are, what is drawn is bounded
 * by the width of the screen.
 */
export function visibleMarks(
  marks: readonly TimelineMark[],
  window: TimeWindow,
): readonly VisibleMark[] {
  const margin = ((window.to - window.from) / Math.max(window.pixels, 1)) * narrowest;
  const seen: VisibleMark[] = [];
  for (const [index, mark] of marks.entries())
    if (mark.endSeconds >= window.from - margin && mark.startSeconds <= window.to + margin)
      seen.push({ mark, index, count: 1, ...extent(mark, window) });
  return seen.length <= mostSingle ? seen : merged(seen);
}

/** What begins outside begins at the edge, so that its text is seen. */
function extent({ startSeconds, endSeconds }: TimelineMark, window: TimeWindow) {
  const start = pixelsAt(window, startSeconds);
  if (startSeconds === endSeconds) return { left: start - narrowest / 2, width: narrowest };
  const left = Math.max(start, -narrowest);
  const right = Math.min(pixelsAt(window, endSeconds), window.pixels + narrowest);
  return { left, width: Math.max(narrowest, right - left) };
}

function merged(seen: readonly VisibleMark[]): readonly VisibleMark[] {
  const drawn = new Map<string, VisibleMark>();
  for (const one of seen) {
    const place = `${Math.floor(one.left / pixelsApart)} ${one.mark.tone}`;
    const known = drawn.get(place);
    const widest = known && known.width >= one.width ? known : one;
    drawn.set(place, { ...widest, count: (known?.count ?? 0) + 1 });
  }
  return [...drawn.values()];
}
