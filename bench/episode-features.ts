import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeEpisode } from "../src/cli/commands/demo/episode/write-episode.ts";
import { derivedTables } from "../src/evaluation/derive/derived-tables.ts";
import { audioFeatures } from "../src/families/episode/features/audio-frame.ts";
import { depthFeatures } from "../src/families/episode/features/depth-frame.ts";
import { episodeDerivation } from "../src/families/episode/features/derivation.ts";
import { recordingsAmong } from "../src/families/episode/features/recordings.ts";
import { videoFeatures, videoFrameSize } from "../src/families/episode/features/video-frame.ts";
import { thumbnailsOf } from "../src/media/streams/thumbnails-job.ts";
import { encodeVideo } from "../test/media/encode-video.ts";
import { askPeer, cpuSeconds, sideBySide } from "./side-by-side.ts";

const folder = join(tmpdir(), "vidimus-bench-episode");
const videoFrames = Number(process.env.VIDIMUS_BENCH_FRAMES ?? 300);
const depthSize = { width: 640, height: 480 };
const depthFrames = 60;
const soundFrames = 3_000;
const samples = 533;

/**
 * What a second of computing gives, in frames: a video of 720p decoded, made small and measured,
 * depth of 640 × 480, and sound at 30 frames a second; beside the same definitions in OpenCV and
 * NumPy. Then a whole small episode, in seconds.
 */
export async function run(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const path = video();
  const peer = (what: string, count: number, ...more: string[]) => ({
    name: "OpenCV and NumPy",
    run: () =>
      askPeer<{ cpu: number }>("episode-features.py", [what, `${count}`, ...more])?.cpu ??
      Number.NaN,
  });
  await sideBySide(`video, ${videoFrames} frames of 1280 × 720`, [
    { name: "ours", run: () => cpuSeconds(() => videoJob(path)) },
    peer("video", videoFrames, path),
  ]);
  await sideBySide(`depth, ${depthFrames} frames of 640 × 480`, [
    { name: "ours", run: () => cpuSeconds(depthJob) },
    peer("depth", depthFrames),
  ]);
  await sideBySide(`sound, ${soundFrames} frames of ${samples} samples`, [
    { name: "ours", run: () => cpuSeconds(soundJob) },
    peer("sound", soundFrames),
  ]);
  await wholeEpisode();
}

function video(): string {
  const path = join(folder, `video-${videoFrames}.mp4`);
  if (!existsSync(path))
    encodeVideo(path, {
      encoder: "libx264",
      container: "mp4",
      width: 1280,
      height: 720,
      ticks: Array.from({ length: videoFrames }, (_, tick) => tick),
      ticksPerSecond: 30,
      detail: true,
      gop: 60,
      encoderOptions: { preset: "veryfast" },
    });
  return path;
}

async function videoJob(path: string): Promise<void> {
  const output = join(folder, "small.raw");
  const job = { work: "thumbnails", path, name: path, size: videoFrameSize, output } as const;
  const { count } = await thumbnailsOf(job, () => undefined);
  const pixels = await readFile(output);
  const step = pixels.length / count;
  for (let frame = 0; frame < count; frame++)
    videoFeatures(pixels.subarray(frame * step, (frame + 1) * step));
}

function depthJob(): void {
  const features = depthFeatures(depthSize);
  const depth = Float32Array.from(
    { length: depthSize.width * depthSize.height },
    (_, i) => ((i * 7919) % 4000) / 1000,
  );
  const confidence = Float32Array.from(depth, (value) => value * 60);
  for (let frame = 0; frame < depthFrames; frame++)
    features({ depth, confidence, range: [0.2, 4] });
}

function soundJob(): void {
  const features = audioFeatures();
  const sound = Float32Array.from({ length: samples }, (_, i) => Math.sin(i * 0.3));
  for (let frame = 0; frame < soundFrames; frame++) features(sound);
}

async function wholeEpisode(): Promise<void> {
  const episode = join(folder, "episode");
  if (!existsSync(join(episode, "stereo_right.mp4"))) await writeEpisode(episode);
  const cache = mkdtempSync(join(folder, "cache-"));
  const places = recordingsAmong([
    "annotation.hdf5",
    ...[
      "fisheye_cam0",
      "fisheye_cam1",
      "fisheye_cam2",
      "fisheye_cam3",
      "stereo_left",
      "stereo_right",
    ].map((camera) => `${camera}.mp4`),
  ]);
  const startedAt = performance.now();
  await derivedTables(episode, places, {
    derivation: episodeDerivation,
    options: {},
    cache,
    onWarning: (message) => console.log(message),
  });
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(
    `\na whole episode: 600 frames, six videos of 64 × 48, all 18 blocks: ${seconds.toFixed(1)} s, ${Math.round(600 / seconds)} frames/s, ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`,
  );
  rmSync(cache, { recursive: true });
}
