// Makes four short videos of moving patterns with known cuts. Run it once:
// npm run -s example -- examples/python/cuts/make-videos.ts
import { mkdirSync, writeFileSync } from "node:fs";
import { writeVideo } from "vidimus/media";

const size = { width: 128, height: 72, framesPerSecond: 25 };
/** A cut has no length; detections of it are matched by overlap with a quarter of a second to each side. */
const marginSeconds = 0.25;
const sceneSeconds = [2.4, 3.6, 1.6, 2.8];

/** How the picture is made of a place and a time, different for every scene. */
function sceneOf(number: number): (x: number, y: number, seconds: number) => number[] {
  const [a, b, c] = [(number * 67) % 200, (number * 113 + 60) % 220, (number * 151 + 120) % 240];
  const turn = (number * 0.7) % Math.PI;
  const grain = 6 + ((number * 5) % 17);
  return (x, y, seconds) => {
    const along = x * Math.cos(turn) + y * Math.sin(turn) + seconds * (6 + (number % 4) * 4);
    const across = y * Math.cos(turn) - x * Math.sin(turn);
    const light = 20 * Math.sin(along / grain) + 15 * Math.cos(across / (grain + 3));
    return [a + light, b + light * 0.6, c - light].map((value) =>
      Math.max(0, Math.min(255, value)),
    );
  };
}

function* pictures(video: number): Generator<Uint8Array> {
  for (const [place, seconds] of scenesOf(video).entries()) {
    const scene = sceneOf(video * 7 + place);
    const frames = Math.round(seconds * size.framesPerSecond);
    for (let frame = 0; frame < frames; frame++) {
      const picture = new Uint8Array(3 * size.width * size.height);
      // A flash of one frame in the middle of every other scene is no cut.
      const flash = place % 2 === 1 && frame === Math.floor(frames / 2) ? 110 : 0;
      for (let y = 0; y < size.height; y++)
        for (let x = 0; x < size.width; x++) {
          const colour = scene(x, y, frame / size.framesPerSecond);
          for (let c = 0; c < 3; c++)
            picture[3 * (y * size.width + x) + c] = Math.min(255, colour[c]! + flash);
        }
      yield picture;
    }
  }
}

function scenesOf(video: number): readonly number[] {
  return sceneSeconds.map((_, place) => sceneSeconds[(place * 3 + video) % sceneSeconds.length]!);
}

const folder = import.meta.dirname;
mkdirSync(`${folder}/videos`, { recursive: true });
const rows: string[] = [];
for (let video = 0; video < 4; video++) {
  const name = `video-${video + 1}.mp4`;
  writeVideo(
    `${folder}/videos/${name}`,
    { encoder: "libx264", container: "mp4", ...size },
    pictures(video),
  );
  let at = 0;
  const ends = scenesOf(video).map((seconds) => (at += seconds));
  const events = ends.slice(0, -1).map((end) => ({
    type: "cut",
    start: Number((end - marginSeconds).toFixed(3)),
    end: Number((end + marginSeconds).toFixed(3)),
  }));
  rows.push(JSON.stringify({ id: name, video: name, duration: Number(at.toFixed(3)), events }));
}
writeFileSync(`${folder}/cuts.jsonl`, `${rows.join("\n")}\n`);
