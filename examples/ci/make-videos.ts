// Makes the quick set: ten short videos of coloured squares that move, and four questions about
// each. A set of your own is in your repository, or fetched (docs/data.md).
import { mkdirSync, writeFileSync } from "node:fs";
import { writeVideo } from "vidimus/media";

const size = { width: 96, height: 64, framesPerSecond: 8 };
const frames = 16;
const side = 10;
const palette = {
  red: [220, 40, 40],
  green: [40, 180, 60],
  blue: [50, 90, 230],
  yellow: [235, 215, 50],
} as const;
const motions = {
  "move left": [-1, 0],
  "move right": [1, 0],
  "move up": [0, -1],
  "move down": [0, 1],
} as const;

interface Clip {
  readonly colour: keyof typeof palette;
  readonly motion: keyof typeof motions;
  readonly count: number;
}

/** Without chance: the same videos on every machine. */
function clipOf(number: number): Clip {
  const colours = Object.keys(palette) as Clip["colour"][];
  const names = Object.keys(motions) as Clip["motion"][];
  return {
    colour: colours[number % 4]!,
    motion: names[(number * 3 + 1) % 4]!,
    count: 1 + ((number * 2) % 3),
  };
}

function* pictures({ colour, motion, count }: Clip): Generator<Uint8Array> {
  const [stepX, stepY] = motions[motion];
  for (let frame = 0; frame < frames; frame++) {
    const picture = new Uint8Array(3 * size.width * size.height).fill(24);
    const way = (frame / (frames - 1) - 0.5) * 20;
    for (let thing = 0; thing < count; thing++) {
      const left = Math.round(18 + 25 * thing + way * stepX);
      const top = Math.round(27 + way * stepY);
      for (let y = top; y < top + side; y++)
        for (let x = left; x < left + side; x++)
          picture.set(palette[colour], 3 * (y * size.width + x));
    }
    yield picture;
  }
}

const folder = import.meta.dirname;
mkdirSync(`${folder}/videos`, { recursive: true });
const questions: object[] = [];
for (let number = 0; number < 10; number++) {
  const clip = clipOf(number);
  const video = `clip-${String(number + 1).padStart(2, "0")}.mp4`;
  writeVideo(
    `${folder}/videos/${video}`,
    { encoder: "libx264", container: "mp4", ...size },
    pictures(clip),
  );
  const opposite = { left: "right", right: "left", up: "down", down: "up" } as const;
  const way = clip.motion.slice("move ".length) as keyof typeof opposite;
  const asked: readonly (readonly [string, string, readonly string[], string])[] = [
    ["colour", "What colour are the things?", Object.keys(palette), clip.colour],
    ["count", "How many things are there?", ["1", "2", "3"], String(clip.count)],
    ["motion", "What do the things do?", Object.keys(motions), clip.motion],
    ["direction", "Which way do they go?", [`move ${opposite[way]}`, clip.motion], clip.motion],
  ];
  for (const [type, question, choices, answer] of asked)
    questions.push({ id: `${video}/${type}`, type, video, question, choices, answer });
}
writeFileSync(
  `${folder}/questions.jsonl`,
  `${questions.map((question) => JSON.stringify(question)).join("\n")}\n`,
);
