import { expect, test } from "vitest";
import { activityNetIous } from "../../src/metrics/detection/detection-options.ts";
import { meanAveragePrecision } from "../../src/metrics/detection/mean-average-precision.ts";
import { metricRunner } from "../metric-command/metric-runner.ts";
import { checkFile, checkText } from "./check-file.ts";

interface Annotated {
  readonly segment: readonly [number, number];
  readonly label: string;
}

const { scores } = metricRunner();
const truthFile = "detection/anet_val_gt_4926_from_TSP.json";
const predictionFile = "detection/sample_detection_prediction.json";

function load() {
  const { database: truth } = JSON.parse(checkText(truthFile)) as {
    database: Record<string, { annotations: Annotated[] }>;
  };
  const { results: found } = JSON.parse(checkText(predictionFile)) as {
    results: Record<string, (Annotated & { score: number })[]>;
  };
  const event = ({ segment: [startSeconds, endSeconds], label }: Annotated) => ({
    type: label,
    startSeconds,
    endSeconds,
  });
  return Object.entries(truth).map(([video, { annotations }]) => ({
    truths: annotations.map(event),
    detections: (found[video] ?? []).map((one) => ({ ...event(one), confidence: one.score })),
  }));
}

test("ActivityNet's truth as prediction has mAP 1 at every tIoU, truths without length included", () => {
  const evidence = load();
  expect(evidence.length).toBe(4926);
  const pointlike = evidence
    .flatMap(({ truths }) => truths)
    .filter(({ startSeconds, endSeconds }) => startSeconds === endSeconds);
  expect(pointlike.length).toBe(3);
  for (const minIou of activityNetIous)
    expect(meanAveragePrecision({ measure: "m", tiou: [minIou] }).prepare(evidence)()).toBe(1);
  expect(
    meanAveragePrecision({ measure: "m", definition: "sum" }).prepare(evidence)(),
  ).toBeLessThan(1);
});

test("so it has from vidimus metric", async () => {
  const files = ["--reference", checkFile(truthFile), "--prediction", checkFile(predictionFile)];
  const result = await scores(
    "detection-map",
    ...files,
    "--tiou",
    "0.5:0.05:0.95",
    "--no-intervals",
  );
  expect(Object.keys(result)).toHaveLength(11);
  for (const [id, { value }] of Object.entries(result)) expect(value, id).toBe(1);
});
