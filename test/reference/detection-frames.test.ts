import { expect, test } from "vitest";
import { frameAuc } from "../../src/metrics/frames/frame-auc.ts";
import { frameMap } from "../../src/metrics/frames/frame-map.ts";
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
