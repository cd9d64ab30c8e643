import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { writeHdf5 } from "../../../../datasets/arrays/write-hdf5.ts";
import { seededRandom } from "../../../../math/seeded-random.ts";
import { annotateEpisode } from "./annotate-episode.ts";
import {
  type EpisodeSize,
  normal,
  type SimulatedEpisode,
  simulateEpisode,
} from "./simulate-episode.ts";

/** Where each camera stands, as fractions of the picture that things are moved by. */
const cameras: Readonly<Record<string, readonly [x: number, y: number]>> = {
  fisheye_cam0: [0, 0],
  fisheye_cam1: [0.15, 0],
  fisheye_cam2: [-0.15, 0.05],
  fisheye_cam3: [0, -0.1],
  stereo_left: [0.05, 0.1],
  stereo_right: [-0.05, 0.1],
};

const samplesPerSecond = 16_000;

/** The episode of the demo: small, so that it is written and read within seconds. */
const demoEpisode: EpisodeSize = {
  frames: 600,
  framesPerSecond: 10,
  seed: 7,
  width: 64,
  height: 48,
  depthWidth: 32,
  depthHeight: 24,
};

export interface WriteEpisodeOptions extends Partial<EpisodeSize> {
  /** Only these cameras; all if left out. */
  readonly cameras?: readonly string[] | undefined;
}

/** Writes a synthetic episode: `annotation.hdf5` and one MP4 file for each camera. */
export async function writeEpisode(
  folder: string,
  { cameras: wanted = Object.keys(cameras), ...size }: WriteEpisodeOptions = {},
): Promise<SimulatedEpisode> {
  const episode = simulateEpisode({ ...demoEpisode, ...size });
  mkdirSync(folder, { recursive: true });
  await writeHdf5(join(folder, "annotation.hdf5"), annotateEpisode(episode));
  const { writeVideo } = await import("../../../../media/video/write-video.ts");
  const { width, height, framesPerSecond } = episode.size;
  for (const camera of wanted) {
    const sound =
      camera === "fisheye_cam0" ? { samples: soundOf(episode), samplesPerSecond } : undefined;
    writeVideo(
      join(folder, `${camera}.mp4`),
      { encoder: "libx264", container: "mp4", width, height, framesPerSecond, sound },
      picturesOf(episode, cameras[camera]!),
    );
  }
  return episode;
}

/** A table in the light of the subtask, things of the action's colour, and a hand that moves. */
function* picturesOf(
  { size, doings, rightHand }: SimulatedEpisode,
  [shiftX, shiftY]: readonly [number, number],
): Generator<Uint8Array> {
  const { width, height, frames } = size;
  const tables = new Map<string, Uint8Array>();
  for (let frame = 0; frame < frames; frame++) {
    const { colour, objects, subtask } = doings[frame]!;
    const table = tables.get(subtask) ?? tableOf(size, 40 + 12 * subtask.length);
    tables.set(subtask, table);
    const picture = table.slice();
    const disc = (x: number, y: number, radius: number, rgb: readonly number[]) => {
      const [centreX, centreY] = [(x + shiftX) * width, (y + shiftY) * height];
      for (
        let row = Math.max(0, Math.floor(centreY - radius));
        row < Math.min(height, centreY + radius);
        row++
      )
        for (
          let column = Math.max(0, Math.floor(centreX - radius));
          column < Math.min(width, centreX + radius);
          column++
        )
          if ((column - centreX) ** 2 + (row - centreY) ** 2 <= radius ** 2)
            picture.set(rgb, 3 * (row * width + column));
    };
    for (const [i] of objects.entries()) disc(0.25 + 0.25 * i, 0.7, width / 10, colour);
    disc(
      0.5 + 0.6 * rightHand[3 * frame]!,
      0.5 - 0.6 * rightHand[3 * frame + 1]!,
      width / 8,
      [230, 190, 160],
    );
    yield picture;
  }
}

function tableOf({ width, height }: EpisodeSize, light: number): Uint8Array {
  const picture = new Uint8Array(3 * width * height);
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const shade = light + (30 * row) / height;
      picture.set([shade, shade * 0.9, shade * 0.8], 3 * (row * width + column));
    }
  return picture;
}

/** A tone for each action, or a rushing, over a quiet room. */
function soundOf({ size, doings }: SimulatedEpisode): Float32Array {
  const { frames, framesPerSecond, seed } = size;
  const random = seededRandom(seed, "sound");
  const samples = new Float32Array(Math.floor((frames * samplesPerSecond) / framesPerSecond));
  for (let i = 0; i < samples.length; i++) {
    const frame = Math.min(frames - 1, Math.floor((i * framesPerSecond) / samplesPerSecond));
    const { pitch, pace } = doings[frame]!;
    const seconds = i / samplesPerSecond;
    const swell = 0.5 + 0.5 * Math.sin(2 * Math.PI * pace * seconds);
    const tone = pitch === 0 ? 0.4 * normal(random) : Math.sin(2 * Math.PI * pitch * seconds);
    samples[i] = 0.2 * swell * tone + 0.01 * normal(random);
  }
  return samples;
}
