// Makes a table of windows of a kitchen, seen by many sensors that know different things: cameras
// tell places apart, microphones what is poured and what is ground, hands the rest. Run it once:
// npm run -s example -- examples/episode-ablation/make-table.ts
import { mkdirSync, writeFileSync } from "node:fs";

const actions = ["reach", "pour", "grind", "stir", "wipe"];
/** How clearly each sensor shows each action, from 0 to 1, and how many numbers it gives. */
const blocks = [
  { name: "hand_left_joints", size: 4, shows: [0.5, 0.2, 0.4, 0.5, 0.4] },
  { name: "hand_right_joints", size: 4, shows: [0.5, 0.4, 0.4, 0.6, 0.5] },
  { name: "camera_translation", size: 3, shows: [0.3, 0, 0, 0, 0.4] },
  { name: "imu_accel_gyro", size: 3, shows: [0.2, 0, 0.4, 0.2, 0.2] },
  { name: "depth_confidence", size: 4, shows: [0.3, 0.2, 0.2, 0.2, 0.3] },
  { name: "video_fisheye_cam0", size: 4, shows: [0.4, 0.3, 0.3, 0.1, 0.5] },
  { name: "audio_fisheye_cam0_aac", size: 3, shows: [0, 0.4, 0.7, 0.1, 0] },
  { name: "audio_raw_log_mel", size: 6, shows: [0, 0.7, 0.8, 0.4, 0.1] },
];
const windows = 400;
const [length, stride] = [20, 5];

/** The same numbers on every machine, from 0 to 1. */
let state = 7;
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}

/** What is done in each window: every action for 6 to 12 windows, then another. */
function* doings(): Generator<number> {
  let action = 0;
  while (true) {
    const many = 6 + Math.floor(random() * 7);
    for (let at = 0; at < many; at++) yield action;
    action = (action + 1 + Math.floor(random() * (actions.length - 1))) % actions.length;
  }
}

const folder = `${import.meta.dirname}/kitchen`;
mkdirSync(folder, { recursive: true });
let end = 0;
const manifest = blocks.map(({ name, size }) => {
  end += size;
  return { name, start: end - size, end, dim: size };
});
writeFileSync(`${folder}/feature_manifest.json`, `${JSON.stringify(manifest, null, 2)}\n`);

const labels = ["window_index,start_frame,end_frame,center_frame,action_label,subtask_label"];
const features = [Array.from({ length: end }, (_, at) => `f${at}`).join()];
const doing = doings();
for (let index = 0; index < windows; index++) {
  const action = doing.next().value as number;
  const start = index * stride;
  const center = start + Math.floor((length - 1) / 2);
  labels.push([index, start, start + length - 1, center, actions[action], ""].join());
  const row = blocks.flatMap(({ size, shows }, sensor) =>
    Array.from({ length: size }, (_, at) => {
      const pattern = Math.sin((action + 1) * (sensor + 2) * (at + 1));
      return (shows[action]! * pattern + 1.5 * (random() - 0.5)).toFixed(3);
    }),
  );
  features.push(row.join());
}
writeFileSync(`${folder}/windows.csv`, `${labels.join("\n")}\n`);
writeFileSync(`${folder}/features.csv`, `${features.join("\n")}\n`);
