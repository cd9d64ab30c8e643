import type { TableArray } from "../../../core/data/recording.ts";
import type { ReadFrames } from "./block.ts";
import type { FrameCaptions } from "./captions.ts";
import type { DeriveSettings } from "./derive-settings.ts";
import { type AnnotationSources, fromRoot, handJoints } from "./motion-blocks.ts";
import { centreFrame, type FrameWindow, majorityLabel } from "./windows.ts";

/** `windows.csv` in the shape of the original. */
export function windowsText(
  windows: readonly FrameWindow[],
  captions: FrameCaptions | undefined,
  { labelShare }: DeriveSettings,
): string {
  const columns = [
    ...["window_index", "start_frame", "end_frame", "center_frame"],
    ...["action_label", "action_fraction", "subtask_label", "subtask_fraction"],
  ];
  const rows = windows.map((window, index) => {
    const action = majorityLabel(captions?.actions ?? [], window, labelShare);
    const subtask = majorityLabel(captions?.subtasks ?? [], window, labelShare);
    const place = [index, window.start, window.end - 1, centreFrame(window)];
    return [
      ...place,
      action.label,
      decimal(action.fraction),
      subtask.label,
      decimal(subtask.fraction),
    ];
  });
  return csv([columns, ...rows]);
}

/** Frames whose action is another than that of the frame before; both have one. */
export function boundariesText(captions: FrameCaptions | undefined): string {
  const actions = captions?.actions ?? [];
  const frames = actions.flatMap((action, frame) => {
    const before = actions[frame - 1] ?? "";
    return action !== "" && before !== "" && action !== before ? [[frame]] : [];
  });
  return csv([["frame"], ...frames]);
}

/** As Python writes numbers with a fraction. */
function decimal(value: number): string {
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}

export interface TargetSources {
  readonly windows: readonly FrameWindow[];
  readonly captions: FrameCaptions | undefined;
  readonly frames: number;
  readonly contacts: ReadFrames | undefined;
  readonly settings: DeriveSettings;
}

/** What tasks predict beside labels; a column is empty where the recording has nothing for it. */
export async function targetsText(sources: TargetSources): Promise<string> {
  const { windows, captions, frames, contacts, settings } = sources;
  const rows: (string | number)[][] = [];
  for (const [index, { start, end }] of windows.entries()) {
    const next = captions?.actions[Math.min(frames - 1, end - 1 + settings.futureFrames)] ?? "";
    const touches = contacts && Array.from(await contacts(start, end)).some((value) => value > 0);
    const objects = new Set(captions?.objects.slice(start, end).flat());
    rows.push([
      index,
      next,
      touches === undefined ? "" : touches ? 1 : 0,
      [...objects].map((name) => name.replaceAll("|", "/")).join("|"),
    ]);
  }
  return csv([["window_index", "next_action", "contact", "objects"], ...rows]);
}

function csv(rows: readonly (readonly (string | number)[])[]): string {
  const field = (value: string | number) => {
    const text = String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => `${row.map(field).join(",")}\n`).join("");
}

export interface ForecastSources {
  readonly windows: readonly FrameWindow[];
  readonly frames: number;
  readonly sources: AnnotationSources;
  readonly settings: DeriveSettings;
}

/**
 * Where both hands are in the frames after each window, as seen from the root of the body of the
 * same frame: frame by frame, the left hand first. Windows whose future ends too early are marked.
 * `hand_last` is the same of the last frame of the window itself.
 */
export async function handForecast({
  windows,
  frames,
  sources: { leftHand, rightHand, body },
  settings: { forecastFrames },
}: ForecastSources): Promise<Readonly<Record<string, TableArray>>> {
  const hand = 3 * handJoints;
  const width = forecastFrames * 2 * hand;
  const values = new Float32Array(windows.length * width);
  const lasts = new Float32Array(windows.length * 2 * hand);
  const valid = windows.map(() => false);
  const [left, right] = [leftHand, rightHand].map(
    (joints) => joints && fromRoot(joints, body, handJoints),
  );
  for (const [i, { end }] of windows.entries()) {
    if (!left || !right) continue;
    lasts.set(await left(end - 1, end), i * 2 * hand);
    lasts.set(await right(end - 1, end), i * 2 * hand + hand);
    if (end + forecastFrames > frames) continue;
    const [a, b] = [await left(end, end + forecastFrames), await right(end, end + forecastFrames)];
    for (let frame = 0; frame < forecastFrames; frame++)
      for (let k = 0; k < hand; k++) {
        const at = i * width + frame * 2 * hand + k;
        values[at] = a[frame * hand + k]!;
        values[at + hand] = b[frame * hand + k]!;
      }
    valid[i] = values.subarray(i * width, (i + 1) * width).every(Number.isFinite);
  }
  return {
    hand_forecast: { shape: [windows.length, width], values },
    hand_forecast_valid: { shape: [windows.length], values: { bool: valid } },
    ...(left && right ? { hand_last: { shape: [windows.length, 2 * hand], values: lasts } } : {}),
  };
}
