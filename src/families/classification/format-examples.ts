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
