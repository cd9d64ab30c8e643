import { fork } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { FFmpegError, FormatContext, Packet } from "node-av/lib";
import type { DecodeReply } from "../src/media/decode-pool.ts";
import type { MediaJob } from "../src/media/media-job.ts";
import { encodeVideo } from "../test/media/encode-video.ts";

const rounds = 3;
const folder = join(tmpdir(), "vidimus-bench-media");
const built = fileURLToPath(new URL("../dist/program/decode-worker.js", import.meta.url));
const fromSource = fileURLToPath(new URL("../src/media/decode-worker.ts", import.meta.url));
const framesPerSecond = 25;
const seedSeconds = 20;

/**
 * Peak memory of a fresh decoding process that takes 8 frames of a minute, ten minutes and three
 * hours of 1080p: it should be flat.
 */
export async function run(): Promise<void> {
  console.log(
    `8 uniform frames to JPEG of 768; peak resident memory of one fresh process; ${rounds} rounds`,
  );
  if (!existsSync(built)) console.log("no built worker: npm run build");
  console.log("worker              length      file      peak MB (each round)      wall");
  for (const worker of [built, fromSource].filter(existsSync))
    for (const minutes of [1, 10, 180]) await measure(worker, minutes);
}

async function measure(worker: string, minutes: number): Promise<void> {
  const path = longVideo(minutes);
  const peaks: string[] = [];
  let wall = 0;
  for (let round = 0; round < rounds; round++) {
    const taken = await takeFrames(worker, path);
    peaks.push(taken.peakMb.toFixed(0));
    wall = taken.seconds;
  }
  const size = `${(statSync(path).size / 1e6).toFixed(0)} MB`;
  const columns = [
    basename(worker).padEnd(18),
    `${minutes} min`.padEnd(8),
    size.padStart(8),
    `    ${peaks.join(", ").padEnd(20)}`,
  ];
  console.log(`${columns.join(" ")}  ${wall.toFixed(1).padStart(6)} s`);
}

/** The real program of a decoding process, asked once. */
async function takeFrames(
  worker: string,
  path: string,
): Promise<{ readonly peakMb: number; readonly seconds: number }> {
  const cache = mkdtempSync(join(tmpdir(), "vidimus-bench-cache-"));
  const child = fork(worker, { serialization: "advanced", execArgv: [] });
  const startedAt = performance.now();
  const job: MediaJob = {
    work: "frames",
    kind: "video",
    path,
    name: path,
    request: {
      sampler: { strategy: "uniform", count: 8 },
      encoding: { format: "jpeg", quality: 90, longestSide: 768 },
    },
    looks: [{ want: {} }],
    source: "bench",
    decoder: "bench",
    cache: { directory: cache, maxBytes: 1e9 },
  };
  try {
    const reply = await new Promise<Exclude<DecodeReply, "frame">>((resolve, reject) => {
      child
        .on("message", (message: DecodeReply) => message !== "frame" && resolve(message))
        .once("exit", (code) => reject(new Error(`exit code ${code}`)));
      child.send(job);
    });
    if (!reply.ok) throw new Error(reply.reason);
    return { peakMb: peakOf(child.pid!), seconds: (performance.now() - startedAt) / 1000 };
  } finally {
    child.disconnect();
    rmSync(cache, { recursive: true });
  }
}

/**
 * Not `resourceUsage().maxRSS`: on Linux a child starts with its parent's, and this parent encodes
 * video. Elsewhere there is no figure.
 */
function peakOf(pid: number): number {
  const status = `/proc/${pid}/status`;
  return existsSync(status)
    ? Number(/VmHWM:\s*(\d+)/.exec(readFileSync(status, "utf8"))?.[1]) / 1024
    : Number.NaN;
}

/**
 * H.264 of this length and height: some seconds are encoded and their packets repeated. Made once
 * and kept.
 */
export function longVideo(minutes: number, height: 1080 | 360 = 1080): string {
  const path = join(folder, `${height}p-${minutes}-minutes.mp4`);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const seed = join(folder, `${height}p-seed.mp4`);
  if (!existsSync(seed)) {
    console.log(`encoding ${seed} …`);
    const draft = join(folder, `${height}p-draft.mp4`);
    encodeVideo(draft, {
      encoder: "libx264",
      container: "mp4",
      width: (height * 16) / 9,
      height,
      ticks: Array.from({ length: seedSeconds * framesPerSecond }, (_, i) => i),
      ticksPerSecond: framesPerSecond,
      gop: 50,
      bFrames: 2,
      detail: true,
      encoderOptions: { preset: "veryfast", crf: "35", "x264-params": "open-gop=0" },
    });
    renameSync(draft, seed);
  }
  const draft = `${path}.draft`;
  repeatPackets(seed, draft, (minutes * 60) / seedSeconds);
  renameSync(draft, path);
  return path;
}

/** Copies a video again and again, one after the other, without decoding it. */
function repeatPackets(from: string, to: string, times: number): void {
  const input = new FormatContext();
  const output = new FormatContext();
  must(input.openInputSync(from), `open ${from}`);
  must(input.findStreamInfoSync(), "findStreamInfo");
  try {
    const source = input.streams[0]!;
    const packets = readPackets(input);
    must(output.allocOutputContext2(null, "mp4", to), "allocOutputContext2");
    const stream = output.newStream(null);
    must(source.codecpar.copy(stream.codecpar), "copy");
    stream.timeBase = source.timeBase;
    must(output.openOutputSync(), "openOutput");
    must(output.writeHeaderSync(), "writeHeader");
    const ticks = BigInt(Math.round((seedSeconds * source.timeBase.den) / source.timeBase.num));
    for (let time = 0; time < times; time++) {
      for (const packet of packets) {
        using copy = packet.clone()!;
        copy.pts += ticks * BigInt(time);
        copy.dts += ticks * BigInt(time);
        copy.streamIndex = stream.index;
        copy.rescaleTs(source.timeBase, stream.timeBase);
        must(output.interleavedWriteFrameSync(copy), "interleavedWriteFrame");
      }
    }
    must(output.writeTrailerSync(), "writeTrailer");
    for (const packet of packets) packet.free();
  } finally {
    output.closeOutputSync();
    input.closeInputSync();
  }
}

function readPackets(input: FormatContext): readonly Packet[] {
  const packets: Packet[] = [];
  using packet = new Packet();
  packet.alloc();
  while (input.readFrameSync(packet) >= 0) {
    packets.push(packet.clone()!);
    packet.unref();
  }
  return packets;
}

function must(code: number, doing: string): void {
  FFmpegError.throwIfError(code, doing);
}
