import type { Hdf5Input } from "../../../../datasets/arrays/write-hdf5.ts";
import { seededRandom } from "../../../../math/seeded-random.ts";
import { normal, type SimulatedEpisode } from "./simulate-episode.ts";

const handJoints = 21;
const bodyJoints = 52;
const contactPoints = 21;
const samplesPerFrame = 10;
const mapPoints = 500;

/** The annotation of a simulated episode, by the paths of its datasets. */
export function annotateEpisode(episode: SimulatedEpisode): Readonly<Record<string, Hdf5Input>> {
  const { frames } = episode.size;
  const names = Array.from({ length: frames }, (_, frame) => frameName(frame));
  return {
    ...bodies(episode),
    ...camera(episode),
    "slam/frame_names": names,
    "slam/point_cloud": points(episode),
    ...inertia(episode),
    ...depth(episode),
    ...calibration(),
    "video/device_timestamp": {
      shape: [frames],
      values: BigInt64Array.from(
        { length: frames },
        (_, frame) =>
          1_700_000_000_000_000_000n +
          BigInt(Math.round((frame * 1e9) / episode.size.framesPerSecond)),
      ),
    },
    caption: JSON.stringify(caption(episode)),
  };
}

function frameName(frame: number): string {
  return `frame_${String(frame + 1).padStart(6, "0")}`;
}

function bodies({ size, root, rightHand, leftHand, doings }: SimulatedEpisode) {
  const { frames, seed } = size;
  const random = seededRandom(seed, "bodies");
  const hands = [leftHand, rightHand].map((hand) => {
    const joints = new Float32Array(frames * handJoints * 3);
    for (let frame = 0; frame < frames; frame++)
      for (let joint = 0; joint < handJoints; joint++)
        for (let axis = 0; axis < 3; axis++)
          joints[(frame * handJoints + joint) * 3 + axis] =
            root[3 * frame + axis]! +
            hand[3 * frame + axis]! +
            0.02 * Math.sin(joint * (axis + 1)) +
            0.002 * normal(random);
    return joints;
  });
  const body = new Float32Array(frames * bodyJoints * 3);
  const contacts = new Float32Array(frames * contactPoints);
  for (let frame = 0; frame < frames; frame++) {
    for (let joint = 0; joint < bodyJoints; joint++)
      for (let axis = 0; axis < 3; axis++) {
        const lean = joint > 20 ? 0.3 * rightHand[3 * frame + axis]! : 0;
        const still =
          joint === 0 ? 0 : 0.5 * Math.sin(joint * 1.7 + axis) + lean + 0.004 * normal(random);
        body[(frame * bodyJoints + joint) * 3 + axis] = root[3 * frame + axis]! + still;
      }
    if (doings[frame]!.touches)
      for (const point of [3, 4, 5]) contacts[frame * contactPoints + point] = 1;
  }
  return {
    "hand_mocap/left_joints_3d": { shape: [frames, handJoints, 3], values: hands[0]! },
    "hand_mocap/right_joints_3d": { shape: [frames, handJoints, 3], values: hands[1]! },
    "full_body_mocap/keypoints": { shape: [frames, bodyJoints, 3], values: body },
    "full_body_mocap/contacts": { shape: [frames, contactPoints], values: contacts },
  };
}

function camera({ size: { frames }, root, heading }: SimulatedEpisode) {
  const turns = new Float32Array(frames * 4);
  const places = new Float32Array(frames * 3);
  for (let frame = 0; frame < frames; frame++) {
    turns.set([Math.cos(heading[frame]! / 2), 0, Math.sin(heading[frame]! / 2), 0], 4 * frame);
    places.set([root[3 * frame]!, root[3 * frame + 1]! + 0.7, root[3 * frame + 2]!], 3 * frame);
  }
  return {
    "slam/quat_wxyz": { shape: [frames, 4], values: turns },
    "slam/trans_xyz": { shape: [frames, 3], values: places },
  };
}

function points({ size: { seed } }: SimulatedEpisode) {
  const random = seededRandom(seed, "map");
  const values = Float32Array.from(
    { length: mapPoints * 3 },
    (_, i) => (i % 3 === 1 ? 0.5 : 2) * normal(random),
  );
  return { shape: [mapPoints, 3], values };
}

/** What a wrist feels: the acceleration of the hand and the turning of the body. */
function inertia({ size, rightHand, heading }: SimulatedEpisode) {
  const { frames, seed, framesPerSecond } = size;
  const random = seededRandom(seed, "inertia");
  const samples = frames * samplesPerFrame;
  const accel = new Float32Array(samples * 3);
  const gyro = new Float32Array(samples * 3);
  for (let sample = 0; sample < samples; sample++) {
    const frame = Math.min(frames - 2, Math.max(1, Math.floor(sample / samplesPerFrame)));
    for (let axis = 0; axis < 3; axis++) {
      const bend =
        rightHand[3 * (frame + 1) + axis]! -
        2 * rightHand[3 * frame + axis]! +
        rightHand[3 * (frame - 1) + axis]!;
      accel[sample * 3 + axis] =
        (axis === 1 ? -9.81 : 0) + 0.1 * bend * framesPerSecond ** 2 + 0.05 * normal(random);
      gyro[sample * 3 + axis] =
        (axis === 1 ? (heading[frame + 1]! - heading[frame]!) * framesPerSecond : 0) +
        0.01 * normal(random);
    }
  }
  return {
    "imu/accel_xyz": { shape: [samples, 3], values: accel },
    "imu/gyro_xyz": { shape: [samples, 3], values: gyro },
    "imu/keyframe_indices": {
      shape: [frames],
      values: Int32Array.from({ length: frames }, (_, frame) => frame * samplesPerFrame),
    },
    "imu/device_timestamp_ns": {
      shape: [samples],
      values: BigInt64Array.from(
        { length: samples },
        (_, i) =>
          1_700_000_000_000_000_000n +
          BigInt(Math.round((i * 1e9) / (framesPerSecond * samplesPerFrame))),
      ),
    },
  };
}

/** A wall that a hand moves before; where the hand is, nothing is measured now and then. */
function depth({ size, rightHand }: SimulatedEpisode) {
  const { frames, depthWidth: width, depthHeight: height, seed } = size;
  const random = seededRandom(seed, "depth");
  const values = new Uint16Array(frames * width * height);
  const confidence = new Uint8Array(values.length);
  for (let frame = 0; frame < frames; frame++) {
    const x = (0.5 + 0.6 * rightHand[3 * frame]!) * width;
    const y = (0.5 - 0.6 * rightHand[3 * frame + 1]!) * height;
    const near = 1000 - 800 * rightHand[3 * frame + 2]!;
    for (let row = 0; row < height; row++)
      for (let column = 0; column < width; column++) {
        const at = (frame * height + row) * width + column;
        const isHand = (column - x) ** 2 + (row - y) ** 2 < (width / 8) ** 2;
        const isLost = random() < (isHand ? 0.2 : 0.02);
        values[at] = isLost ? 0 : (isHand ? near : 2500 + 20 * row) + 10 * random();
        confidence[at] = isLost ? 0 : 200 + 50 * random();
      }
  }
  const one = (value: number) => ({ shape: [], values: Float64Array.of(value) });
  return {
    "depth/depth": { shape: [frames, height, width], values, chunkRows: Math.min(frames, 16) },
    "depth/confidence": {
      shape: [frames, height, width],
      values: confidence,
      chunkRows: Math.min(frames, 16),
    },
    "depth/scale": one(0.001),
    "depth/depth_min": one(0.2),
    "depth/depth_max": one(4),
  };
}

function calibration(): Readonly<Record<string, Hdf5Input>> {
  const cameras = ["cam01", "cam0", "cam1", "cam2", "cam3"];
  return Object.fromEntries(
    cameras.flatMap((name, i) => [
      [
        `calibration/${name}/K`,
        { shape: [3, 3], values: Float64Array.of(400 + i, 0, 320, 0, 400 + i, 240, 0, 0, 1) },
      ],
      [
        `calibration/${name}/T_c_b`,
        {
          shape: [4, 4],
          values: Float64Array.of(1, 0, 0, 0.05 * i, 0, 1, 0, 0.01 * i, 0, 0, 1, 0.1, 0, 0, 0, 1),
        },
      ],
    ]),
  );
}

/** Segments are what is done in one subtask after the other. */
function caption({ stretches }: SimulatedEpisode): unknown {
  const segments: { subtask: string; parts: (typeof stretches)[number][] }[] = [];
  for (const stretch of stretches) {
    const last = segments.at(-1);
    if (last?.subtask === stretch.doing.subtask) last.parts.push(stretch);
    else segments.push({ subtask: stretch.doing.subtask, parts: [stretch] });
  }
  return {
    config: { "Main Task": "Make coffee" },
    segments: segments.map(({ subtask, parts }, i) => ({
      segment_id: i + 1,
      "Sub Task": subtask,
      start_frame: frameName(parts[0]!.start),
      end_frame: frameName(parts.at(-1)!.end - 1),
      "Current Action": parts.map(({ doing, start, end }) => ({
        start_frame_name: frameName(start),
        end_frame_name: frameName(end - 1),
        label: doing.action,
        description: doing.interaction,
      })),
      objects: Object.fromEntries(
        parts.map(({ doing, start }) => [frameName(start), doing.objects]),
      ),
      interaction: Object.fromEntries(
        parts.map(({ doing, start }) => [frameName(start), doing.interaction]),
      ),
    })),
  };
}
