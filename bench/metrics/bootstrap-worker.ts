import { parentPort, workerData } from "node:worker_threads";
import { clusterBootstrap } from "../../src/math/interval/cluster-bootstrap.ts";
import { meanAveragePrecision } from "../../src/metrics/detection/mean-average-precision.ts";
import { detectionVideos } from "./detection-events.ts";

const { detections, first, resamples } = workerData as Readonly<
  Record<"detections" | "first" | "resamples", number>
>;
const evidence = [...detectionVideos(detections).values()];
const scores = [meanAveragePrecision({ measure: "m" }).prepare(evidence)];
const started = performance.now();
const [drawn] = clusterBootstrap({
  groups: Uint32Array.from(evidence.keys()),
  groupCount: evidence.length,
  scores,
  first,
  resamples,
  seed: 1,
});
parentPort!.postMessage({ values: drawn!.values, seconds: (performance.now() - started) / 1000 });
