import type { Recording } from "../../../core/data/recording.ts";
import { annotated, type FeatureBlock, frameBlock, type ReadFrames, wrongShape } from "./block.ts";
import { rotationMatrix } from "./static-features.ts";
import { temporalStatistics } from "./temporal-statistics.ts";

export const handJoints = 21;
export const bodyJoints = 52;
const contactPoints = 21;

/** Where the arrays of an annotation are. */
export const annotationArrays = {
  leftHand: "hand_mocap/left_joints_3d",
  rightHand: "hand_mocap/right_joints_3d",
  body: "full_body_mocap/keypoints",
  contacts: "full_body_mocap/contacts",
  rotation: "slam/quat_wxyz",
  translation: "slam/trans_xyz",
  accel: "imu/accel_xyz",
  gyro: "imu/gyro_xyz",
  keyframes: "imu/keyframe_indices",
} as const;

/** What several blocks and targets read. */
export interface AnnotationSources {
  readonly body: ReadFrames | undefined;
  readonly leftHand: ReadFrames | undefined;
  readonly rightHand: ReadFrames | undefined;
  readonly contacts: ReadFrames | undefined;
}

type BodyRoot = ReadFrames | undefined;

/** Positions of joints, three numbers each, as seen from the root of the body. */
export function fromRoot(joints: ReadFrames, body: BodyRoot, count: number): ReadFrames {
  return async (from, to) => {
    const values = Float64Array.from(await joints(from, to));
    const roots = body && (await body(from, to));
    if (!roots) return values;
    for (let frame = 0; frame < to - from; frame++)
      for (let i = 0; i < 3 * count; i++)
        values[frame * 3 * count + i]! -= roots[frame * 3 * bodyJoints + (i % 3)]!;
    return values;
  };
}

export function jointsBlock(
  name: string,
  {
    joints,
    body,
    count,
  }: { readonly joints: ReadFrames; readonly body: BodyRoot; readonly count: number },
): FeatureBlock {
  return frameBlock(name, 3 * count, fromRoot(joints, body, count));
}

export function contactsBlock(contacts: ReadFrames): FeatureBlock {
  return frameBlock("body_contacts", contactPoints, contacts);
}

/** As seen from where the camera was at the first frame of the recording. */
export async function translationBlock(places: ReadFrames): Promise<FeatureBlock> {
  const first = await places(0, 1);
  return frameBlock("camera_translation", 3, async (from, to) =>
    Float64Array.from(await places(from, to), (value, i) => value - first[i % 3]!),
  );
}

export function rotationBlock(quaternions: ReadFrames): FeatureBlock {
  return frameBlock("camera_rotation_matrix", 9, async (from, to) => {
    const values = await quaternions(from, to);
    const all: number[] = [];
    for (let at = 0; at < values.length; at += 4)
      all.push(...rotationMatrix([values[at]!, values[at + 1]!, values[at + 2]!, values[at + 3]!]));
    return all;
  });
}

/** Statistics over all samples from the keyframe of the window's first frame to that of its last. */
export async function imuBlock(
  recording: Recording,
  { path, frames }: { readonly path: string; readonly frames: number },
): Promise<FeatureBlock | undefined> {
  const accel = await annotated(recording, { path, name: annotationArrays.accel, inner: [3] });
  const gyro = await annotated(recording, { path, name: annotationArrays.gyro, inner: [3] });
  const shape = await recording.shape(path, annotationArrays.keyframes);
  const count = async (name: string) => (await recording.shape(path, name))?.[0] ?? 0;
  const counts = [await count(annotationArrays.accel), await count(annotationArrays.gyro)];
  const samples = Math.min(...counts);
  if (!accel || !gyro || !shape || samples === 0) return undefined;
  if (shape.length !== 1)
    throw wrongShape({ path, name: annotationArrays.keyframes, shape }, "(frames)");
  const { values: keyframes } = await recording.read({ path, name: annotationArrays.keyframes });
  const warnings = imuWarnings(keyframes.subarray(0, frames), counts).map(
    (warning) => `${path}: ${warning}`,
  );
  const within = (index: number) => Math.min(samples - 1, Math.max(0, Math.round(index) || 0));
  return {
    name: "imu_accel_gyro",
    dim: 42,
    warnings,
    async *rows(windows) {
      for (const { start, end } of windows) {
        const from = within(keyframes[start] ?? 0);
        const to = Math.max(from, within(keyframes[end - 1] ?? from)) + 1;
        const [a, g] = [await accel(from, to), await gyro(from, to)];
        const values = new Float64Array((to - from) * 6);
        for (let i = 0; i < to - from; i++)
          for (let axis = 0; axis < 3; axis++) {
            values[i * 6 + axis] = a[i * 3 + axis]!;
            values[i * 6 + 3 + axis] = g[i * 3 + axis]!;
          }
        yield temporalStatistics(values, { count: to - from, width: 6 });
      }
    },
  };
}

/** What of the samples cannot be used as it stands. */
function imuWarnings(
  keyframes: Float32Array | Float64Array,
  [accel, gyro]: readonly number[],
): readonly string[] {
  const samples = Math.min(accel!, gyro!);
  const beyond = keyframes.filter((index) => !(index >= 0 && index < samples));
  return [
    ...(accel === gyro
      ? []
      : [
          `${annotationArrays.accel} has ${accel} samples and ${annotationArrays.gyro} ${gyro}; the first ${samples} are used`,
        ]),
    ...(beyond.length === 0
      ? []
      : [
          `${beyond.length} of ${keyframes.length} ${annotationArrays.keyframes}, such as ${beyond[0]}, are no index of the ${samples} samples; the nearest sample is taken`,
        ]),
  ];
}
