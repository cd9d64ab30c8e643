import { type FormatExample, jsonLines } from "../shared/format-example.ts";

const choices = { question: "What happens?", answer: "a" };
/** By format. */
export const formatExamples: Readonly<Record<string, FormatExample>> = {
  jsonl: {
    files: {
      "qa.jsonl": jsonLines(
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
      "rows.jsonl": jsonLines({
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
      "rows.jsonl": jsonLines({
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
