import { seededRandom } from "../../src/math/seeded-random.ts";
import type { HasTimedEvents } from "../../src/metrics/detection/has-events.ts";

const detectionsPerVideo = 100;
const truthsPerVideo = 4;
const types = Array.from({ length: 20 }, (_, i) => `activity ${i}`);

/**
 * Videos of ten minutes with 100 detections each, of which about a third lie near a truth; one or
 * two types per video.
 */
export function detectionVideos(detectionCount: number): ReadonlyMap<string, HasTimedEvents> {
  const random = seededRandom(1, "bench-detection");
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const videos = new Map<string, HasTimedEvents>();
  for (let video = 0; video < detectionCount / detectionsPerVideo; video++) {
    const own = [pick(types), pick(types)];
    const truths = Array.from({ length: truthsPerVideo }, () => {
      const startSeconds = random() * 500;
      return { type: pick(own), startSeconds, endSeconds: startSeconds + 5 + random() * 60 };
    });
    const detections = Array.from({ length: detectionsPerVideo }, () => {
      const near = pick(truths);
      if (random() < 0.35) {
        const length = near.endSeconds - near.startSeconds;
        const startSeconds = Math.max(0, near.startSeconds + (random() - 0.5) * 0.4 * length);
        return {
          type: near.type,
          startSeconds,
          endSeconds: startSeconds + length * (0.8 + random() * 0.4),
          confidence: 0.3 + 0.7 * random(),
        };
      }
      const startSeconds = random() * 550;
      return {
        type: pick(own),
        startSeconds,
        endSeconds: startSeconds + 1 + random() * 50,
        confidence: random(),
      };
    });
    videos.set(`video-${video}`, { truths, detections, durationSeconds: 600 });
  }
  return videos;
}

/** The two files of ActivityNet's evaluation. */
export function activityNetFiles(videos: ReadonlyMap<string, HasTimedEvents>): {
  readonly truth: string;
  readonly prediction: string;
} {
  const annotation = ({
    type,
    startSeconds,
    endSeconds,
  }: {
    type: string;
    startSeconds: number;
    endSeconds: number;
  }) => ({
    label: type,
    segment: [startSeconds, endSeconds],
  });
  const database = Object.fromEntries(
    [...videos].map(([id, { truths, durationSeconds }]) => [
      id,
      { subset: "validation", duration: durationSeconds, annotations: truths.map(annotation) },
    ]),
  );
  const results = Object.fromEntries(
    [...videos].map(([id, { detections }]) => [
      id,
      detections.map((one) => ({ ...annotation(one), score: one.confidence })),
    ]),
  );
  return {
    truth: JSON.stringify({ version: "VERSION 1.3", taxonomy: [], database }),
    prediction: JSON.stringify({ version: "VERSION 1.3", external_data: {}, results }),
  };
}
