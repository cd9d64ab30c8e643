import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeVideo } from "../../../media/video/write-video.ts";
import { clipLabels, clipQuestions, clipSize, demoClips, drawClip } from "./clips.ts";
import { demoSeed } from "./demo-seed.ts";
import { writeEpisode } from "./episode/write-episode.ts";
import { demoScene, drawScene, sceneRows, sceneSize } from "./scenes.ts";

const scenes = 18;
/** Long enough for intervals over blocks of windows, and no longer: it is all decoded. */
const episodeSize = { frames: 1_200, framesPerSecond: 16, cameras: ["fisheye_cam0"] } as const;
/** Real codecs in turn, so that the demo decodes what people have. */
const codecs = [
  { encoder: "libx264", container: "mp4", ending: "mp4" },
  { encoder: "libvpx-vp9", container: "webm", ending: "webm" },
  { encoder: "mpeg4", container: "mp4", ending: "mp4" },
] as const;

/**
 * Writes the demo's videos and what is asked about them; videos that are there already are kept.
 */
export async function makeDemo(directory: string): Promise<void> {
  const videos = join(directory, "videos");
  mkdirSync(videos, { recursive: true });
  writeClips(directory, videos);
  writeScenes(directory, videos);
  const episode = join(directory, "kitchen");
  if (!existsSync(join(episode, "annotation.hdf5"))) await writeEpisode(episode, episodeSize);
}

function writeClips(directory: string, videos: string): void {
  const questions: object[] = [];
  const labels: object[] = [];
  for (const [number, clip] of demoClips().entries()) {
    const { encoder, container, ending } = codecs[number % codecs.length]!;
    const name = `${clip.name}-${encoder}.${ending}`;
    if (!existsSync(join(videos, name)))
      writeVideo(join(videos, name), { encoder, container, ...clipSize }, drawClip(clip));
    questions.push(...clipQuestions(clip, name, demoSeed));
    labels.push(...clipLabels(clip, name));
  }
  writeRows(join(directory, "clips.jsonl"), questions);
  writeRows(join(directory, "labels.jsonl"), labels);
}

function writeScenes(directory: string, videos: string): void {
  const rows = { events: [] as object[], moments: [] as object[], streams: [] as object[] };
  for (let number = 0; number < scenes; number++) {
    const scene = demoScene(number, demoSeed);
    const name = `${scene.name}.mp4`;
    if (!existsSync(join(videos, name)))
      writeVideo(
        join(videos, name),
        { encoder: "libx264", container: "mp4", ...sceneSize },
        drawScene(scene),
      );
    const { events, moments, stream } = sceneRows(scene, name);
    rows.events.push(events);
    rows.moments.push(...moments);
    rows.streams.push(stream);
  }
  for (const [name, own] of Object.entries(rows)) writeRows(join(directory, `${name}.jsonl`), own);
}

function writeRows(path: string, rows: readonly object[]): void {
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
}
