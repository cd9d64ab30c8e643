import { type FormatExample, jsonLines } from "../shared/format-example.ts";

const turns = [
  { role: "user", time: 0.5, content: "How do I start?", labels: "" },
  { role: "assistant", time: 1.5, content: "Take the cup.", labels: "responsive|instruction" },
];
const conversation = turns.map(({ role, time, content }) => ({
  from: role,
  timestamp: time,
  value: content,
}));
const stream = (video_uid: string) => ({
  video_uid,
  conversations: [{ user_type: "no_talk", conversation: turns }],
  parsed_video_anns: { duration: 4, video_start_time: 0 },
});
/** By format. */
export const formatExamples: Readonly<Record<string, FormatExample>> = {
  jsonl: {
    files: {
      "streams.jsonl": jsonLines({
        id: "s1",
        duration: 4,
        turns: [{ role: "assistant", seconds: 1, text: "Go." }],
      }),
    },
    path: "streams.jsonl",
    videos: ["s1.mp4"],
    samples: 1,
    template: "{id}.mp4",
  },
  proassist: {
    files: { "val_filtered.json": [stream("P01_11")] },
    path: "val_filtered.json",
    videos: ["videos/P01_11.mp4"],
    samples: 1,
  },
  "proassist-folder": {
    files: {
      "data/ego4d/generated_dialogs/val_filtered.json": [
        stream("grp-cec778f9-9b54-4b67-b013-116378fd7a85"),
      ],
    },
    path: "data",
    videos: ["ego4d/cec778f9-9b54-4b67-b013-116378fd7a85.mp4"],
    samples: 1,
  },
  "proassist-prepared": {
    files: {
      "dialog.jsonl": jsonLines({
        video_uid: "T48",
        fps: 2,
        frames_file: "/elsewhere/wtag/frames/T48.arrow",
        conversation: [
          { role: "system", content: "You assist." },
          { role: "frames", start: 0, end: 4 },
          { role: "assistant", content: "Take the cup." },
        ],
      }),
    },
    path: "dialog.jsonl",
    videos: ["T48.mp4"],
    samples: 1,
  },
  "per-video": {
    files: { "video.json": { video_uid: "R0027-12-GoPro", duration: 4, conversation } },
    path: "video.json",
    videos: ["R0027-12-GoPro.mp4"],
    samples: 1,
  },
  "proassist-results": {
    files: {
      "results/0.json": {
        metadata: { video_uid: "P01_11", sample_idx: 0, fps: 2 },
        predictions: [0, 1, 2, 3].map((frame) => ({
          gen: "",
          ref: frame === 2 ? "Go." : "",
          frame_idx_in_original_video: frame,
        })),
      },
    },
    path: "results",
    videos: ["P01_11.mp4"],
    samples: 1,
  },
};
