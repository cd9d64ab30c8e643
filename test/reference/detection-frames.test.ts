import { expect, test } from "vitest";
import { averageRecall } from "../../src/metrics/detection/average-recall.ts";
import { frameAuc } from "../../src/metrics/detection/frame-auc.ts";
import { frameMap } from "../../src/metrics/detection/frame-map.ts";
import reference from "./detection-frames.json" with { type: "json" };

test("frame AUC and frame mAP agree with scikit-learn", () => {
  let compared = 0;
  for (const { videos, auc, map } of reference.frames) {
    if (auc === null || map === null) continue;
    expect(frameAuc("m").prepare(videos)()).toBeCloseTo(auc, 12);
    expect(frameMap("m").prepare(videos)()).toBeCloseTo(map, 12);
    compared++;
  }
  expect(compared).toBeGreaterThan(30);
});

test("average recall agrees with a restatement of the ActivityNet toolkit", () => {
  for (const { videos, at, area } of reference.proposals) {
    const evidence = videos.map(({ truths, detections }) => ({
      truths: truths.map(([start, end]) => ({ type: "x", startSeconds: start!, endSeconds: end! })),
      detections: detections.map(([start, end, confidence]) => ({
        type: "y",
        startSeconds: start!,
        endSeconds: end!,
        confidence: confidence!,
      })),
    }));
    for (const [i, proposals] of [1, 10, 50, 100].entries())
      expect(averageRecall({ measure: "m", proposals }).prepare(evidence)()).toBeCloseTo(at[i]!, 12);
    expect(averageRecall({ measure: "m", proposals: "area" }).prepare(evidence)()).toBeCloseTo(area, 12);
  }
});
