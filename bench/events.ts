import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nothingLent } from "../src/core/family/lent.ts";
import { eventDetection } from "../src/families/event-detection/index.ts";
import type { EventPrediction, EventSample } from "../src/families/event-detection/schema.ts";
import type { HasTimedEvents } from "../src/metrics/detection/has-events.ts";
import { familyScores } from "./family-scores.ts";
import { activityNetFiles, detectionVideos } from "./metrics/detection-events.ts";
import { askPeer, cpuSeconds, sideBySide } from "./side-by-side.ts";

const detections = 1_000_000;
/**
 * What the peer is given, since it does about a thousand detections per second; its times are
 * multiplied accordingly.
 */
const peerDetections = 5_000;

interface PeerAnswer {
  readonly kernel: number;
  readonly map: number;
}

/**
 * From predictions in memory to every metric and table of the family, beside the mAP alone of the
 * toolkit's loop.
 */
export async function run(): Promise<void> {
  const large = [...detectionVideos(detections)].map(answeredVideo);
  const metrics = eventDetection.scoring(
    eventDetection.data.options.parse({}),
    nothingLent,
  ).metrics;
  const scale = detections / peerDetections;
  const folder = mkdtempSync(join(tmpdir(), "vidimus-bench-"));
  try {
    const texts = activityNetFiles(detectionVideos(peerDetections));
    const files = [join(folder, "truth.json"), join(folder, "prediction.json")] as const;
    writeFileSync(files[0], texts.truth);
    writeFileSync(files[1], texts.prediction);
    let theirs: PeerAnswer | undefined;
    await sideBySide(
      `event detection, ${detections} detections over ${large.length} videos (the toolkit's loop restated with pandas: mAP alone, on ${peerDetections}, multiplied by ${scale})`,
      [
        {
          name: `all ${metrics.length} metrics`,
          run: () => cpuSeconds(() => familyScores(eventDetection, large)),
        },
        {
          name: "mAP, ActivityNet, restated",
          run: () => {
            theirs = askPeer<PeerAnswer>("detection.py", files);
            return theirs ? theirs.kernel * scale : Number.NaN;
          },
        },
      ],
    );
    const small = familyScores(
      eventDetection,
      [...detectionVideos(peerDetections)].map(answeredVideo),
    );
    console.log(`  mAP of the smaller set: ${small.map} and ${theirs?.map ?? "–"}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
  const seconds = await cpuSeconds(() =>
    familyScores(eventDetection, large, { withAnalyses: true }),
  );
  console.log(`with all tables and curves: ${seconds.toFixed(2)} s CPU`);
  console.log(
    `most memory of the process, the predictions themselves included: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`,
  );
}

function answeredVideo([id, { truths, detections: events, durationSeconds }]: readonly [
  string,
  HasTimedEvents,
]): {
  readonly sample: EventSample;
  readonly prediction: EventPrediction;
} {
  return {
    sample: { id, group: id, durationSeconds, events: truths, media: [], metadata: {} },
    prediction: { events },
  };
}
