import { existsSync, mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EncoderSystem } from "../src/core/asking/system.ts";
import { answered } from "../src/core/run/outcome.ts";
import { converse } from "../src/engine/conversation.ts";
import { compareWithTexts } from "../src/families/shared/compare-with-texts.ts";
import { contentDigest } from "../src/files/content-digest.ts";
import { fitPixels } from "../src/media/image/fit-pixels.ts";
import { vectorProducts } from "../src/systems/encoder/vector-products.ts";
import { fakeDispatcher } from "../test/fakes/fake-dispatcher.ts";
import { encodeVideo } from "../test/media/encode-video.ts";
import { memoryRunStore } from "../test/support/memory-run-store.ts";
import { measuredCommand, median } from "./measured-command.ts";
import { writeOtherFile } from "./other-file.ts";
import { askPeer, cpuSeconds } from "./side-by-side.ts";

const rounds = Number(process.env.VIDIMUS_BENCH_ROUNDS ?? 3);
const folder = join(tmpdir(), "vidimus-bench-encoder");
const model = join(folder, "vit-b-32");
const cache = join(folder, "cache");
const frameCount = 8;

/**
 * Videos to embeddings, from the start of the process and without a cache, beside PyAV, Pillow and
 * ONNX Runtime in Python with the same model; products of videos and labels beside NumPy; one
 * frame scaled.
 */
export async function run(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(model, "manifest.yaml")) && !askPeer("encoder.py", ["make", model])) {
    console.log("no model: name a python with open_clip_torch, onnx, av, pillow as VIDIMUS_PEERS");
    return;
  }
  embed(12, 640, 360);
  embed(6, 1920, 1080);
  await multiply();
  await compare();
  scale();
}

function embed(videoCount: number, width: number, height: number): void {
  const videos = Array.from({ length: videoCount }, (_, i) => clip(i, width, height));
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    rmSync(cache, { recursive: true, force: true });
    process.env.VIDIMUS_CACHE = cache;
    const args = videos.flatMap((video) => ["--video", video]);
    const { seconds, output } = measuredCommand(
      ["encode", "--manifest", join(model, "manifest.yaml"), "--json", ...args],
      folder,
    );
    ours.push(seconds);
    const peer = askPeer<{ seconds: number; first: readonly number[] }>("encoder.py", [
      ...["embed", model, `${frameCount}`, ...videos],
    ]);
    if (!peer) return;
    theirs.push(peer.seconds);
    const first = (JSON.parse(output) as { videos: { embedding: number[] }[] }).videos.map(
      ({ embedding }) => embedding[0]!,
    );
    const apart = Math.max(...first.map((value, i) => Math.abs(value - peer.first[i]!)));
    if (!(apart < 1e-3)) console.log(`embeddings differ by ${apart}`);
  }
  const rate = (seconds: readonly number[]) =>
    `${((videoCount * frameCount) / median(seconds)).toFixed(1)} frames/s (${median(seconds).toFixed(2)} s, ${Math.min(...seconds).toFixed(2)}–${Math.max(...seconds).toFixed(2)})`;
  console.log(
    `${videoCount} clips of 10 s ${width}×${height}, ${frameCount} frames each, random ViT-B-32, cold; median of ${rounds}, alternating: ours ${rate(ours)}, Python ${rate(theirs)}, ${(median(theirs) / median(ours)).toFixed(2)}×`,
  );
}

function clip(number: number, width: number, height: number): string {
  const path = join(folder, `${width}x${height}-clip-${number}.mp4`);
  if (existsSync(path)) return path;
  const pictures = join(folder, `${width}x${height}-pictures`);
  if (!existsSync(pictures))
    encodeVideo(pictures, {
      encoder: "libx264",
      container: "mp4",
      width,
      height,
      ticks: Array.from({ length: 250 }, (_, i) => i),
      ticksPerSecond: 25,
      gop: 50,
      detail: true,
      encoderOptions: { preset: "veryfast" },
    });
  writeOtherFile(pictures, path, number);
  return path;
}

async function multiply(): Promise<void> {
  const [videos, labels, size] = [100_000, 1_000, 512];
  const random = () => Float32Array.from({ length: size }, () => Math.random() - 0.5);
  const [left, right] = [videos, labels].map((count) => Array.from({ length: count }, random));
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    await vectorProducts(left!, right!);
    ours.push((performance.now() - startedAt) / 1000);
    const args = ["products", `${videos}`, `${labels}`, `${size}`];
    theirs.push(askPeer<{ seconds: number }>("encoder.py", args)?.seconds ?? Number.NaN);
  }
  console.log(
    `products of ${videos} videos and ${labels} labels, ${size} numbers each; median of ${rounds}, alternating: ours ${median(ours).toFixed(2)} s, NumPy ${median(theirs).toFixed(2)} s, ${(median(theirs) / median(ours)).toFixed(2)}×`,
  );
}

/** What comparing with many labels costs each video of a run: asks, known vectors, cosines. */
async function compare(): Promise<void> {
  const [videos, labels, size] = [1_000, 1_000, 512];
  const random = () => Float32Array.from({ length: size }, () => Math.random() - 0.5);
  const texts = Array.from({ length: labels }, (_, i) => `somebody does what is called ${i}`);
  const vectors = new Map(texts.map((text) => [text, random()]));
  const system: EncoderSystem = {
    id: "table",
    kind: "table",
    speaks: "encoder",
    identity: {},
    concurrency: 64,
    maxBatch: 64,
    sees: true,
    ask: async (asks) =>
      asks.map((ask) => answered("text" in ask ? vectors.get(ask.text)! : random())),
  };
  const tools = {
    store: memoryRunStore(),
    digest: contentDigest,
    clock: () => 0,
    dispatcher: fakeDispatcher(),
  };
  const one = (number: number) => {
    const frames = Array.from({ length: frameCount }, (_, i) => ({
      atSeconds: i,
      digest: `${number}-${i}`,
      mediaType: "image/x-rgb",
      width: 224,
      height: 224,
    }));
    const looker = {
      look: () => [answered({ frames, seconds: 10, framesPerSecond: 25 })],
      frameCount,
    };
    const about = { key: "bench", attempt: 1, repeat: 0, system, recorded: [], looker } as const;
    return converse(compareWithTexts([{}], texts, "cosine"), about, tools);
  };
  await one(-1);
  const each: number[] = [];
  for (let round = 0; round < rounds; round++)
    each.push(
      (await cpuSeconds(async () => {
        for (let i = 0; i < videos; i++) await one(round * videos + i);
      })) *
        (1_000 / videos),
    );
  console.log(
    `one video of a run compared with ${labels} known labels, ${size} numbers each: ${median(each).toFixed(2)} ms CPU (${Math.min(...each).toFixed(2)}–${Math.max(...each).toFixed(2)})`,
  );
}

function scale(): void {
  const [width, height, times] = [1920, 1080, 50];
  const rgb = Uint8Array.from({ length: 3 * width * height }, (_, i) => (i * 7919) % 251);
  const shape = { width: 224, height: 224, resize: "crop", filter: "bicubic" } as const;
  const fitOnce = () => fitPixels(rgb, width, height, shape);
  fitOnce();
  const startedAt = performance.now();
  for (let i = 0; i < times; i++) fitOnce();
  const each = (performance.now() - startedAt) / times;
  console.log(
    `one frame of ${width}×${height} to 224×224, bicubic, cropped: ${each.toFixed(1)} ms`,
  );
}
