import { expect, it } from "vitest";
import type { EpisodeSample } from "./schema.ts";
import { signalLanes, signalsOf } from "./signals.ts";

const blocks = [
  { name: "hand_left_joints", start: 0, end: 441 },
  { name: "hand_right_joints", start: 441, end: 882 },
  { name: "imu_accel_gyro", start: 882, end: 924 },
  { name: "audio_raw_log_mel", start: 924, end: 1512 },
];
const windowsAt = (...centers: readonly number[]) =>
  centers.map((centerFrame) => ({ span: { centerFrame } }));

it("takes from each block the columns that its line is made of", () => {
  expect(signalsOf({ blocks, windows: windowsAt(9, 14, 19) })).toEqual({
    lanes: [
      {
        label: "hand speed",
        // Means and deviations of the steps, of 63 numbers each, of both hands.
        columns: [
          [315, 378],
          [378, 441],
          [756, 819],
          [819, 882],
        ],
        reduce: "rms",
      },
      { label: "acceleration", columns: [[888, 891]], reduce: "rms" },
    ],
    stride: 5,
    windows: 3,
  });
});

it("shows nothing of windows at uneven distances, nor of columns whose meaning is unknown", () => {
  expect(signalsOf({ blocks, windows: windowsAt(9, 14, 20) })).toBeUndefined();
  expect(signalsOf({ blocks, windows: windowsAt(9) })).toBeUndefined();
  const other = [{ name: "hand_left_joints", start: 0, end: 440 }];
  expect(signalsOf({ blocks: other, windows: windowsAt(9, 14) })).toBeUndefined();
});

const lanes = [{ label: "sound", columns: [[2, 3] as const], reduce: "mean" as const }];
const sampleAt = (row: number): EpisodeSample => ({
  episode: "kitchen",
  features: {
    blocks: ["audio"],
    inputs: [{ path: "shared_windows.npz", name: "X", rows: [row, row + 1] }],
  },
  group: "kitchen/0",
  id: String(row),
  set: {
    embargoed: 0,
    overlapping: 0,
    signals: { lanes, stride: 5, windows: 8 },
    test: 1,
    train: 1,
    unseen: [],
  },
  task: "timeline_action",
  truth: { kind: "class", label: "pour" },
  windows: [{ centerFrame: 9 + 5 * row, endFrame: 19 + 5 * row, index: row, startFrame: 5 * row }],
});

it("places the windows around a sample at their centres, and ends where the table ends", () => {
  const stretch = (row: number, from: number, to: number) =>
    signalLanes(sampleAt(row), { from, to })[0]!.signal!;
  expect(stretch(3, 14, 35)).toMatchObject({
    source: { path: "shared_windows.npz", name: "X", rows: [1, 6], columns: [[2, 3]] },
    startSeconds: 14,
    stepSeconds: 5,
    reduce: "mean",
  });
  expect(stretch(3, 15, 33)).toMatchObject({ source: { rows: [2, 5] }, startSeconds: 19 });
  expect(stretch(0, 0, 1000)).toMatchObject({ source: { rows: [0, 8] }, startSeconds: 9 });
  const { set: _, ...bare } = sampleAt(3);
  expect(signalLanes(bare, { from: 0, to: 100 })).toEqual([]);
});
