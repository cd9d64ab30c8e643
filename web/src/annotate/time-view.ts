/** The part of a video that a timeline shows, in seconds. */
export interface TimeView {
  readonly from: number;
  readonly to: number;
}

const leastSeconds = 0.1;

/** The view scaled around a time, within the video. */
export function zoomed(
  { from, to }: TimeView,
  factor: number,
  around: number,
  seconds: number,
): TimeView {
  const span = Math.min(seconds, Math.max(leastSeconds, (to - from) * factor));
  const share = to > from ? Math.min(1, Math.max(0, (around - from) / (to - from))) : 0;
  const start = Math.min(Math.max(0, around - share * span), seconds - span);
  return { from: start, to: start + span };
}

/** The view moved as little as it takes to show a time. */
export function followed(view: TimeView, time: number, seconds: number): TimeView {
  if (time >= view.from && time <= view.to) return view;
  const span = view.to - view.from;
  const from = Math.min(Math.max(0, time - span * 0.1), Math.max(0, seconds - span));
  return { from, to: from + span };
}
