import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeVideo } from "../../media/video/write-video.ts";
import { clipQuestions, clipSize, demoClip, drawClip } from "./clips.ts";

const clips = 40;
const seed = 7;
/** Real codecs in turn, so that the demo decodes what people have. */
const codecs = [
  { encoder: "libx264", container: "mp4", ending: "mp4" },
  { encoder: "libvpx-vp9", container: "webm", ending: "webm" },
  { encoder: "mpeg4", container: "mp4", ending: "mp4" },
] as const;

/** Writes the demo's videos and the questions about them; videos that are there already are kept. */
export function makeDemo(directory: string): void {
  const videos = join(directory, "videos");
  mkdirSync(videos, { recursive: true });
  const questions: object[] = [];
  for (let number = 0; number < clips; number++) {
    const clip = demoClip(number, seed);
    const { encoder, container, ending } = codecs[number % codecs.length]!;
    const name = `${clip.name}-${encoder}.${ending}`;
    if (!existsSync(join(videos, name))) writeVideo(join(videos, name), { encoder, container, ...clipSize }, drawClip(clip));
    questions.push(...clipQuestions(clip, name, seed));
  }
  writeFileSync(join(directory, "clips.jsonl"), questions.map((question) => `${JSON.stringify(question)}\n`).join(""));
}
