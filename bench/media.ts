import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { encodeVideo } from "../test/media/encode-video.ts";
import { median } from "./measured-command.ts";

const rounds = Number(process.env.VIDIMUS_BENCH_ROUNDS ?? 5);
const folder = join(tmpdir(), "vidimus-bench-media");
const python = process.env.VIDIMUS_PEERS ?? join(tmpdir(), "vidimus-peers", "bin", "python");
const peers = ["opencv", "pyav", "pyav-skip", "decord"] as const;
/** Reading in order, there is nothing to seek and skip. */
const peersInOrder = ["opencv", "pyav", "decord"] as const;

interface Taken {
  readonly wall: number;
  readonly cpu: number;
  readonly frames: number;
  readonly peakMb?: number;
}

/** 8 and 32 frames to 224×224 of a ten-minute 720p video at two distances of keyframes, ours beside OpenCV, PyAV and decord, in turn. */
export async function run(): Promise<void> {
  if (!existsSync(python))
    console.log(
      `no peers: make a Python environment with opencv-python-headless, av, decord and numpy, and name its python as VIDIMUS_PEERS`,
    );
  for (const gop of [30, 250]) {
    const path = longVideo(gop);
    for (const count of ["8", "32", ...(gop === 30 ? ["2fps"] : [])]) {
      const times = count === "2fps" ? Math.ceil(rounds / 2) : rounds;
      const found = measure(path, count, times);
      const ours = found.get("vidimus")!;
      console.log(
        `\n${count === "2fps" ? "all frames at 2 per second" : `${count} frames`} of 10 min 720p H.264, keyframe every ${gop}; one thread; median of ${times}, alternating`,
      );
      for (const [name, taken] of found) {
        const cpu = taken.map((one) => one.cpu);
        const ratio = median(cpu) / median(ours.map((one) => one.cpu));
        const spread = `${Math.min(...cpu).toFixed(2)}–${Math.max(...cpu).toFixed(2)}`;
        const memory = taken[0]?.peakMb ? `  peak ${taken[0].peakMb.toFixed(0)} MB` : "";
        console.log(
          `${name.padEnd(10)} ${median(cpu).toFixed(2).padStart(6)} s CPU (${spread})  ${median(taken.map((one) => one.wall))
            .toFixed(2)
            .padStart(6)} s wall  ${ratio.toFixed(2)}× ours${memory}`,
        );
      }
    }
  }
}

function measure(path: string, count: string, times: number): ReadonlyMap<string, readonly Taken[]> {
  const found = new Map<string, Taken[]>();
  const ours = fileURLToPath(new URL("./take-frames.ts", import.meta.url));
  const script = fileURLToPath(new URL("./peers/media.py", import.meta.url));
  for (let round = 0; round < times; round++) {
    add(found, "vidimus", spawnSync(process.execPath, [ours, path, count, "1"], { encoding: "utf8" }));
    if (existsSync(python))
      for (const peer of count === "2fps" ? peersInOrder : peers)
        add(found, peer, spawnSync(python, [script, peer, path, count, "1"], { encoding: "utf8" }));
  }
  return found;
}

function add(found: Map<string, Taken[]>, name: string, { stdout, stderr, status }: ReturnType<typeof spawnSync>): void {
  if (status !== 0) {
    console.log(`${name} failed: ${String(stderr).trim().split("\n").at(-1)}`);
    return;
  }
  found.set(name, [...(found.get(name) ?? []), JSON.parse(String(stdout).trim().split("\n").at(-1)!) as Taken]);
}

/** Made once and kept: encoding takes longer than all measurements. */
function longVideo(gop: number): string {
  const path = join(folder, `ten-minutes-gop-${gop}.mp4`);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  console.log(`encoding ${path} …`);
  const draft = join(folder, `draft-${gop}.mp4`);
  encodeVideo(draft, {
    encoder: "libx264" as never,
    container: "mp4",
    width: 1280,
    height: 720,
    ticks: Array.from({ length: 600 * 25 }, (_, i) => i),
    ticksPerSecond: 25,
    gop,
    bFrames: 2,
    detail: true,
    encoderOptions: { preset: "veryfast" },
  });
  renameSync(draft, path);
  return path;
}
