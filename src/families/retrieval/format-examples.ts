import { type FormatExample, jsonLines } from "../shared/format-example.ts";

const vigilQuestion = {
  question_id: "q1",
  video_id: "cam7",
  question: "When?",
  evidence_clips: [{ start_sec: 1, end_sec: 2 }],
};
/** By format. */
export const formatExamples: Readonly<Record<string, FormatExample>> = {
  jsonl: {
    files: {
      "q.jsonl": jsonLines({
        id: "q1",
        question: "When?",
        evidence: [{ start: 1, end: 2 }],
        video: "v1.mp4",
      }),
    },
    path: "q.jsonl",
    videos: ["v1.mp4"],
    samples: 1,
  },
  "vigil-qa": {
    files: { "qa.json": [{ ...vigilQuestion, domain: "factory" }] },
    path: "qa.json",
    videos: ["factory/videos/cam7.mp4", "sports/videos/cam7.mp4"],
    samples: 1,
  },
  "vigil-benchmark": {
    files: {
      "bench.jsonl": jsonLines({
        query_id: "q1",
        video_id: "cam7",
        query_text: "When?",
        query_type: "visual",
        relevant_clip_ids: [],
        relevant_time_ranges: [{ start_sec: 1, end_sec: 2 }],
      }),
    },
    path: "bench.jsonl",
    videos: ["cam7.avi"],
    samples: 1,
  },
  "vigil-folder": {
    files: { "set/factory/annotations/q.json": [vigilQuestion] },
    path: "set",
    videos: ["factory/videos/cam7.mp4"],
    samples: 1,
  },
  qvhighlights: {
    files: {
      "val.jsonl": jsonLines({
        qid: 7,
        query: "A cat",
        vid: "NUsG9BgSes0_210.0_360.0",
        duration: 4,
        relevant_windows: [[0, 2]],
      }),
    },
    path: "val.jsonl",
    videos: ["NUsG9BgSes0_210.0_360.0.mp4"],
    samples: 1,
  },
  "charades-sta": {
    files: { "sta.txt": "3MSZA 1.0 2.0##person turns a light on.\n" },
    path: "sta.txt",
    videos: ["Charades_v1_480/3MSZA.mp4"],
    samples: 1,
  },
  "activitynet-captions": {
    files: {
      "val.json": { v_abc: { duration: 4, timestamps: [[0, 2]], sentences: ["A man runs."] } },
    },
    path: "val.json",
    videos: ["val/v_abc.mp4"],
    samples: 1,
  },
  "ego4d-nlq": {
    files: {
      "nlq.json": {
        videos: [
          {
            video_uid: "whole",
            clips: [
              {
                clip_uid: "clip-1",
                video_start_sec: 10,
                video_end_sec: 14,
                annotations: [
                  {
                    annotation_uid: "a",
                    language_queries: [{ query: "Where?", clip_start_sec: 1, clip_end_sec: 2 }],
                  },
                ],
              },
            ],
          },
        ],
      },
    },
    path: "nlq.json",
    videos: ["v2/clips/clip-1.mp4"],
    samples: 1,
  },
  "mmbench-video": {
    files: {
      "mm.tsv": "index\tvideo\tquestion\tanswer\tdimensions\n0\tmarket_1\tWhat?\tApples\t['OCR']\n",
    },
    path: "mm.tsv",
    videos: ["video/market_1.mp4"],
    samples: 1,
  },
  trec: {
    files: { "qrels.txt": "q1 0 d1 1\n" },
    path: "qrels.txt",
    videos: ["q1.mp4"],
    samples: 1,
    template: "{id}.mp4",
  },
};

/** What a model says to the family's questions. */
export function replyTo(question: string): string | undefined {
  if (question.includes("Where in the video")) return '[{"start": 0, "end": 4}]';
  return question.includes('{"answer"') ? '{"answer": "apples"}' : undefined;
}
