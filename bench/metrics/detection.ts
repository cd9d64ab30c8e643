import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { clusterBootstrap } from "../../src/math/interval/cluster-bootstrap.ts";
import { activityNetEvents } from "../../src/metrics/detection/activitynet-events.ts";
import { averagePrecisions } from "../../src/metrics/detection/average-precision.ts";
import { activityNetIous } from "../../src/metrics/detection/detection-options.ts";
import { meanAveragePrecision } from "../../src/metrics/detection/mean-average-precision.ts";
import { packEvents } from "../../src/metrics/detection/pack-events.ts";
import { median } from "../measured-command.ts";
import { askPeer, cpuSeconds, sideBySide } from "../side-by-side.ts";
import { activityNetFiles, detectionVideos } from "./detection-events.ts";

const detections = 100_000;
/**
 * What the peer is given, since it does about a thousand detections per second; its times are
 * multiplied accordingly.
 */
const peerDetections = 2_000;
const resamples = 1_000;

interface PeerAnswer {
  readonly read: number;
  readonly kernel: number;
  readonly map: number;
}

export async function run(): Promise<void> {
  await besideToolkit();
  await bootstrap(detections / 10);
  await bootstrap(detections);
  await onTwoThreads();
}

async function besideToolkit(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "vidimus-bench-"));
  try {
    const large = writeFiles(folder, detections);
    const small = writeFiles(folder, peerDetections);
    const scale = detections / peerDetections;
    let theirs: PeerAnswer | undefined;
    const ask = (): PeerAnswer | undefined =>
      (theirs = askPeer<PeerAnswer>("detection.py", [small.truth, small.prediction]));
    const note = `the toolkit's loop restated with pandas, run on ${peerDetections} and multiplied by ${scale}`;
    await sideBySide(`detection mAP from files, 10 tIoU, ${detections} detections (${note})`, [
      { name: "vidimus", run: () => cpuSeconds(() => scoreFiles(large)) },
      {
        name: "ActivityNet, restated",
        run: () => scaled(ask(), scale, ({ read, kernel }) => read + kernel),
      },
    ]);
    if (theirs) console.log(`  mAP of the smaller set: ${scoreFiles(small)} and ${theirs.map}`);
    const evidence = [...detectionVideos(detections).values()];
    const packed = packEvents(evidence);
    await sideBySide(
      `the kernel alone: events in memory to mAP, 10 tIoU (${note})`,
      [
        {
          name: "match and score",
          run: () =>
            cpuSeconds(() =>
              averagePrecisions(packed, { minIous: activityNetIous, definition: "activitynet" })(),
            ),
        },
        {
          name: "pack, match and score",
          run: () => cpuSeconds(() => meanAveragePrecision({ measure: "m" }).prepare(evidence)()),
        },
        { name: "packing alone", run: () => cpuSeconds(() => packEvents(evidence)) },
        { name: "ActivityNet, restated", run: () => scaled(ask(), scale, ({ kernel }) => kernel) },
      ],
      5,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function scaled(
  answer: PeerAnswer | undefined,
  scale: number,
  seconds: (answer: PeerAnswer) => number,
): number {
  return answer ? seconds(answer) * scale : Number.NaN;
}

interface Files {
  readonly truth: string;
  readonly prediction: string;
}

function writeFiles(folder: string, count: number): Files {
  const texts = activityNetFiles(detectionVideos(count));
  const files = {
    truth: join(folder, `truth-${count}.json`),
    prediction: join(folder, `prediction-${count}.json`),
  };
  writeFileSync(files.truth, texts.truth);
  writeFileSync(files.prediction, texts.prediction);
  return files;
}

function scoreFiles({ truth, prediction }: Files): number | null {
  const parse = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));
  const events = activityNetEvents(parse(truth), parse(prediction));
  if (!events.ok) throw new Error(events.reason);
  return meanAveragePrecision({ measure: "m" }).prepare(events.value.videos.values())();
}

async function bootstrap(count: number): Promise<void> {
  const evidence = [...detectionVideos(count).values()];
  const score = meanAveragePrecision({ measure: "m" }).prepare(evidence);
  const seconds: number[] = [];
  for (let round = 0; round < 3; round++)
    seconds.push(
      await cpuSeconds(() =>
        clusterBootstrap({
          groups: Uint32Array.from(evidence.keys()),
          groupCount: evidence.length,
          scores: [score],
          resamples,
          seed: 1,
        }),
      ),
    );
  console.log(
    `\ncluster bootstrap of mAP at 10 tIoU, ${resamples} resamples, ${count} detections: ${median(seconds).toFixed(2)} s CPU on one thread`,
  );
}

interface Part {
  readonly values: Float64Array;
  /** Wall time of the resamples alone. */
  readonly seconds: number;
}

/**
 * Each thread packs the events and scores half of the resamples; a resample depends on its number
 * alone, so together they are the whole.
 */
async function onTwoThreads(): Promise<void> {
  const started = performance.now();
  const half = (first: number) =>
    new Promise<Part>((resolve, reject) => {
      const workerData = { detections, first, resamples: resamples / 2 };
      const worker = new Worker(new URL("./bootstrap-worker.ts", import.meta.url), { workerData });
      worker.once("message", resolve);
      worker.once("error", reject);
    });
  const parts = await Promise.all([half(0), half(resamples / 2)]);
  const wall = (performance.now() - started) / 1000;
  const slowest = Math.max(...parts.map(({ seconds }) => seconds));
  console.log(
    `on two threads: ${slowest.toFixed(2)} s of wall time; ${wall.toFixed(2)} s with starting them and making the events in each`,
  );
}
