import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { UserError } from "../src/core/user-error.ts";
import { encodeVideo } from "../test/media/encode-video.ts";
import { median } from "./measured-command.ts";
import { errorLine } from "./side-by-side.ts";

const rounds = Number(process.env.VIDIMUS_BENCH_ROUNDS ?? 5);
const folder = join(tmpdir(), "vidimus-bench-media");
const python = process.env.VIDIMUS_PEERS ?? join(tmpdir(), "vidimus-peers", "bin", "python");
/** Apart from the others for its size. */
const torchPython =
  process.env.VIDIMUS_PEERS_TORCH ?? join(tmpdir(), "vidimus-peers-torch", "bin", "python");

/** Distance of keyframes, and frames; `VIDIMUS_BENCH_CASES=30:8,250:32` takes only some. */
const cases = (process.env.VIDIMUS_BENCH_CASES ?? "30:8,30:32,30:2fps,250:8,250:32").split(",");

interface Peer {
  readonly name: string;
  readonly python: string;
  /** Reading in order, there is nothing to seek and skip. */
  readonly onlySeeks?: boolean;
}

const peers: readonly Peer[] = [
  { name: "opencv", python },
  { name: "pyav", python },
  { name: "pyav-skip", python, onlySeeks: true },
  { name: "decord", python },
  { name: "ffmpeg", python },
  { name: "torchcodec", python: torchPython },
  { name: "torchcodec-approximate", python: torchPython, onlySeeks: true },
];

interface Taken {
  readonly wall: number;
  /** Seconds of all threads, after everything is loaded. */
  readonly cpu: number;
  /** The same from the start of the process. */
  readonly processCpu: number;
  readonly frames: number;
  readonly peakMb?: number;
}

/**
 * 8 and 32 frames to 224×224 of a ten-minute 720p video at two distances of keyframes, and 2 per
 * second: ours beside others, in turn.
 */
export async function run(): Promise<void> {
  if (!existsSync(python))
    console.log(
      "no peers: make a Python environment with opencv-python-headless, av, decord, imageio-ffmpeg and numpy, and name its python as VIDIMUS_PEERS",
    );
  if (!existsSync(torchPython))
    console.log(
      "no TorchCodec: make another one with torch and torchcodec, which needs FFmpeg's shared libraries, as VIDIMUS_PEERS_TORCH",
    );
  const wrong = cases.find((name) => !/^\d+:(\d+|2fps)$/.test(name));
  if (wrong !== undefined)
    throw new UserError(
      `VIDIMUS_BENCH_CASES has "${wrong}"`,
      "cases are 30:8, 250:32, 30:2fps: distance of keyframes, frames",
    );
  for (const name of cases) {
    const [gop, count] = name.split(":") as [string, string];
    const times = count === "2fps" ? Math.ceil(rounds / 2) : rounds;
    const what = count === "2fps" ? "all frames at 2 per second" : `${count} frames`;
    console.log(
      `\n${what} of 10 min 720p H.264, keyframe every ${gop}; one thread; median of ${times}, alternating`,
    );
    print(measure(longVideo(Number(gop)), count, times));
  }
  console.log(
    "\nCPU counts from after imports, in brackets least and most; whole: from the start of the process, imports included.",
  );
}

function print(found: ReadonlyMap<string, readonly Taken[]>): void {
  const middle = (taken: readonly Taken[], of: "cpu" | "processCpu" | "wall") =>
    median(taken.map((one) => one[of]));
  const ours = middle(found.get("vidimus")!, "cpu");
  for (const [name, taken] of found) {
    const cpu = taken.map((one) => one.cpu);
    const memory = taken[0]?.peakMb ? `  peak ${taken[0].peakMb.toFixed(0)} MB` : "";
    const columns = [
      `${middle(taken, "cpu").toFixed(2).padStart(6)} s CPU (${Math.min(...cpu).toFixed(2)}–${Math.max(...cpu).toFixed(2)})`,
      `${(middle(taken, "cpu") / ours).toFixed(2).padStart(5)}× ours`,
      `${middle(taken, "processCpu").toFixed(2).padStart(6)} s whole`,
      `${middle(taken, "wall").toFixed(2).padStart(6)} s wall`,
    ];
    console.log(`${name.padEnd(23)}${columns.join("  ")}${memory}`);
  }
}

function measure(
  path: string,
  count: string,
  times: number,
): ReadonlyMap<string, readonly Taken[]> {
  const found = new Map<string, Taken[]>();
  const ours = fileURLToPath(new URL("./take-frames.ts", import.meta.url));
  const script = fileURLToPath(new URL("./peers/media.py", import.meta.url));
  const there = peers.filter(
    ({ python: program, onlySeeks }) => existsSync(program) && !(onlySeeks && count === "2fps"),
  );
  for (let round = 0; round < times; round++) {
    add(
      found,
      "vidimus",
      spawnSync(process.execPath, [ours, path, count, "1"], { encoding: "utf8" }),
    );
    // Who failed, which was said, is not asked again.
    for (const { name, python: program } of there)
      if (round === 0 || found.has(name))
        add(
          found,
          name,
          spawnSync(program, [script, name, path, count, "1"], { encoding: "utf8" }),
        );
  }
  return found;
}

function add(
  found: Map<string, Taken[]>,
  name: string,
  { stdout, stderr, status }: ReturnType<typeof spawnSync>,
): void {
  if (status !== 0) {
    console.log(`${name} failed: ${errorLine(String(stderr))}`);
    return;
  }
  found.set(name, [
    ...(found.get(name) ?? []),
    JSON.parse(String(stdout).trim().split("\n").at(-1)!) as Taken,
  ]);
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
