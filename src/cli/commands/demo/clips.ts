import type { Random } from "../../../core/random.ts";
import { seededRandom } from "../../../math/seeded-random.ts";
import { demoSeed } from "./demo-seed.ts";

/** A clip: things of one colour and shape that move one way over a dark ground. */
export interface Clip {
  readonly name: string;
  readonly count: number;
  readonly colour: string;
  readonly shape: string;
  readonly motion: string;
  /** Where the things start, as fractions of the picture. */
  readonly places: readonly (readonly [x: number, y: number])[];
}

export const clipSize = { width: 192, height: 128, framesPerSecond: 12, frames: 24 } as const;

const palette: Readonly<Record<string, readonly [number, number, number]>> = {
  red: [220, 40, 40],
  green: [40, 180, 60],
  blue: [60, 100, 235],
  yellow: [235, 215, 50],
  white: [240, 240, 240],
};
const shapes = ["circles", "squares", "triangles"];
const motions: Readonly<Record<string, readonly [x: number, y: number]>> = {
  "move left": [-0.22, 0],
  "move right": [0.22, 0],
  "move up": [0, -0.22],
  "move down": [0, 0.22],
  "stand still": [0, 0],
};
const ground = [24, 26, 32] as const;
const radius = 9;

const clips = 40;

/** Every clip that the demo shows; its learned encoder was trained on none of their kinds. */
export function demoClips(): readonly Clip[] {
  return Array.from({ length: clips }, (_, number) => demoClip(number, demoSeed));
}

export function demoClip(number: number, seed: number): Clip {
  const random = seededRandom(seed, "clip", number);
  const count = 1 + Math.floor(random() * 5);
  // A grid with room to move keeps things apart.
  const cells = shuffled([0, 1, 2, 3, 4, 5], random).slice(0, count);
  return {
    name: `clip-${String(number + 1).padStart(2, "0")}`,
    count,
    colour: pick(Object.keys(palette), random),
    shape: pick(shapes, random),
    motion: pick(Object.keys(motions), random),
    places: cells.map((cell) => [
      0.3 + 0.2 * (cell % 3) + 0.02 * random(),
      0.36 + 0.28 * Math.floor(cell / 3) + 0.02 * random(),
    ]),
  };
}

/** The pictures of a clip, packed RGB. */
export function* drawClip({ colour, shape, motion, places }: Clip): Generator<Uint8Array> {
  const { width, height, frames } = clipSize;
  const [red, green, blue] = palette[colour]!;
  const [moveX, moveY] = motions[motion]!;
  const empty = new Uint8Array(3 * width * height);
  for (let i = 0; i < empty.length; i += 3) empty.set(ground, i);
  for (let frame = 0; frame < frames; frame++) {
    const time = frame / (frames - 1);
    const picture = empty.slice();
    for (const [x, y] of places) {
      const [centreX, centreY] = [(x + moveX * time) * width, (y + moveY * time) * height];
      for (let row = Math.floor(centreY - radius); row <= centreY + radius; row++)
        for (let column = Math.floor(centreX - radius); column <= centreX + radius; column++)
          if (isInside(shape, column - centreX, row - centreY))
            picture.set([red, green, blue], 3 * (row * width + column));
    }
    yield picture;
  }
}

function isInside(shape: string, x: number, y: number): boolean {
  if (shape === "circles") return x * x + y * y <= radius * radius;
  if (shape === "squares") return Math.max(Math.abs(x), Math.abs(y)) <= radius * 0.9;
  return y <= radius * 0.8 && Math.abs(x) <= (y + radius) / 2;
}

/** Questions about a clip whose truth is known, in the plain multiple-choice format. */
export function clipQuestions(clip: Clip, video: string, seed: number): readonly object[] {
  const random = seededRandom(seed, "questions", clip.name);
  const put = (type: string, question: string, truth: string, others: readonly string[]) => {
    const choices = shuffled(
      [
        truth,
        ...shuffled(
          others.filter((other) => other !== truth),
          random,
        ).slice(0, 3),
      ],
      random,
    );
    return {
      id: `${clip.name}/${type}`,
      group: clip.name,
      type,
      video,
      question,
      choices,
      answer: choices.indexOf(truth),
    };
  };
  return [
    put("count", "How many things are there?", String(clip.count), ["1", "2", "3", "4", "5"]),
    put("colour", "What colour are the things?", clip.colour, Object.keys(palette)),
    put("motion", "What do the things do?", clip.motion, Object.keys(motions)),
    put("shape", "What shape are the things?", clip.shape, shapes),
  ];
}

/** Labels of a clip whose truth is known, in the plain classification format: a task for each. */
export function clipLabels(clip: Clip, video: string): readonly object[] {
  const put = (task: string, names: readonly string[], truth: string, describe: Describe) => ({
    task,
    video,
    labels: Object.fromEntries(names.map((name) => [name, describe(name)])),
    label: truth,
  });
  return [
    put("colour", Object.keys(palette), clip.colour, (name) => `${name} things`),
    put("motion", Object.keys(motions), clip.motion, (name) => `things that ${name}`),
    put("shape", shapes, clip.shape, (name) => `${name} over a dark ground`),
  ];
}

type Describe = (name: string) => string;

function pick<T>(items: readonly T[], random: Random): T {
  return items[Math.floor(random() * items.length)]!;
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const order = [...items];
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}
