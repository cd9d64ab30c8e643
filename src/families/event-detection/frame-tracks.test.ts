import { describe, expect, it } from "vitest";
import { nothingLent } from "../../core/family/lent.ts";
import { frameTracks } from "./frame-tracks.ts";
import { eventDetection } from "./index.ts";
import type { EventPrediction, EventSample } from "./schema.ts";

const sample: EventSample = {
  durationSeconds: 1,
  events: [
    { type: "fall", startSeconds: 0.2, endSeconds: 0.5 },
    { type: "fire", startSeconds: 0.8, endSeconds: 1, ambiguous: true },
  ],
  group: "v",
  id: "v",
  media: [],
  metadata: {},
};
const scored = (
  ...tracks: NonNullable<EventPrediction["frameScores"]>["tracks"]
): EventPrediction => ({
  events: [],
  frameScores: { framesPerScore: 1, framesPerSecond: 10, tracks },
});

describe("frames of a video", () => {
  it("belong to an event from its start up to its end; ambiguous events are no truths", () => {
    expect(frameTracks(sample, scored({ type: "fall", scores: [1, 2] }), false)).toEqual({
      frameCount: 10,
      framesPerScore: 1,
      tracks: [{ type: "fall", scores: [1, 2], truths: [{ firstFrame: 3, lastFrame: 5 }] }],
    });
  });

  it("of a type that was not scored have no scores, and a type that is nowhere has no truths", () => {
    expect(frameTracks(sample, scored({ type: "flood", scores: [1] }), false).tracks).toEqual([
      { type: "fall", scores: [], truths: [{ firstFrame: 3, lastFrame: 5 }] },
      { type: "flood", scores: [1], truths: [] },
    ]);
  });

  it("of anything happening are scored by the track without type, or by the surest of all types", () => {
    const [a, b] = [
      { type: "a", scores: [1, 5] },
      { type: "b", scores: [3, 2, 4] },
    ];
    expect(frameTracks(sample, scored(a!, b!), true).tracks[0]!.scores).toEqual([3, 5, 4]);
    expect(frameTracks(sample, scored(a!, { scores: [7] }), true).tracks[0]!.scores).toEqual([7]);
  });

  it("are those with scores or truths where the length is not known", () => {
    const unknown = { ...sample, durationSeconds: null };
    expect(frameTracks(unknown, scored({ type: "a", scores: [1, 2] }), false).frameCount).toBe(5);
    expect(
      frameTracks(unknown, scored({ type: "a", scores: [1, 2, 3, 4, 5, 6, 7] }), false).frameCount,
    ).toBe(7);
    expect(frameTracks({ ...unknown, events: [] }, { events: [] }, false).frameCount).toBe(0);
  });
});

describe("the option frames", () => {
  const scoresOf = (frames: "types" | "any" | "none", prediction: EventPrediction) => {
    const options = eventDetection.data.options.parse({ frames });
    return Object.fromEntries(
      eventDetection.scoring(options, nothingLent).metrics.flatMap((metric) => {
        if (!metric.id.startsWith("frame-")) return [];
        const measure = eventDetection
          .scoring(options, nothingLent)
          .measures.find(({ signature }) => signature === metric.measure)!;
        return [
          [
            metric.id,
            metric.prepare([
              measure.measure({ sample, prediction, outcome: "answered", grades: {} }),
            ])(),
          ],
        ];
      }),
    );
  };
  const perfect = [0, 0, 9, 9, 9, 0, 0, 0, 0, 0];

  it("adds the mAP of frames, or the AUC of anything happening", () => {
    expect(scoresOf("none", scored({ type: "fall", scores: perfect }))).toEqual({});
    expect(scoresOf("types", scored({ type: "fall", scores: perfect }))).toEqual({
      "frame-map": 1,
    });
    expect(scoresOf("any", scored({ scores: perfect }))).toEqual({
      "frame-auc": 1,
      "frame-map": 1,
    });
    expect(scoresOf("any", scored({ scores: perfect.map((score) => -score) }))["frame-auc"]).toBe(
      0,
    );
    expect(scoresOf("any", { events: [] })["frame-auc"]).toBe(0.5);
  });
});
