import { type FormatExample, jsonLines } from "../shared/format-example.ts";

const labels = { open: "a hand opens the drawer", close: "a hand closes the drawer" };

/** By format. */
export const formatExamples: Readonly<Record<string, FormatExample>> = {
  jsonl: {
    files: {
      "labels.jsonl": jsonLines(
        { task: "drawer", video: "day/v1.mp4", labels, label: "open" },
        { task: "drawer", video: "v2", labels, label: "close" },
      ),
    },
    path: "labels.jsonl",
    videos: ["day/v1.mp4", "night/v2.webm"],
    samples: 2,
  },
  vista: {
    files: {
      "tasks/foundation/drawer.yaml":
        "label_prompts:\n  open: a hand opens the drawer\n  close: a hand closes the drawer\n",
      "tasks/foundation/drawer_data.json":
        "[{path: 'alfred/v1.mp4', label: 'open'}, {path: 'alfred/v2.mp4', label: 'close'}]",
    },
    path: "tasks",
    videos: ["alfred/v1.mp4", "alfred/v2.mp4"],
    samples: 2,
  },
  kinetics: {
    files: {
      "val.csv":
        "label,youtube_id,time_start,time_end,split\njuggling,a-1,3,13,val\nyawning,b_2,0,10,val\n",
    },
    path: "val.csv",
    videos: ["val/juggling/a-1_000003_000013.mp4", "b_2.mkv"],
    samples: 2,
  },
  "ucf-101": {
    files: { "testlist01.txt": "Archery/v_Archery_g01_c01.avi\nBiking/v_Biking_g01_c01.avi\n" },
    path: "testlist01.txt",
    videos: ["Archery/v_Archery_g01_c01.avi", "UCF-101/Biking/v_Biking_g01_c01.mp4"],
    samples: 2,
  },
  "something-something": {
    files: {
      "validation.json": [
        { id: "74225", label: "spinning a cube", template: "Spinning [something]" },
        { id: "116154", label: "holding a cup", template: "Holding [something]" },
      ],
    },
    path: "validation.json",
    videos: ["20bn/74225.webm", "116154.mp4"],
    samples: 2,
  },
  "class-folders": {
    files: { "videos/waving/w1.mp4": "-", "videos/jumping/j1.mp4": "-" },
    path: "videos",
    videos: ["waving/w1.mp4", "jumping/j1.mp4"],
    samples: 2,
  },
};

/** What a model says to the family's questions: it describes, compares, and likes the first label. */
export function replyTo(question: string): string | undefined {
  if (asksWithoutPictures(question) && !question.includes("Now give every summary"))
    return "Frames 1 and 2 fit the first summary.";
  const names = [...question.matchAll(/^- \(([^)]+)\) /gm)].map(([, name]) => name!);
  if (question.includes("give every summary a score"))
    return names.map((name, at) => `- (${name}) ${at === 0 ? 5 : 1}`).join("\n");
  return question.includes("Go through the frames one by one") ? "1: a hand, a drawer" : undefined;
}

/** Whether the family asks this without showing anything: it is about descriptions of frames. */
export function asksWithoutPictures(question: string): boolean {
  return question.includes("Somebody described the frames of a video");
}
