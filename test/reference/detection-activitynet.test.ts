import { describe, expect, test } from "vitest";
import { averageRecall } from "../../src/metrics/detection/average-recall.ts";
import { activityNetIous } from "../../src/metrics/detection/detection-options.ts";
import { meanAveragePrecision } from "../../src/metrics/detection/mean-average-precision.ts";
import { typeAveragePrecision } from "../../src/metrics/detection/type-average-precision.ts";
import reference from "./detection-activitynet.json" with { type: "json" };

const measure = "m";
const span = ([start, end]: readonly number[]) => ({ startSeconds: start!, endSeconds: end! });

function detectionVideos({ videos }: (typeof reference.detection)[number]) {
  return videos.map(({ truths, detections }) => ({
    truths: truths.map(([type, at]) => ({ type: type as string, ...span(at as number[]) })),
    detections: detections.map(([type, at, confidence]) => ({
      type: type as string,
      confidence: confidence as number,
      ...span(at as number[]),
    })),
  }));
}

describe("the ActivityNet toolkit", () => {
  test("average precision of every type, mAP at every tIoU, and their average", () => {
    for (const [number, one] of reference.detection.entries()) {
      const videos = detectionVideos(one);
      expect(meanAveragePrecision({ measure }).prepare(videos)(), `problem ${number}`).toBeCloseTo(
        one.average,
        12,
      );
      for (const [k, minIou] of activityNetIous.entries())
        expect(
          meanAveragePrecision({ measure, tiou: [minIou] }).prepare(videos)(),
          `problem ${number}`,
        ).toBeCloseTo(one.map[k]!, 12);
      const table = typeAveragePrecision({ measure }).analyse(videos);
      if (table.kind !== "table") throw new Error("expected a table");
      for (const [type, precisions] of Object.entries(one.precisions)) {
        const row = table.rows.find(([name]) => name === type)!;
        for (const [k, precision] of (precisions as readonly number[]).entries())
          expect(row[4 + k], `problem ${number}, ${type}`).toBeCloseTo(precision, 12);
      }
    }
  });

  test("average recall at 1, 10, 50 and 100 proposals per video, and the area", () => {
    for (const [number, { videos, at, area }] of reference.proposals.entries()) {
      const evidence = videos.map(({ truths, detections }) => ({
        truths: truths.map((one) => ({ type: "x", ...span(one) })),
        detections: detections.map((one) => ({ type: "y", ...span(one), confidence: one[2]! })),
      }));
      for (const [i, proposals] of [1, 10, 50, 100].entries())
        expect(
          averageRecall({ measure, proposals }).prepare(evidence)(),
          `problem ${number}`,
        ).toBeCloseTo(at[i]!, 12);
      expect(
        averageRecall({ measure, proposals: "area" }).prepare(evidence)(),
        `problem ${number}`,
      ).toBeCloseTo(area, 12);
    }
  });
});
