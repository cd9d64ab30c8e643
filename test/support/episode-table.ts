import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeNpz } from "../../src/datasets/arrays/write-npz.ts";
import { seededRandom } from "../../src/math/seeded-random.ts";

/** Blocks of a small table, in the order of the suite. */
const tableBlocks: readonly (readonly [name: string, dim: number])[] = [
  ["hand_left_joints", 3],
  ["hand_right_joints", 3],
  ["body_joints", 3],
  ["body_contacts", 2],
  ["camera_translation", 2],
  ["camera_rotation_matrix", 2],
  ["imu_accel_gyro", 2],
  ["depth_confidence", 3],
  ["video_fisheye_cam0", 3],
  ["video_stereo_left", 3],
  ["audio_fisheye_cam0_aac", 2],
  ["caption_objects_interaction_text", 4],
];

export const tableWidth = tableBlocks.reduce((sum, [, dim]) => sum + dim, 0);

/** What can be changed about a table after it was made. */
interface TableContent {
  readonly actions: string[];
  readonly nextActions: string[];
  readonly contacts: string[];
  readonly objects: string[];
  readonly features: Float32Array;
  readonly forecasts: Float32Array;
}

export interface TableOptions {
  readonly windows?: number;
  readonly seed?: number;
  readonly targets?: boolean;
  /** Numbers of a forecast of hands. */
  readonly forecastNumbers?: number;
  change?(content: TableContent): void;
}

const actionNames = ["pick up", "pour", "stir", "wait"];

/**
 * Writes a table as the suite has them: windows of 20 frames every 5, labels that last 12 windows
 * each, features that depend on the label, and targets.
 */
export async function writeEpisodeTable(
  folder: string,
  { windows = 80, seed = 1, targets = true, forecastNumbers = 60, change }: TableOptions = {},
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const random = seededRandom(seed, "table");
  const indices = Array.from({ length: windows }, (_, index) => index);
  const actionOf = (index: number) => Math.floor(index / 12) % actionNames.length;
  const content: TableContent = {
    actions: indices.map((index) => (index % 29 === 7 ? "" : actionNames[actionOf(index)]!)),
    nextActions: indices.map((index) => actionNames[actionOf(Math.min(windows - 1, index + 6))]!),
    contacts: indices.map((index) => (index % 5 === 0 ? "0" : "1")),
    objects: indices.map((index) =>
      index % 3 === 0 ? "kettle|mug" : `mug|thing ${actionOf(index)}`,
    ),
    features: Float32Array.from(
      { length: windows * tableWidth },
      (_, at) => actionOf(Math.floor(at / tableWidth)) * ((at % tableWidth) % 3) + random(),
    ),
    forecasts: Float32Array.from({ length: windows * forecastNumbers }, () => random()),
  };
  change?.(content);
  const frames = (index: number) => [index, index * 5, index * 5 + 19, index * 5 + 9];
  const lines = (header: string, rows: readonly (readonly unknown[])[]) =>
    [header, ...rows.map((row) => row.join(","))].map((line) => `${line}\n`).join("");
  writeFileSync(
    join(folder, "windows.csv"),
    lines(
      "window_index,start_frame,end_frame,center_frame,action_label,action_fraction,subtask_label,subtask_fraction",
      indices.map((index) => [
        ...frames(index),
        content.actions[index],
        "1.0",
        `step ${Math.floor(index / 24)}`,
        "1.0",
      ]),
    ),
  );
  let start = 0;
  writeFileSync(
    join(folder, "feature_manifest.json"),
    JSON.stringify(
      tableBlocks.map(([name, dim]) => {
        start += dim;
        return { name, start: start - dim, end: start, dim };
      }),
    ),
  );
  await writeNpz(join(folder, "shared_windows.npz"), {
    X: { shape: [windows, tableWidth], values: content.features },
    starts: { values: Int32Array.from(indices, (index) => index * 5) },
    ends: { values: Int32Array.from(indices, (index) => index * 5 + 19) },
  });
  if (!targets) return;
  writeFileSync(
    join(folder, "targets.csv"),
    lines(
      "window_index,next_action,contact,objects",
      indices.map((index) => [
        index,
        content.nextActions[index],
        content.contacts[index],
        content.objects[index],
      ]),
    ),
  );
  await writeNpz(join(folder, "targets.npz"), {
    hand_forecast: { shape: [windows, forecastNumbers], values: content.forecasts },
    // The frames after the last two windows are not there.
    hand_forecast_valid: {
      values: Int32Array.from(indices, (index) => (index < windows - 2 ? 1 : 0)),
    },
  });
}
