/** A window of an episode: frames from `start` up to `end`, which does not belong to it. */
export interface FrameWindow {
  readonly start: number;
  readonly end: number;
}

export interface WindowSettings {
  readonly frames: number;
  readonly stride: number;
}

/** All windows that fit whole into so many frames. */
export function windowsOf(frames: number, settings: WindowSettings): readonly FrameWindow[] {
  const windows: FrameWindow[] = [];
  for (let start = 0; start + settings.frames <= frames; start += settings.stride)
    windows.push({ start, end: start + settings.frames });
  return windows;
}

export function centreFrame({ start, end }: FrameWindow): number {
  return Math.floor((start + end - 1) / 2);
}

export interface WindowLabel {
  /** Empty where no label has the share that is wanted. */
  readonly label: string;
  /** Share of the most frequent label among the frames that have one; 0 where none has. */
  readonly fraction: number;
}

/** The most frequent label of a window, the first met among equals, where it is frequent enough. */
export function majorityLabel(
  labels: readonly string[],
  { start, end }: FrameWindow,
  threshold: number,
): WindowLabel {
  const counts = new Map<string, number>();
  let all = 0;
  for (let frame = start; frame < end; frame++) {
    const label = labels[frame] ?? "";
    if (label === "") continue;
    counts.set(label, (counts.get(label) ?? 0) + 1);
    all++;
  }
  let best = "";
  let most = 0;
  for (const [label, count] of counts)
    if (count > most) {
      best = label;
      most = count;
    }
  const fraction = all === 0 ? 0 : most / all;
  return { label: all > 0 && fraction >= threshold ? best : "", fraction };
}

/** A label as it is written, or empty where it says that there is none. */
export function cleanLabel(label: unknown): string {
  const text = typeof label === "string" ? label.trim() : "";
  return /^n\/a$/i.test(text) ? "" : text;
}
