// Makes twelve short videos of coloured stretches with a narration, and questions about them. Run
// it once:
// npm run -s example -- examples/retrieval-ablation/make-videos.ts
import { mkdirSync, writeFileSync } from "node:fs";
import { writeVideo } from "vidimus/media";

const size = { width: 32, height: 32, framesPerSecond: 1 };
const colours = {
  red: [220, 30, 30],
  orange: [245, 140, 20],
  yellow: [240, 220, 40],
  green: [40, 170, 60],
  blue: [40, 80, 220],
  purple: [140, 50, 190],
  pink: [245, 150, 190],
  brown: [120, 75, 40],
} as const;
type Colour = keyof typeof colours;
const names = Object.keys(colours) as Colour[];
const grey = [128, 128, 128] as const;

interface Stretch {
  readonly colour: Colour;
  readonly seconds: number;
  /** Only spoken of, while the picture stays grey. */
  readonly isSpoken: boolean;
  /** How much of the picture has the colour. */
  readonly share: number;
}

/**
 * Lengths and shares that differ from video to video, without chance: the same videos on every
 * machine.
 */
function stretchesOf(video: number): readonly Stretch[] {
  return names.slice(0, 6).map((_, at) => ({
    colour: names[(at * 3 + video) % names.length]!,
    seconds: [4, 12, 3, 14, 6, 9][(at + video) % 6]!,
    isSpoken: (at + video) % 4 === 3,
    share: [1, 0.6, 0.3][(at + video * 2) % 3]!,
  }));
}

function* pictures(stretches: readonly Stretch[]): Generator<Uint8Array> {
  const pixels = size.width * size.height;
  for (const { colour, seconds, isSpoken, share } of stretches)
    for (let second = 0; second < seconds; second++) {
      const picture = new Uint8Array(3 * pixels);
      for (let pixel = 0; pixel < pixels; pixel++)
        picture.set(!isSpoken && pixel < share * pixels ? colours[colour] : grey, 3 * pixel);
      yield picture;
    }
}

const clock = (seconds: number) =>
  `00:${String(Math.floor(seconds / 60)).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}.000`;

const folder = import.meta.dirname;
mkdirSync(`${folder}/videos`, { recursive: true });
const questions: object[] = [];
for (let video = 0; video < 12; video++) {
  const name = `video-${String(video + 1).padStart(2, "0")}`;
  const stretches = stretchesOf(video);
  writeVideo(
    `${folder}/videos/${name}.mp4`,
    { encoder: "libx264", container: "mp4", ...size },
    pictures(stretches),
  );
  const cues: string[] = [];
  const duration = stretches.reduce((sum, { seconds }) => sum + seconds, 0);
  let start = 0;
  for (const { colour, seconds, isSpoken } of stretches) {
    const end = start + seconds;
    cues.push(
      `${clock(start)} --> ${clock(end)}\n${isSpoken ? `Now it is all about ${colour}.` : "Nothing is said about this."}\n`,
    );
    questions.push({
      id: `${name}/${colour}`,
      question: isSpoken
        ? `When is ${colour} spoken of?`
        : `When is there ${colour} in the picture?`,
      kind: isSpoken ? "spoken" : "seen",
      evidence: [{ start, end }],
      duration,
      video: `${name}.mp4`,
      transcript: `${name}.vtt`,
    });
    start = end;
  }
  writeFileSync(`${folder}/videos/${name}.vtt`, `WEBVTT\n\n${cues.join("\n")}`);
}
writeFileSync(
  `${folder}/questions.jsonl`,
  `${questions.map((question) => JSON.stringify(question)).join("\n")}\n`,
);
