import { describe, expect, it } from "vitest";
import { audioStart } from "./audio-frame.ts";
import { frameBlock } from "./block.ts";
import { hashedText } from "./hashed-text.ts";
import { recordingsAmong } from "./recordings.ts";
import { calibrationFeatures, rotationMatrix } from "./static-features.ts";
import { temporalStatistics } from "./temporal-statistics.ts";
import { centreFrame, cleanLabel, majorityLabel, windowsOf } from "./windows.ts";

const usual = { frames: 20, stride: 5 };

describe("windows", () => {
  it("are as many as the original counts", () => {
    const windows = windowsOf(5_821, usual);
    expect(windows).toHaveLength(1_161);
    expect(windows.at(-1)).toEqual({ start: 5_800, end: 5_820 });
    expect(centreFrame(windows[1]!)).toBe(14);
    expect(windowsOf(19, usual)).toEqual([]);
    expect(windowsOf(20, usual)).toHaveLength(1);
  });

  const labelled = (...labels: string[]) =>
    majorityLabel(labels, { start: 0, end: labels.length }, 0.6);

  it("take the label that most labelled frames have", () => {
    expect(labelled("a", "a", "", "b", "a")).toEqual({ label: "a", fraction: 0.75 });
    expect(labelled("a", "a", "a", "b", "b")).toEqual({ label: "a", fraction: 0.6 });
    expect(labelled("a", "b")).toEqual({ label: "", fraction: 0.5 });
    expect(labelled("", "")).toEqual({ label: "", fraction: 0 });
  });

  it("take the first of equally frequent labels", () => {
    expect(majorityLabel(["b", "a", "a", "b"], { start: 0, end: 4 }, 0.5).label).toBe("b");
  });

  it("know labels that say there is none", () => {
    expect([" Pour ", "n/a", "N/A", "", undefined].map(cleanLabel)).toEqual([
      "Pour",
      "",
      "",
      "",
      "",
    ]);
  });
});

describe("statistics over frames", () => {
  it("are those of the specification", () => {
    const golden = "2.3333 11 1.2472 1.4142 1 10 4 13 3 3 1.5 1.5 0.5 1.5";
    const ours = temporalStatistics([1, 10, 2, 10, 4, 13], { count: 3, width: 2 });
    expect(Array.from(ours, (value) => Number(value.toFixed(4))).join(" ")).toBe(golden);
  });

  it("have no steps where there is one frame, and nothing that is not finite", () => {
    expect([...temporalStatistics([5], { count: 1, width: 1 })]).toEqual([5, 0, 5, 5, 0, 0, 0]);
    expect([...temporalStatistics([1, Number.NaN, 3], { count: 3, width: 1 })]).toEqual([
      0, 0, 0, 0, 2, 1, 0,
    ]);
  });
});

it("hashes words as the specification does", () => {
  const vector = hashedText("Kettle, coffee dripper; SCALE bottle");
  const found = Object.fromEntries(
    [...vector].flatMap((value, bucket) =>
      value === 0 ? [] : [[bucket, Number(value.toFixed(6))]],
    ),
  );
  expect(found).toEqual({ 5: -0.447214, 24: 0.447214, 33: -0.447214, 87: 0.447214, 121: 0.447214 });
  expect([...hashedText("– …")].every((value) => value === 0)).toBe(true);
});

it("rounds where the sound of a frame begins to even numbers at halves", () => {
  expect(audioStart(1, 30)).toBe(533);
  expect([1, 3].map((frame) => audioStart(frame, 32_000))).toEqual([0, 2]);
});

it("turns quaternions into rotations, whatever their length", () => {
  expect(rotationMatrix([1, 0, 0, 0])).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  const quarter = rotationMatrix([2, 0, 0, 2]).map((value) => Math.round(value * 1e12) / 1e12 + 0);
  expect(quarter).toEqual([0, -1, 0, 1, 0, 0, 0, 0, 1]);
  expect(rotationMatrix([0, 0, 0, 0])).toEqual(Array(9).fill(0));
});

it("lays calibrations side by side", () => {
  const matrix = Array.from({ length: 16 }, (_, i) => i);
  const features = calibrationFeatures({
    cam01: { T_c_b: matrix },
    cam1: { K: [7], T_c_b: matrix.map((v) => v + 1) },
  });
  expect(features).toHaveLength(117);
  expect([...features.subarray(9, 21)]).toEqual(matrix.slice(0, 12));
  expect(features[42]).toBe(7);
  expect([...features.subarray(105)]).toEqual([0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0]);
});

describe("blocks of frames", () => {
  const frames = async (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => from + i);

  it.each([
    [20, 5],
    [20, 30],
    [200, 7],
  ])("read every frame once, windows of %i every %i", async (length, stride) => {
    const asked: [number, number][] = [];
    const block = frameBlock("x", 1, async (from, to) => {
      asked.push([from, to]);
      return frames(from, to);
    });
    const windows = windowsOf(1_000, { frames: length, stride });
    const means: number[] = [];
    for await (const row of block.rows(windows)) means.push(row[0]!);
    expect(means).toEqual(windows.map(({ start, end }) => (start + end - 1) / 2));
    expect(asked.every(([from], i) => from === (asked[i - 1]?.[1] ?? 0))).toBe(true);
    expect(asked.every(([from, to]) => to - from <= Math.max(128, length + stride))).toBe(true);
  });
});

it("finds recordings, and none where there is a table", () => {
  expect(recordingsAmong(["annotation.hdf5", "stereo_left.mp4", "other.mp4"])).toEqual([
    { folder: "", paths: ["annotation.hdf5", "stereo_left.mp4"] },
  ]);
  expect(
    recordingsAmong(["a/annotation.hdf5", "b/c/annotation.hdf5", "b/c/fisheye_cam0.mp4"]),
  ).toEqual([
    { folder: "a", paths: ["annotation.hdf5"] },
    { folder: "b/c", paths: ["annotation.hdf5", "fisheye_cam0.mp4"] },
  ]);
  expect(recordingsAmong(["annotation.hdf5", "windows.csv"])).toEqual([]);
});
