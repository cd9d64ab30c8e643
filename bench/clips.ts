import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { FrameRef } from "../src/core/asking/chat.ts";
import type { MediaSource } from "../src/core/data/media.ts";
import type { PixelShape } from "../src/core/data/pixel-shape.ts";
import { DecodePool } from "../src/media/decode-pool.ts";
import { mediaSource } from "../src/media/media-source.ts";
import { PixelTaker } from "../src/media/pixels/pixel-taker.ts";
import { encodeVideo } from "../test/media/encode-video.ts";
import { requireBuilt } from "./built-command.ts";
import { median } from "./measured-command.ts";
import { type Cost, cpuSeconds } from "./media-cost.ts";
import { writeOtherFile } from "./other-file.ts";
import { askPeer } from "./side-by-side.ts";

const rounds = Number(process.env.VIDIMUS_BENCH_ROUNDS ?? 3);
const clipCount = Number(process.env.VIDIMUS_BENCH_CLIPS ?? 500);
const folder = join(tmpdir(), "vidimus-bench-clips");
/** Removed at the end: ext4 is slow to make files while others were deleted just before. */
const made = join(folder, "made");
const freshFolder = () => mkdtempSync(join(made, "round-"));
/** Encoding takes most of a second for each: there are as many files as asked for, but fewer scenes. */
const distinct = 50;
const processes = 2;
const worker = fileURLToPath(new URL("../dist/program/decode-worker.js", import.meta.url));
const { signal } = new AbortController();
const shape: PixelShape = { width: 224, height: 224, resize: "stretch", filter: "bicubic" };

/** What is made of each frame, and beside whom. */
interface Job {
  readonly title: string;
  readonly peers: readonly string[];
  take(source: MediaSource, path: string, taker: PixelTaker): Promise<void>;
}

const jobs: Readonly<Record<"pixels" | "jpeg", Job>> = {
  pixels: {
    title: "to 224 × 224 pixels, as an encoder sees them",
    peers: ["pyav", "torchcodec"],
    async take(source, path, taker) {
      const pixels = await taker.take(await framesOf(source, path), signal);
      if (pixels.kind !== "answered") throw new Error(pixels.reason);
    },
  },
  jpeg: {
    title: "to JPEG files in full colour, as a chat model sees them",
    peers: ["pyav", "opencv", "decord"],
    async take(source, path) {
      await framesOf(source, path);
    },
  },
};

/**
 * Eight frames of each of many short clips by two decoding processes; beside loops in Python, also
 * in two processes.
 */
export async function run(): Promise<void> {
  requireBuilt();
  mkdirSync(folder, { recursive: true });
  mkdirSync(made, { recursive: true });
  const names = Array.from({ length: clipCount }, (_, i) => clip(i));
  for (const output of ["pixels", "jpeg"] as const) {
    const taken = new Map<string, Cost[]>();
    const note = (name: string, cost: Cost) => taken.set(name, [...(taken.get(name) ?? []), cost]);
    for (let round = 0; round < rounds; round++) {
      note("ours", await takeAll(names, output, freshFolder()));
      for (const peer of jobs[output].peers) {
        const what = [peer, output, `${processes}`, `${clipCount}`];
        const found = askPeer<Cost>("clips.py", [...what, join(folder, "*.mp4"), freshFolder()]);
        if (found) note(peer, found);
      }
    }
    print(output, taken);
  }
  rmSync(made, { recursive: true });
}

function print(output: keyof typeof jobs, taken: ReadonlyMap<string, readonly Cost[]>): void {
  console.log(
    `\n${clipCount} clips of 10 s, 320 × 240, 8 frames each ${jobs[output].title}; ${processes} processes, ${cpus().length} cores; median of ${rounds}, alternating`,
  );
  const ours = taken.get("ours")!;
  for (const [name, costs] of taken) {
    const shown = (["wall", "cpu"] as const).map((of) => {
      const all = costs.map((cost) => cost[of]);
      const ratio = median(all) / median(ours.map((cost) => cost[of]));
      return `${median(all).toFixed(1)} s ${of} (${Math.min(...all).toFixed(1)}–${Math.max(...all).toFixed(1)}), ${ratio.toFixed(2)}× ours`;
    });
    const rate = clipCount / median(costs.map(({ wall }) => wall));
    console.log(`${name.padEnd(12)}${rate.toFixed(1).padStart(5)} videos/s  ${shown.join("  ")}`);
  }
}

/** A file of its own for each number; every ten of them show the same pictures. */
function clip(number: number): string {
  const name = `${String(number).padStart(4, "0")}.mp4`;
  const path = join(folder, name);
  if (existsSync(path)) return name;
  const pictures = join(folder, `pictures-${number % distinct}`);
  if (!existsSync(pictures)) encodePictures(pictures, number % distinct);
  writeOtherFile(pictures, path, number);
  return name;
}

/** x264 finds cuts in what is drawn, and no use for B-frames; in what a camera sees it does not. */
const asOfReal = { sc_threshold: "0", b_strategy: "0" };

/**
 * Half of them have a keyframe every two seconds and no B-frames, the others one keyframe in all
 * and two B-frames between others, about as FFmpeg's defaults do.
 */
function encodePictures(path: string, number: number): void {
  encodeVideo(path, {
    encoder: "libx264",
    container: "mp4",
    width: 320,
    height: 240,
    ticks: Array.from({ length: 250 + number }, (_, tick) => tick),
    ticksPerSecond: 25,
    detail: true,
    ...(number % 2 === 0
      ? { gop: 50, encoderOptions: { preset: "veryfast" } }
      : { gop: 300, bFrames: 2, encoderOptions: { preset: "veryfast", ...asOfReal } }),
  });
}

/** From the first look to the last frame, nothing known before, starting of processes included. */
async function takeAll(
  names: readonly string[],
  output: keyof typeof jobs,
  directory: string,
): Promise<Cost> {
  // Processes of the round before are gone by then, and counted no more.
  await setTimeout(1_000);
  const before = cpuSeconds();
  const startedAt = performance.now();
  const pool = new DecodePool({ timeLimitMs: 60_000, processes, worker });
  const taker = new PixelTaker();
  await using source = mediaSource({
    root: folder,
    request: {
      sampler: { strategy: "uniform", count: 8 },
      encoding: { format: "jpeg", quality: 90, longestSide: 768 },
    },
    cache: { directory, maxBytes: 1e10 },
    timeLimitMs: 60_000,
    decoder: "bench",
    pool,
    pixels: output === "pixels" ? { shape, taker } : undefined,
  });
  let next = 0;
  const work = async () => {
    while (next < names.length) await jobs[output].take(source, names[next++]!, taker);
  };
  await Promise.all(Array.from({ length: 16 }, work));
  return { wall: (performance.now() - startedAt) / 1000, cpu: cpuSeconds() - before };
}

async function framesOf(source: MediaSource, path: string): Promise<readonly FrameRef[]> {
  const [seen] = await source.look({ path, kind: "video" }, [{}], { signal });
  if (seen?.kind !== "answered") throw new Error(seen?.reason);
  return seen.value.frames;
}
