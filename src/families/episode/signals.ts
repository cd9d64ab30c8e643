import type { TimelineLane } from "../../core/scores/view.ts";
import type { Block } from "./blocks.ts";
import { audioWidth } from "./features/audio-frame.ts";
import { statisticCount } from "./features/temporal-statistics.ts";
import { videoGrid, videoWidth } from "./features/video-frame.ts";
import type { EpisodeSample, SignalFacts } from "./schema.ts";

/** One line of some blocks: which statistics of which numbers of a frame it is made of. */
interface SignalRule {
  readonly label: string;
  /** How the names of its blocks begin. */
  readonly prefix: string;
  /** How many numbers a frame has. */
  readonly width: number;
  /** Which of them; all if left out. */
  readonly part?: readonly [from: number, to: number];
  readonly statistics: readonly number[];
  readonly reduce: "mean" | "rms";
}

/** Places of statistics in `temporalStatistics`. */
const means = [0];
const deviations = [1];
/** Mean and deviation of steps together: the root of their squares is the usual step. */
const steps = [5, 6];

const rules: readonly SignalRule[] = [
  { label: "hand speed", prefix: "hand_", width: 63, statistics: steps, reduce: "rms" },
  { label: "body speed", prefix: "body_joints", width: 156, statistics: steps, reduce: "rms" },
  { label: "contacts", prefix: "body_contacts", width: 21, statistics: means, reduce: "mean" },
  {
    label: "acceleration",
    prefix: "imu_",
    width: 6,
    part: [0, 3],
    statistics: deviations,
    reduce: "rms",
  },
  {
    label: "sound",
    prefix: "audio_",
    width: audioWidth,
    part: [0, 1],
    statistics: means,
    reduce: "mean",
  },
  {
    label: "picture change",
    prefix: "video_",
    width: videoWidth,
    part: videoGrid,
    statistics: steps,
    reduce: "rms",
  },
];

interface SignalTable {
  readonly blocks: readonly Block[];
  readonly windows: readonly { readonly span: { readonly centerFrame: number } }[];
}

/**
 * What can be shown of a table beside its windows. Blocks of other widths than the suite's have no
 * line, since what their columns mean is unknown; nor have windows at uneven distances.
 */
export function signalsOf({ blocks, windows }: SignalTable): SignalFacts | undefined {
  const centers = windows.map(({ span }) => span.centerFrame);
  const stride = centers[1]! - centers[0]!;
  const isEven = centers.every((center, at) => center === centers[0]! + at * stride);
  if (!(stride > 0) || !isEven) return undefined;
  const lanes = rules.flatMap(({ label, reduce, ...rule }) => {
    const columns = blocks.flatMap((block) => columnsOf(block, rule));
    return columns.length === 0 ? [] : [{ columns, label, reduce }];
  });
  return lanes.length === 0 ? undefined : { lanes, stride, windows: windows.length };
}

function columnsOf(
  { name, start, end }: Block,
  {
    prefix,
    width,
    part: [from, to] = [0, width],
    statistics,
  }: Omit<SignalRule, "label" | "reduce">,
): [number, number][] {
  if (!name.startsWith(prefix) || end - start !== statisticCount * width) return [];
  return statistics.map((one) => [start + one * width + from, start + one * width + to]);
}

/** Lines of the windows whose centres are in a stretch of frames. */
export function signalLanes(
  { set, features, windows }: EpisodeSample,
  { from, to }: { readonly from: number; readonly to: number },
): readonly TimelineLane[] {
  const [input] = features?.inputs ?? [];
  if (!set?.signals || !input?.rows) return [];
  const { lanes, stride, windows: count } = set.signals;
  const [own] = input.rows;
  const center = windows[0]!.centerFrame;
  const first = Math.max(0, own - Math.floor((center - from) / stride));
  const last = Math.min(count - 1, own + Math.floor((to - center) / stride));
  const place = { path: input.path, ...(input.name === undefined ? {} : { name: input.name }) };
  return lanes.map(({ label, columns, reduce }) => ({
    label,
    marks: [],
    signal: {
      source: { ...place, columns, rows: [first, last + 1] },
      reduce,
      startSeconds: center + (first - own) * stride,
      stepSeconds: stride,
    },
  }));
}
