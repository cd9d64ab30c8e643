import { existsSync, mkdirSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import type { PixelShape } from "../src/core/data/pixel-shape.ts";
import { DecodePool } from "../src/media/decode-pool.ts";
import { mediaSource } from "../src/media/media-source.ts";
import { PixelTaker } from "../src/media/pixels/pixel-taker.ts";
import { encodeVideo } from "../test/media/encode-video.ts";
import { median } from "./measured-command.ts";
import { askPeer } from "./side-by-side.ts";

const rounds = Number(process.env.VIDIMUS_BENCH_ROUNDS ?? 3);
const clipCount = Number(process.env.VIDIMUS_BENCH_CLIPS ?? 500);
const folder = join(tmpdir(), "vidimus-bench-clips");
const processes = 2;
const shape: PixelShape = { width: 224, height: 224, resize: "stretch", filter: "bicubic" };

/**
 * Short clips to eight frames of 224 × 224 each, as an encoder sees them, by two decoding
 * processes; beside loops in Python over PyAV and TorchCodec, also in two processes.
 */
export async function run(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const names = Array.from({ length: clipCount }, (_, i) => clip(i));
  const peers = ["pyav", "torchcodec"];
  const taken = new Map<string, number[]>();
  const note = (name: string, seconds: number) =>
    taken.set(name, [...(taken.get(name) ?? []), seconds]);
  for (let round = 0; round < rounds; round++) {
    note("ours", await takeAll(names));
    for (const peer of peers) {
      const paths = join(folder, "*.mp4");
      const found = askPeer<{ seconds: number }>("clips.py", [
        ...[peer, `${processes}`, `${clipCount}`, paths],
      ]);
      if (found) note(peer, found.seconds);
    }
  }
  console.log(
    `\n${clipCount} clips of 10 s, 320 × 240, 8 frames each; ${processes} processes, ${cpus().length} cores; median of ${rounds}`,
  );
  const ours = median(taken.get("ours")!);
  for (const [name, seconds] of taken) {
    const spread = `${Math.min(...seconds).toFixed(1)}–${Math.max(...seconds).toFixed(1)}`;
    const rate = (clipCount / median(seconds)).toFixed(0);
    const ratio = (median(seconds) / ours).toFixed(2);
    console.log(
      `${name.padEnd(12)} ${rate.padStart(5)} videos/s (${spread} s)  ${ratio}× our time`,
    );
  }
}

function clip(number: number): string {
  const name = `${String(number).padStart(4, "0")}.mp4`;
  const path = join(folder, name);
  if (!existsSync(path))
    encodeVideo(path, {
      encoder: "libx264",
      container: "mp4",
      width: 320,
      height: 240,
      ticks: Array.from({ length: 250 + (number % 50) }, (_, tick) => tick),
      ticksPerSecond: 25,
      gop: 50,
    });
  return name;
}

/** From the first look to the last pixel, nothing known before, starting of processes included. */
async function takeAll(names: readonly string[]): Promise<number> {
  const directory = join(folder, "cache");
  rmSync(directory, { recursive: true, force: true });
  const startedAt = performance.now();
  const pool = new DecodePool({ timeLimitMs: 60_000, processes });
  const taker = new PixelTaker(pool);
  await using source = mediaSource({
    root: folder,
    request: {
      sampler: { strategy: "uniform", count: 8 },
      encoding: { format: "jpeg", quality: 90, longestSide: null },
    },
    cache: { directory, maxBytes: 1e10 },
    timeLimitMs: 60_000,
    decoder: "bench",
    pool,
    pixels: { shape, taker },
  });
  const { signal } = new AbortController();
  let next = 0;
  const work = async () => {
    while (next < names.length) {
      const path = names[next++]!;
      const [seen] = await source.look({ path, kind: "video" }, [{}], { signal });
      if (seen?.kind !== "answered") throw new Error(seen?.reason);
      const pixels = await taker.take(seen.value.frames, signal);
      if (pixels.kind !== "answered") throw new Error(pixels.reason);
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
  return (performance.now() - startedAt) / 1000;
}
