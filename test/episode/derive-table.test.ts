import { createHash } from "node:crypto";
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { annotateEpisode } from "../../src/cli/commands/demo/episode/annotate-episode.ts";
import type { SimulatedEpisode } from "../../src/cli/commands/demo/episode/simulate-episode.ts";
import { writeEpisode } from "../../src/cli/commands/demo/episode/write-episode.ts";
import { arrayFolder } from "../../src/datasets/arrays/array-folder.ts";
import { writeHdf5 } from "../../src/datasets/arrays/write-hdf5.ts";
import { digestOnly } from "../../src/datasets/blobs/blob-folder.ts";
import { openSource } from "../../src/datasets/open-source.ts";
import { derivedSource } from "../../src/evaluation/derive/derived-source.ts";
import { episodeDerivation } from "../../src/families/episode/features/derivation.ts";
import { episodeOptionsSchema } from "../../src/families/episode/schema.ts";
import { tableSamples } from "../../src/families/episode/table/table-samples.ts";

const folder = mkdtempSync(join(tmpdir(), "vidimus-derive-"));
const cache = join(folder, "cache");
const whole = join(folder, "whole");
let episode: SimulatedEpisode;
beforeAll(async () => {
  episode = await writeEpisode(whole, { frames: 75, cameras: ["fisheye_cam0", "stereo_right"] });
});
afterAll(() => rmSync(folder, { recursive: true }));

function opened(
  path: string,
  { options = {}, place = cache }: { options?: object; place?: string } = {},
) {
  const warnings: string[] = [];
  const notes: string[] = [];
  const plain = openSource(
    { path },
    { directory: folder, cache: place, blobs: digestOnly, isOffline: true, environment: {} },
  );
  const source = derivedSource(plain, {
    derivation: episodeDerivation,
    options,
    cache: place,
    onNote: (message) => notes.push(message),
    onWarning: (message) => warnings.push(message),
  });
  return { source, table: source.file.folder!, warnings, notes };
}

/** A copy of the recording that something is wrong with. */
function damaged(name: string): string {
  const path = join(folder, name);
  cpSync(whole, path, { recursive: true });
  return path;
}

const digests = (path: string) =>
  readdirSync(path).map((name) => [
    name,
    createHash("sha256")
      .update(readFileSync(join(path, name)))
      .digest("hex"),
  ]);

describe("a recording", () => {
  it("becomes a table in the original's shapes", async () => {
    const { table, source, warnings } = opened(whole);
    expect(await table.list()).toEqual([
      "available_modalities.json",
      "derivation.json",
      "feature_manifest.json",
      "shared_windows.npz",
      "targets.csv",
      "targets.npz",
      "true_boundaries.csv",
      "windows.csv",
    ]);
    const windows: unknown[] = [];
    for await (const rows of table.rows("windows.csv"))
      windows.push(...rows.map(({ value }) => value));
    expect(windows).toHaveLength(12);
    const own = episode.doings.slice(5, 25).map(({ action }) => action);
    const share = own.filter((action) => action === own[9]).length / own.length;
    expect(share).toBeGreaterThanOrEqual(0.6);
    expect(windows[1]).toEqual({
      window_index: "1",
      start_frame: "5",
      end_frame: "24",
      center_frame: "14",
      action_label: episode.doings[14]!.action,
      action_fraction: share === 1 ? "1.0" : String(share),
      subtask_label: episode.doings[14]!.subtask,
      subtask_fraction: "1.0",
    });
    const manifest = (await table.json("feature_manifest.json")) as {
      name: string;
      start: number;
      end: number;
      dim: number;
    }[];
    expect(manifest.map(({ name, dim }) => [name, dim])).toEqual([
      ["hand_left_joints", 441],
      ["hand_right_joints", 441],
      ["body_joints", 1092],
      ["body_contacts", 147],
      ["camera_translation", 21],
      ["camera_rotation_matrix", 63],
      ["imu_accel_gyro", 42],
      ["depth_confidence", 980],
      ["video_fisheye_cam0", 686],
      ["video_stereo_right", 686],
      ["audio_fisheye_cam0_aac", 168],
      ["caption_objects_interaction_text", 896],
      ["slam_point_cloud", 22],
      ["calibration", 117],
    ]);
    expect(
      manifest.every(
        ({ start, end, dim }, i) => end - start === dim && start === (manifest[i - 1]?.end ?? 0),
      ),
    ).toBe(true);
    expect(await table.json("available_modalities.json")).toMatchObject({
      num_frames: 75,
      num_windows: 12,
      feature_dim: 5_802,
      missing: [
        { name: "video_fisheye_cam1", reason: "there is no fisheye_cam1.mp4" },
        { name: "video_fisheye_cam2" },
        { name: "video_fisheye_cam3" },
        { name: "video_stereo_left" },
      ],
      warnings: [],
    });
    expect(warnings).toContainEqual(
      expect.stringMatching(
        /^whole: feature blocks that are left out: video_fisheye_cam1, video_fisheye_cam2, video_fisheye_cam3, video_stereo_left \(there is no MP4 file of it\)$/,
      ),
    );
    expect(Object.keys(await source.facts())).toEqual([
      join(whole, "annotation.hdf5"),
      join(whole, "fisheye_cam0.mp4"),
      join(whole, "stereo_right.mp4"),
    ]);
  });

  it("has the features of what was simulated", async () => {
    const { source } = opened(whole);
    await using arrays = arrayFolder(await source.mediaRoot());
    const row = async (from: number, count: number) => [
      ...(
        await arrays.read({
          path: "shared_windows.npz",
          name: "X",
          rows: [2, 3],
          columns: [[from, from + count]],
        })
      ).values,
    ];
    const frames = Array.from({ length: 20 }, (_, i) => 10 + i);
    const mean = (values: readonly number[]) =>
      values.reduce((sum, value) => sum + value, 0) / values.length;
    // The body's root, as seen from itself, and the mean position of the wrist from it.
    expect(await row(882, 3)).toEqual([0, 0, 0]);
    const [x] = await row(441, 1);
    expect(x).toBeCloseTo(mean(frames.map((frame) => episode.rightHand[3 * frame]!)), 2);
    const touched = mean(frames.map((frame) => (episode.doings[frame]!.touches ? 1 : 0)));
    expect((await row(1974 + 3, 1))[0]).toBeCloseTo(touched, 6);
    const moved = mean(frames.map((frame) => episode.root[3 * frame]! - episode.root[0]!));
    expect((await row(2121, 1))[0]).toBeCloseTo(moved, 5);
    // Median depth of a wall two and a half metres away; as many samples of gravity.
    expect((await row(2247 + 5, 1))[0]).toBeCloseTo(2.7, 0);
    expect((await row(2205 + 1, 1))[0]).toBeCloseTo(-9.81, 0);
    const { values: starts } = await arrays.read({ path: "shared_windows.npz", name: "starts" });
    const { values: ends } = await arrays.read({ path: "shared_windows.npz", name: "ends" });
    expect([[...starts].slice(0, 3), [...ends].slice(0, 3)]).toEqual([
      [0, 5, 10],
      [19, 24, 29],
    ]);
  });

  it("has targets of the frames behind each window, where there are such", async () => {
    const { source, table } = opened(whole);
    const rows: Record<string, string>[] = [];
    for await (const batch of table.rows("targets.csv"))
      rows.push(...batch.map(({ value }) => value as never));
    expect(rows[0]).toEqual({
      window_index: "0",
      next_action: episode.doings[39]!.action,
      contact: episode.doings.slice(0, 20).some(({ touches }) => touches) ? "1" : "0",
      objects: [...new Set(episode.doings.slice(0, 20).flatMap(({ objects }) => objects))].join(
        "|",
      ),
    });
    expect(rows.at(-1)!.next_action).toBe(episode.doings[74]!.action);
    await using arrays = arrayFolder(await source.mediaRoot());
    const valid = await arrays.read({ path: "targets.npz", name: "hand_forecast_valid" });
    // Windows end at frames 19, 24 … 74; ten more frames are there up to the one that ends at 64.
    expect([...valid.values]).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0]);
    const forecast = await arrays.read({
      path: "targets.npz",
      name: "hand_forecast",
      rows: [0, 1],
    });
    expect(forecast.shape).toEqual([1, 1260]);
    // The first joint of the right hand in the third frame after the window.
    const right = forecast.values[2 * 126 + 63]!;
    expect(right).toBeCloseTo(episode.rightHand[3 * 22]!, 1);
    expect(forecast.values[126 * 9]!).toBeCloseTo(episode.leftHand[3 * 29]!, 1);
    const seen = await arrays.read({ path: "targets.npz", name: "hand_last" });
    expect(seen.shape).toEqual([12, 126]);
    // The second window ends with the fifth frame after the first.
    const later = await arrays.read({ path: "targets.npz", name: "hand_forecast", rows: [0, 1] });
    expect([...seen.values.subarray(126, 252)]).toEqual([
      ...later.values.subarray(4 * 126, 5 * 126),
    ]);
  });

  it("is derived once, and told of each time", async () => {
    const first = opened(whole);
    await first.table.list();
    const second = opened(whole);
    await second.table.list();
    expect(second.notes).toEqual([]);
    expect(second.warnings).toEqual(first.warnings);
    const other = opened(whole, { options: { derive: { strideFrames: 20 } } });
    expect(
      ((await other.table.json("available_modalities.json")) as { num_windows: number })
        .num_windows,
    ).toBe(3);
    expect(other.notes[0]).toBe("deriving a table from the recording whole");
  });

  it("has the log-mel block of the sound where it is asked for", async () => {
    const { table, source } = opened(whole, { options: { derive: { logMel: true } } });
    const manifest = (await table.json("feature_manifest.json")) as {
      name: string;
      start: number;
      end: number;
    }[];
    const { start, end } = manifest.find(({ name }) => name === "audio_raw_log_mel")!;
    expect(end - start).toBe(588);
    await using arrays = arrayFolder(await source.mediaRoot());
    const columns = [[start, end]] as const;
    const { values } = await arrays.read({ path: "shared_windows.npz", name: "X", columns });
    expect(values.every(Number.isFinite)).toBe(true);
    // Windows of different sounds differ, and no band is left out.
    const rows = Array.from({ length: 12 }, (_, row) => values.subarray(row * 588, row * 588 + 64));
    for (let band = 0; band < 64; band++)
      expect(new Set(rows.map((row) => row[band])).size).toBeGreaterThan(1);
  });

  it("gives the same bytes on another machine", async () => {
    const [here, there] = [opened(whole), opened(whole, { place: join(folder, "elsewhere") })];
    const [ours, theirs] = [await here.source.mediaRoot(), await there.source.mediaRoot()];
    expect(theirs).not.toBe(ours);
    expect(digests(theirs)).toEqual(digests(ours));
  });

  it("is derived once for tasks that open it at the same time", async () => {
    const place = join(folder, "together");
    const both = [opened(whole, { place }), opened(whole, { place })];
    await Promise.all(both.map(({ table }) => table.list()));
    const started = both.flatMap(({ notes }) => notes).filter((note) => note.endsWith("whole"));
    expect(started).toHaveLength(1);
    expect(readdirSync(join(place, "tables"))).toHaveLength(1);
  });
});

describe("a recording that something is wrong with", () => {
  it("repeats the last frame of a video that is cut off, and says so", async () => {
    const path = damaged("cut");
    const bytes = readFileSync(join(path, "stereo_right.mp4"));
    // The tables of these files are at their end: what is overwritten are pictures.
    bytes.fill(0, Math.floor(bytes.length * 0.3), Math.floor(bytes.length * 0.6));
    writeFileSync(join(path, "stereo_right.mp4"), bytes);
    const { table, warnings } = opened(path);
    await table.list();
    expect(warnings).toContainEqual(
      expect.stringMatching(
        /^cut: stereo_right\.mp4: \d+ of 75 frames could not be decoded and repeat the one before$/,
      ),
    );
  });

  it("leaves out a video that cannot be opened", async () => {
    const path = damaged("unopened");
    truncateSync(join(path, "stereo_right.mp4"), 100);
    const { table, warnings } = opened(path);
    expect(await table.json("available_modalities.json")).toMatchObject({
      missing: expect.arrayContaining([
        { name: "video_stereo_right", reason: expect.stringMatching(/^stereo_right\.mp4: /) },
      ]),
    });
    expect(warnings.join()).toContain("video_stereo_right (stereo_right.mp4: cannot be opened");
  });

  it("says of a first video that cannot be opened the same for its sound", async () => {
    const path = damaged("soundless");
    writeFileSync(join(path, "fisheye_cam0.mp4"), "no video");
    const { table } = opened(path);
    const { missing } = (await table.json("available_modalities.json")) as {
      missing: { name: string; reason: string }[];
    };
    const reasonOf = (name: string) => missing.find((one) => one.name === name)!.reason;
    expect(reasonOf("audio_fisheye_cam0_aac")).toMatch(/^fisheye_cam0\.mp4: cannot be opened/);
    expect(reasonOf("audio_fisheye_cam0_aac")).toBe(reasonOf("video_fisheye_cam0"));
  });

  it("counts frames with numbers that are not finite", async () => {
    const path = damaged("holes");
    const all = annotateEpisode(episode);
    const hand = all["hand_mocap/left_joints_3d"] as { values: Float32Array };
    hand.values[5 * 63] = Number.NaN;
    hand.values[6 * 63 + 1] = Number.POSITIVE_INFINITY;
    hand.values[6 * 63 + 2] = Number.NaN;
    await writeHdf5(join(path, "annotation.hdf5"), all);
    const { table, warnings } = opened(path);
    await table.list();
    expect(warnings).toContain(
      "holes: hand_left_joints: 2 of 75 frames hold numbers that are not finite; statistics of their windows that need these are 0",
    );
  });

  it("goes on with what the annotation has", async () => {
    const path = join(folder, "poor");
    cpSync(join(whole, "stereo_right.mp4"), join(path, "stereo_right.mp4"));
    const { "full_body_mocap/keypoints": body, caption } = annotateEpisode(episode);
    await writeHdf5(join(path, "annotation.hdf5"), {
      "full_body_mocap/keypoints": body!,
      caption: caption!,
    });
    const { table } = opened(path);
    const manifest = (await table.json("feature_manifest.json")) as { name: string }[];
    expect(manifest.map(({ name }) => name)).toEqual([
      "body_joints",
      "video_stereo_right",
      "caption_objects_interaction_text",
    ]);
    expect((await table.text("targets.csv")).split("\n")[1]).toMatch(/^0,[\w ]+,,[\w|]+$/);
  });

  it("has no labels and no targets of them without a caption", async () => {
    const path = join(folder, "unlabelled");
    cpSync(join(whole, "stereo_right.mp4"), join(path, "stereo_right.mp4"));
    const { "full_body_mocap/keypoints": body } = annotateEpisode(episode);
    await writeHdf5(join(path, "annotation.hdf5"), { "full_body_mocap/keypoints": body! });
    const { table } = opened(path);
    expect((await table.text("windows.csv")).split("\n")[1]).toBe("0,0,19,9,,0.0,,0.0");
    for (const task of ["timeline_action", "transition_detection", "object_relevance"] as const)
      await expect(
        tableSamples(table, [""], episodeOptionsSchema.parse({ task })).next(),
      ).rejects.toThrow(`windows.csv: no window has a target of ${task}`);
  });

  it("warns of samples that no keyframe can be of, and of videos that are too long or too short", async () => {
    const path = damaged("mismatched");
    const all = annotateEpisode(episode);
    const keyframes = all["imu/keyframe_indices"] as { values: Int32Array };
    const samples = (all["imu/accel_xyz"] as { shape: readonly number[] }).shape[0]!;
    const values = keyframes.values.slice(0, 70);
    values[3] = samples;
    values[69] = -1;
    // Only frames that all arrays have count.
    await writeHdf5(join(path, "annotation.hdf5"), {
      ...all,
      "imu/keyframe_indices": { shape: [70], values },
      "imu/gyro_xyz": { shape: [samples - 2, 3], values: new Float32Array(3 * (samples - 2)) },
    });
    await writeEpisode(join(folder, "short"), { frames: 40, cameras: ["stereo_left"] });
    cpSync(join(folder, "short", "stereo_left.mp4"), join(path, "stereo_left.mp4"));
    const { table, warnings } = opened(path);
    await table.list();
    const said = (text: string) =>
      expect(warnings).toContainEqual(expect.stringMatching(new RegExp(`^mismatched: .*${text}`)));
    said(
      `2 of 70 imu/keyframe_indices, such as ${samples}, are no index of the ${samples - 2} samples`,
    );
    said(`imu/accel_xyz has ${samples} samples and imu/gyro_xyz ${samples - 2}`);
    said("stereo_right.mp4: has 75 frames, and the annotation 70; the last 5 are not read");
    said("stereo_left.mp4: ends 30 frames before the annotation");
  });

  it.each([
    ["no frames", {}, "annotation.hdf5: has no array with a row for each frame"],
    [
      "another shape",
      { "full_body_mocap/keypoints": { shape: [40, 3], values: new Float32Array(120) } },
      "full_body_mocap/keypoints has the shape (40, 3), and (frames, 52, 3) is wanted",
    ],
    [
      "few frames",
      { "slam/trans_xyz": { shape: [5, 3], values: new Float32Array(15) } },
      "5 frames are too few for a window of 20",
    ],
    [
      "a broken caption",
      { "slam/trans_xyz": { shape: [50, 3], values: new Float32Array(150) }, caption: "{" },
      'annotation.hdf5: array "caption": is no JSON',
    ],
    [
      "a flat depth",
      { "depth/depth": { shape: [50, 3], values: new Float32Array(150) } },
      "annotation.hdf5: depth/depth has the shape (50, 3), and (frames, height, width) is wanted",
    ],
    [
      "accelerations in two dimensions",
      {
        "slam/trans_xyz": { shape: [50, 3], values: new Float32Array(150) },
        "imu/accel_xyz": { shape: [50, 2], values: new Float32Array(100) },
      },
      "annotation.hdf5: imu/accel_xyz has the shape (50, 2), and (frames, 3) is wanted",
    ],
    [
      "keyframes in pairs",
      {
        "imu/accel_xyz": { shape: [50, 3], values: new Float32Array(150) },
        "imu/gyro_xyz": { shape: [50, 3], values: new Float32Array(150) },
        "imu/keyframe_indices": { shape: [50, 2], values: new Int32Array(100) },
      },
      "annotation.hdf5: imu/keyframe_indices has the shape (50, 2), and (frames) is wanted",
    ],
    [
      "points in a plane",
      {
        "slam/trans_xyz": { shape: [50, 3], values: new Float32Array(150) },
        "slam/point_cloud": { shape: [9, 2], values: new Float32Array(18) },
      },
      "annotation.hdf5: slam/point_cloud has the shape (9, 2), and (points, 3) is wanted",
    ],
    [
      "a camera without perspective",
      {
        "slam/trans_xyz": { shape: [50, 3], values: new Float32Array(150) },
        "calibration/cam0/K": { shape: [4], values: new Float32Array(4) },
      },
      "annotation.hdf5: calibration/cam0/K has the shape (4), and (3, 3) is wanted",
    ],
  ])("is refused for %s", async (name, arrays, message) => {
    const path = join(folder, name);
    cpSync(join(whole, "stereo_right.mp4"), join(path, "stereo_right.mp4"));
    await writeHdf5(join(path, "annotation.hdf5"), { other: "text", ...arrays });
    const failing = opened(path).table.list();
    await expect(failing).rejects.toMatchObject({
      name: "UserError",
      message: expect.stringContaining(message),
    });
    // A folder may hold many recordings.
    await expect(failing).rejects.toThrow(join(path, "annotation.hdf5"));
    expect(readdirSync(join(cache, "tables")).filter((entry) => entry.endsWith(".part"))).toEqual(
      [],
    );
  });
});

it("lays the tables of several recordings side by side", async () => {
  const both = join(folder, "both");
  cpSync(whole, join(both, "a"), { recursive: true });
  await writeEpisode(join(both, "b"), { frames: 40, seed: 9, cameras: [] });
  const { table, source } = opened(both);
  expect((await table.list()).filter((path) => path.endsWith("npz"))).toEqual([
    "a/shared_windows.npz",
    "a/targets.npz",
    "b/shared_windows.npz",
    "b/targets.npz",
  ]);
  await using arrays = arrayFolder(await source.mediaRoot());
  expect(await arrays.shape({ path: "b/shared_windows.npz", name: "X" })).toEqual([5, 4_262]);
});

it("says what is wrong with several recordings once", async () => {
  const all = join(folder, "all");
  for (const [seed, name] of ["a", "b", "c", "d", "e", "f", "g"].entries())
    await writeEpisode(join(all, name), { frames: 25, seed, cameras: [] });
  const { table, warnings } = opened(all);
  await table.list();
  expect(warnings).toEqual([
    expect.stringMatching(/^a, b, c, d, e and 2 more: feature blocks that are left out: video_/),
  ]);
});

it("leaves a folder without recordings as it is", async () => {
  const path = join(folder, "plain");
  cpSync(join(whole, "stereo_right.mp4"), join(path, "stereo_right.mp4"));
  writeFileSync(join(path, "windows.csv"), "window_index\n0\n");
  const { table } = opened(path);
  expect(await table.list()).toEqual(["stereo_right.mp4", "windows.csv"]);
});

it("writes equal episodes for equal seeds", async () => {
  const again = join(folder, "again");
  await writeEpisode(again, { frames: 75, cameras: ["fisheye_cam0", "stereo_right"] });
  expect(digests(again)).toEqual(digests(whole));
});
