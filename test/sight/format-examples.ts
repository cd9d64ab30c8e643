/** A small set in one layout, with its videos called as those who distribute the set call them. */
export interface FormatExample {
  /** Files of the set by their paths; texts as they are, everything else as JSON. */
  readonly files: Readonly<Record<string, unknown>>;
  /** What `data.path` names. */
  readonly path: string;
  /** Paths of the videos below the media folder. */
  readonly videos: readonly string[];
  /** How many samples it has. */
  readonly samples: number;
  /** Where the layout names no video by itself: what `data.media` says beyond the folder. */
  readonly template?: string;
}

const lines = (...rows: readonly unknown[]) =>
  `${rows.map((row) => JSON.stringify(row)).join("\n")}\n`;
const choices = { question: "What happens?", answer: "a" };
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
const vigilQuestion = {
  question_id: "q1",
  video_id: "cam7",
  question: "When?",
  evidence_clips: [{ start_sec: 1, end_sec: 2 }],
};
const vigilEvents = {
  video_id: "cam7",
  duration_sec: 4,
  events: [{ event_type: "fall", start_sec: 1, end_sec: 2 }],
};

const multipleChoice: Readonly<Record<string, FormatExample>> = {
  jsonl: {
    files: {
      "qa.jsonl": lines(
        { id: 1, choices: ["a", "b"], video: "day/v1.mp4", ...choices },
        { id: 2, choices: ["a", "b"], video: "v2", ...choices },
      ),
    },
    path: "qa.jsonl",
    videos: ["day/v1.mp4", "night/v2.webm"],
    samples: 2,
  },
  csv: {
    files: { "qa.csv": "id,question,A,B,answer,video\n1,What?,a,b,A,v1.mp4\n" },
    path: "qa.csv",
    videos: ["part 1/v1.mp4"],
    samples: 1,
  },
  nextqa: {
    files: {
      "val.csv":
        "video,frame_count,width,height,question,answer,qid,type,a0,a1,a2,a3,a4\n2401,9,16,16,What?,0,1,CW,a,b,c,d,e\n",
    },
    path: "val.csv",
    videos: ["1164/2401.mp4"],
    samples: 1,
  },
  "seesim-pilot": {
    files: {
      "pilot.json": {
        structural: {
          questions: [{ qid: "s1", question: "Does it bend?" }],
          files: { File_1: { answers: { s1: true } } },
        },
        fluid: {
          questions: [{ qid: "f1", question: "Does it flow?" }],
          files: { File_7: { answers: { f1: false } } },
        },
      },
    },
    path: "pilot.json",
    videos: ["data/structural/videos/File_1.gif", "data/fluid/videos/File_1.mp4"],
    samples: 2,
  },
  openseesime: {
    files: {
      "rows.jsonl": lines({
        file_name: "beam.mp4",
        question: "Does it bend?",
        question_id: 1,
        answer: "Yes",
        answer_choices: ["Yes", "No"],
        media_type: "video",
      }),
    },
    path: "rows.jsonl",
    videos: ["videos/beam.mp4"],
    samples: 1,
  },
  egoschema: {
    files: {
      "questions.json": [
        {
          q_uid: "0a1b",
          question: "What?",
          "option 0": "a",
          "option 1": "b",
          "option 2": "c",
          "option 3": "d",
          "option 4": "e",
        },
      ],
    },
    path: "questions.json",
    videos: ["videos/0a1b.mp4"],
    samples: 1,
  },
  "egoschema-folder": {
    files: {
      "set/questions.json": [
        {
          q_uid: "0a1b",
          question: "What?",
          "option 0": "a",
          "option 1": "b",
          "option 2": "c",
          "option 3": "d",
          "option 4": "e",
        },
      ],
      "set/subset_answers.json": { "0a1b": 0 },
    },
    path: "set",
    videos: ["good_clips_git/0a1b.mp4"],
    samples: 1,
  },
  "video-mme": {
    files: {
      "rows.jsonl": lines({
        videoID: "moon1",
        question_id: "001-1",
        question: "What?",
        options: ["A. a", "B. b"],
        answer: "A",
      }),
    },
    path: "rows.jsonl",
    videos: ["data/moon1.mkv"],
    samples: 1,
  },
  longvideobench: {
    files: {
      "lvb.json": [
        {
          id: "h_0",
          video_id: "h",
          question: "What?",
          candidates: ["a", "b"],
          correct_choice: 0,
          video_path: "h.mp4",
        },
      ],
    },
    path: "lvb.json",
    videos: ["videos/h.mp4"],
    samples: 1,
  },
  "mmbench-video": {
    files: {
      "mm.tsv":
        "index\tvideo\tquestion\tA\tB\tanswer\tdimensions\tvideo_path\n0\tmarket_1\tWhat?\ta\tb\ta\t['OCR']\t./video/market_1.mp4\n",
    },
    path: "mm.tsv",
    videos: ["downloads/market_1.mp4"],
    samples: 1,
  },
};

const dialogue: Readonly<Record<string, FormatExample>> = {
  jsonl: {
    files: {
      "streams.jsonl": lines({
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
      "dialog.jsonl": lines({
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

const retrieval: Readonly<Record<string, FormatExample>> = {
  jsonl: {
    files: {
      "q.jsonl": lines({
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
      "bench.jsonl": lines({
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
      "val.jsonl": lines({
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

const labels = {
  annotations: [
    { gameTime: "1 - 00:01", label: "Goal", position: "1000" },
    { gameTime: "2 - 00:02", label: "Foul", position: "2000" },
  ],
};

const eventDetection: Readonly<Record<string, FormatExample>> = {
  jsonl: {
    files: {
      "events.jsonl": lines(
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

/** By family, then by format. */
export const formatExamples: Readonly<Record<string, Readonly<Record<string, FormatExample>>>> = {
  "multiple-choice": multipleChoice,
  dialogue,
  retrieval,
  "event-detection": eventDetection,
};
