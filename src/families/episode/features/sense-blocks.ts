import type { Recording } from "../../../core/data/recording.ts";
import type { Result } from "../../../core/result.ts";
import { failure, success } from "../../../core/result.ts";
import { audioFeatures, audioRate, audioStart, audioWidth } from "./audio-frame.ts";
import { type FeatureBlock, frameBlock, staticBlock, wrongShape } from "./block.ts";
import type { FrameCaptions } from "./captions.ts";
import { depthFeatures, depthWidth } from "./depth-frame.ts";
import { hashedText, rememberedBuckets, textBuckets } from "./hashed-text.ts";
import { logMelFeatures, logMelWidth } from "./log-mel.ts";
import {
  type CameraCalibration,
  calibratedCameras,
  calibrationFeatures,
  pointCloudFeatures,
} from "./static-features.ts";
import { videoFeatures, videoFrameSize, videoWidth } from "./video-frame.ts";

const frameBytes = videoFrameSize.width * videoFrameSize.height * 3;

export interface VideoBlock {
  readonly block: FeatureBlock;
  readonly framesPerSecond: number | null;
}

/** The frames of one camera; those that are missing or broken repeat the last. */
export async function videoBlock(
  recording: Recording,
  { name, path, frames }: { readonly name: string; readonly path: string; readonly frames: number },
): Promise<Result<VideoBlock>> {
  const opened = await recording.frames(path, videoFrameSize);
  if (!opened.ok) return opened;
  const video = opened.value;
  const missing = Math.max(0, frames - video.count);
  const further = Math.max(0, video.count - frames);
  const warnings = [
    ...(video.failed > 0
      ? [
          `${path}: ${video.failed} of ${video.count} frames could not be decoded and repeat the one before`,
        ]
      : []),
    ...(missing > 0
      ? [`${path}: ends ${missing} frames before the annotation; its last frame is repeated`]
      : []),
    ...(further > 0
      ? [
          `${path}: has ${video.count} frames, and the annotation ${frames}; the last ${further} are not read`,
        ]
      : []),
  ];
  let last: Float64Array | undefined;
  const block = frameBlock(
    name,
    videoWidth,
    async (from, to) => {
      const all = new Float64Array((to - from) * videoWidth);
      const end = Math.min(to, video.count);
      const pixels = from < end ? await video.read(from, end) : new Uint8Array(0);
      for (let frame = 0; frame < to - from; frame++) {
        const at = frame * frameBytes;
        if (at < pixels.length) last = videoFeatures(pixels.subarray(at, at + frameBytes));
        all.set(last!, frame * videoWidth);
      }
      return all;
    },
    warnings,
  );
  return success({ block, framesPerSecond: video.framesPerSecond });
}

/** Sound by frames of the video that it belongs to. */
export async function audioBlocks(
  recording: Recording,
  {
    path,
    framesPerSecond,
    withLogMel,
  }: { readonly path: string; readonly framesPerSecond: number; readonly withLogMel: boolean },
): Promise<Result<readonly FeatureBlock[]>> {
  const opened = await recording.audio(path, audioRate);
  if (!opened.ok) return opened;
  const sound = opened.value;
  if (sound.length === 0) return failure("has no sound");
  // A rate that was measured may be off by the last digit.
  const rate = Math.round(framesPerSecond * 1e6) / 1e6;
  const place = (frame: number) => audioStart(frame, rate);
  const within = (sample: number) => Math.min(sample, sound.length);
  const features = audioFeatures();
  const frames = frameBlock("audio_fisheye_cam0_aac", audioWidth, async (from, to) => {
    const all = new Float64Array((to - from) * audioWidth);
    const start = within(place(from));
    const samples = await sound.read(start, within(place(to)));
    for (let frame = from; frame < to; frame++) {
      const part = samples.subarray(within(place(frame)) - start, within(place(frame + 1)) - start);
      all.set(features(part), (frame - from) * audioWidth);
    }
    return all;
  });
  if (!withLogMel) return success([frames]);
  const mel = logMelFeatures();
  const raw: FeatureBlock = {
    name: "audio_raw_log_mel",
    dim: logMelWidth,
    async *rows(windows) {
      for (const { start, end } of windows)
        yield mel(await sound.read(within(place(start)), within(place(end))));
    },
  };
  return success([frames, raw]);
}

const pieceNumbers = 1 << 21;

/** Depths are multiplied by `depth/scale` where the recording has one. */
export async function depthBlock(
  recording: Recording,
  path: string,
): Promise<FeatureBlock | undefined> {
  const name = "depth/depth";
  const shape = await recording.shape(path, name);
  if (!shape) return undefined;
  const [count = 0, height = 0, width = 0] = shape;
  if (shape.length !== 3) throw wrongShape({ path, name, shape }, "(frames, height, width)");
  const confidences = await recording.shape(path, "depth/confidence");
  const hasConfidence = confidences?.join() === shape.join();
  const number = async (key: string) =>
    (await recording.shape(path, key))
      ? (await recording.read({ path, name: key })).values
      : undefined;
  const scale = (await number("depth/scale"))?.[0] ?? 1;
  const [least, greatest] = [await number("depth/depth_min"), await number("depth/depth_max")];
  const at = (values: ArrayLike<number>, frame: number) => values[values.length > 1 ? frame : 0]!;
  const features = depthFeatures({ width, height });
  const pixels = width * height;
  // As many frames at a time as are little memory: what is compressed lies in chunks of several.
  const piece = Math.max(1, Math.floor(pieceNumbers / pixels));
  return frameBlock("depth_confidence", depthWidth, async (from, to) => {
    const all = new Float64Array((to - from) * depthWidth);
    const last = Math.min(to, count);
    for (let start = from; start < last; start += piece) {
      const end = Math.min(last, start + piece);
      const depths = (await recording.read({ path, name, rows: [start, end] })).values;
      const sure = hasConfidence
        ? (await recording.read({ path, name: "depth/confidence", rows: [start, end] })).values
        : undefined;
      for (let frame = start; frame < end; frame++) {
        const own = <T extends { subarray(from: number, to: number): T }>(values: T) =>
          values.subarray((frame - start) * pixels, (frame - start + 1) * pixels);
        const depth = Float64Array.from(own(depths as Float64Array), (raw) => raw * scale);
        const confidence = sure && own(sure as Float64Array);
        const range =
          least && greatest ? ([at(least, frame), at(greatest, frame)] as const) : undefined;
        all.set(features({ depth, confidence, range }), (frame - from) * depthWidth);
      }
    }
    return all;
  });
}

/** Objects and interaction as hashed words; labels only where that is asked for. */
export function captionBlock(captions: FrameCaptions, withLabels: boolean): FeatureBlock {
  const buckets = rememberedBuckets();
  const known = new Map<string, Float64Array>();
  const vector = (text: string) => {
    const found = known.get(text) ?? hashedText(text, buckets);
    known.set(text, found);
    return found;
  };
  return frameBlock("caption_objects_interaction_text", textBuckets, async (from, to) => {
    const all = new Float64Array((to - from) * textBuckets);
    for (let frame = from; frame < to; frame++) {
      const labels = withLabels ? [captions.actions[frame], captions.subtasks[frame]] : [];
      const text = [
        ...(captions.objects[frame] ?? []),
        captions.interactions[frame] ?? "",
        ...labels,
      ].join(" ");
      all.set(vector(text), (frame - from) * textBuckets);
    }
    return all;
  });
}

export async function pointCloudBlock(
  recording: Recording,
  path: string,
): Promise<FeatureBlock | undefined> {
  const name = "slam/point_cloud";
  const shape = await recording.shape(path, name);
  if (!shape) return undefined;
  if (shape.length !== 2 || shape[1] !== 3) throw wrongShape({ path, name, shape }, "(points, 3)");
  const { values } = await recording.read({ path, name });
  return staticBlock("slam_point_cloud", pointCloudFeatures(values));
}

export async function calibrationBlock(
  recording: Recording,
  path: string,
): Promise<FeatureBlock | undefined> {
  const cameras: Record<string, CameraCalibration> = {};
  for (const camera of calibratedCameras) {
    const read = async (key: string, sizes: readonly string[]) => {
      const name = `calibration/${camera}/${key}`;
      const shape = await recording.shape(path, name);
      if (!shape) return undefined;
      if (!sizes.includes(shape.join(", ")))
        throw wrongShape({ path, name, shape }, `(${sizes.join(") or (")})`);
      return (await recording.read({ path, name })).values;
    };
    const found = { K: await read("K", ["3, 3"]), T_c_b: await read("T_c_b", ["4, 4", "3, 4"]) };
    if (found.K || found.T_c_b) cameras[camera] = found;
  }
  if (Object.keys(cameras).length === 0) return undefined;
  return staticBlock("calibration", calibrationFeatures(cameras));
}
