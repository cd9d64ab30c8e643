import { type FormatExample, jsonLines } from "../shared/format-example.ts";

const vigilEvents = {
  video_id: "cam7",
  duration_sec: 4,
  events: [{ event_type: "fall", start_sec: 1, end_sec: 2 }],
};

const labels = {
  annotations: [
    { gameTime: "1 - 00:01", label: "Goal", position: "1000" },
    { gameTime: "2 - 00:02", label: "Foul", position: "2000" },
  ],
};

/** By format. */
export const formatExamples: Readonly<Record<string, FormatExample>> = {
  jsonl: {
    files: {
      "events.jsonl": jsonLines(
        { id: "v1", duration: 4, events: [] },
        { id: "v2", duration: 4, events: [], video: "b/v2.mp4" },
      ),
    },
    path: "events.jsonl",
    videos: ["a/v1.mov", "b/v2.mp4"],
    samples: 2,
  },
  "vigil-events": {
    files: { "events.json": [vigilEvents] },
    path: "events.json",
    videos: ["videos/cam7.mp4"],
    samples: 1,
  },
  "vigil-folder": {
    files: { "set/factory/annotations/e.json": [vigilEvents] },
    path: "set",
    videos: ["factory/videos/cam7.mp4"],
    samples: 1,
  },
  activitynet: {
    files: {
      "gt.json": {
        database: {
          abc: {
            subset: "validation",
            duration: 4,
            annotations: [{ label: "Run", segment: [1, 2] }],
          },
        },
      },
    },
    path: "gt.json",
    videos: ["v1-3/val/v_abc.mp4"],
    samples: 1,
  },
  thumos: {
    files: { "gt/Diving_test.txt": "video_test_0000004 1.0 2.0\n" },
    path: "gt",
    videos: ["TH14_test/video_test_0000004.mp4"],
    samples: 1,
  },
  multithumos: {
    files: { "gt/Diving.txt": "video_test_0000004 1.0 2.0\n" },
    path: "gt",
    videos: ["video_test_0000004.mp4"],
    samples: 1,
  },
  soccernet: {
    files: { "labels/epl/2015/Chelsea 1 - 1 Burnley/Labels-v2.json": labels },
    path: "labels",
    videos: [
      "epl/2015/Chelsea 1 - 1 Burnley/1_224p.mkv",
      "epl/2015/Chelsea 1 - 1 Burnley/2_224p.mkv",
      "epl/2015/Other 0 - 0 Game/1_224p.mkv",
    ],
    samples: 2,
  },
  "ucf-crime": {
    files: { "ann.txt": "Abuse028_x264.mp4  Abuse  30  60  -1  -1\n" },
    path: "ann.txt",
    videos: ["Abuse/Abuse028_x264.mp4"],
    samples: 1,
  },
};

/** What a model says to the family's questions. */
export function replyTo(question: string): string | undefined {
  return question.includes("JSON") ? "[]" : undefined;
}
