import { expect, test } from "vitest";
import { type SpottingMapOptions, spottingMap } from "../../src/metrics/detection/spotting-map.ts";
import reference from "./detection-soccernet.json" with { type: "json" };

const kinds = {
  loose: { tolerances: "loose" },
  tight: { tolerances: "tight" },
  at3: { tolerances: [3], framesPerSecond: 5 },
} as const satisfies Record<string, Omit<SpottingMapOptions, "measure">>;

type Videos =
  | (typeof reference.games)[number]["videos"]
  | (typeof reference.official)[number]["videos"];

function evidenceOf(videos: Videos) {
  const at = (type: unknown, seconds: unknown) => ({
    type: type as string,
    startSeconds: seconds as number,
    endSeconds: seconds as number,
  });
  return videos.map(({ truths, detections }) => ({
    truths: truths.map(([type, seconds]) => at(type, seconds)),
    detections: detections.map(([type, seconds, confidence]) => ({
      ...at(type, seconds),
      confidence: confidence as number,
    })),
  }));
}

test.each(["loose", "tight", "at3"] as const)("SoccerNet's program: %s", (kind) => {
  const metric = spottingMap({ measure: "m", ...kinds[kind] });
  for (const [number, { videos, [kind]: expected }] of reference.games.entries())
    expect(metric.prepare(evidenceOf(videos))(), `problem ${number}`).toBeCloseTo(expected, 12);
});

test.each(["loose", "tight"] as const)(
  "SoccerNet's program with its own list of classes: %s",
  (kind) => {
    const metric = spottingMap({ measure: "m", tolerances: kind, spottingClasses: "soccernet-v2" });
    for (const [number, { videos, [kind]: expected }] of reference.official.entries())
      expect(metric.prepare(evidenceOf(videos))(), `problem ${number}`).toBeCloseTo(expected, 12);
  },
);
