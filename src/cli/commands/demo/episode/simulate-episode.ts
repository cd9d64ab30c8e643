import type { Random } from "../../../../core/random.ts";
import { seededRandom } from "../../../../math/seeded-random.ts";

/** How long a synthetic episode is, and how it is seen. */
export interface EpisodeSize {
  readonly frames: number;
  readonly framesPerSecond: number;
  readonly seed: number;
  /** Of the videos; both even. */
  readonly width: number;
  readonly height: number;
  readonly depthWidth: number;
  readonly depthHeight: number;
}

/** What is done, and how sensors notice it. */
interface Doing {
  readonly action: string;
  readonly subtask: string;
  readonly objects: readonly string[];
  readonly interaction: string;
  readonly touches: boolean;
  /** Where the right hand works, as seen from the root of the body, in metres. */
  readonly reach: readonly [number, number, number];
  /** Swings of the hand a second, and how far in metres. */
  readonly pace: number;
  readonly sweep: number;
  /** Pitch of its sound in hertz; 0 for a rushing one. */
  readonly pitch: number;
  readonly colour: readonly [number, number, number];
}

const doings: readonly Doing[] = [
  doing("Look around", "Prepare", ["table"], "looks over the table", {
    touches: false,
    reach: [0.1, -0.3, 0.2],
    pace: 0.3,
    sweep: 0.04,
    pitch: 120,
    colour: [90, 90, 100],
  }),
  doing("Pick up kettle", "Prepare", ["kettle", "table"], "right hand lifts the kettle", {
    touches: true,
    reach: [0.3, 0.0, 0.4],
    pace: 0.8,
    sweep: 0.12,
    pitch: 300,
    colour: [200, 60, 50],
  }),
  doing(
    "Pour water",
    "Brew",
    ["kettle", "coffee dripper", "scale"],
    "pours water over the dripper",
    {
      touches: true,
      reach: [0.2, 0.2, 0.5],
      pace: 1.6,
      sweep: 0.08,
      pitch: 0,
      colour: [60, 110, 220],
    },
  ),
  doing("Wait", "Brew", ["coffee dripper", "scale"], "waits for the coffee", {
    touches: false,
    reach: [0.0, -0.4, 0.1],
    pace: 0.2,
    sweep: 0.02,
    pitch: 80,
    colour: [70, 80, 70],
  }),
  doing("Stir coffee", "Serve", ["mug", "spoon"], "stirs the mug with a spoon", {
    touches: true,
    reach: [0.25, 0.1, 0.3],
    pace: 2.4,
    sweep: 0.06,
    pitch: 700,
    colour: [220, 190, 60],
  }),
  doing("Wipe table", "Clean up", ["cloth", "table"], "wipes the table with a cloth", {
    touches: true,
    reach: [0.35, -0.1, 0.5],
    pace: 1.1,
    sweep: 0.25,
    pitch: 450,
    colour: [60, 170, 90],
  }),
];

function doing(
  action: string,
  subtask: string,
  objects: readonly string[],
  interaction: string,
  rest: Omit<Doing, "action" | "subtask" | "objects" | "interaction">,
): Doing {
  return { action, subtask, objects, interaction, ...rest };
}

/** A stretch of frames in which one thing is done. */
interface Stretch {
  readonly doing: Doing;
  readonly start: number;
  /** Behind its last frame. */
  readonly end: number;
}

/** Everything the sensors will see, frame by frame. */
export interface SimulatedEpisode {
  readonly size: EpisodeSize;
  readonly stretches: readonly Stretch[];
  /** What is done in each frame: the truth. */
  readonly doings: readonly Doing[];
  /** Three numbers a frame. */
  readonly root: Float32Array;
  /** Radians. */
  readonly heading: Float32Array;
  /** From the root of the body, three numbers a frame. */
  readonly rightHand: Float32Array;
  readonly leftHand: Float32Array;
}

/**
 * A person who does things in turn, in rounds, each for a while: what is done decides how the hands
 * move, what they touch, what is heard and which objects are there, with noise on top. Equal sizes
 * and seeds give equal episodes.
 */
export function simulateEpisode(size: EpisodeSize): SimulatedEpisode {
  const { frames, framesPerSecond, seed } = size;
  const random = seededRandom(seed, "doings");
  const stretches = schedule(size, random);
  const current = stretches.flatMap((stretch) =>
    Array<Doing>(stretch.end - stretch.start).fill(stretch.doing),
  );
  const root = new Float32Array(3 * frames);
  const heading = new Float32Array(frames);
  const rightHand = new Float32Array(3 * frames);
  const leftHand = new Float32Array(3 * frames);
  const place: [number, number, number] = [0, 0.9, 0];
  const held: [number, number, number] = [0, -0.3, 0.2];
  let phase = 0;
  let turn = 0;
  for (let frame = 0; frame < frames; frame++) {
    const { reach, pace, sweep, touches } = current[frame]!;
    phase += (2 * Math.PI * pace) / framesPerSecond;
    turn += (0.15 * (touches ? 0.2 : 1) * normal(random)) / Math.sqrt(framesPerSecond);
    for (const axis of [0, 1, 2] as const) {
      place[axis] += ((axis === 1 ? 0.02 : 0.06) * normal(random)) / framesPerSecond;
      // A hand takes a moment to get where it works.
      held[axis] += ((reach[axis] - held[axis]) * 6) / framesPerSecond;
      const swing =
        axis === 0
          ? Math.sin(phase)
          : axis === 1
            ? 0.4 * Math.cos(2 * phase)
            : 0.6 * Math.cos(phase);
      root[3 * frame + axis] = place[axis];
      rightHand[3 * frame + axis] = held[axis] + sweep * swing + 0.006 * normal(random);
      leftHand[3 * frame + axis] =
        (axis === 0 ? -1 : 0.8) * held[axis] + 0.3 * sweep * swing + 0.006 * normal(random);
    }
    heading[frame] = turn;
  }
  return { size, stretches, doings: current, root, heading, rightHand, leftHand };
}

/** Rounds over all doings, in an order of their own, of two to five seconds each. */
function schedule({ frames, framesPerSecond }: EpisodeSize, random: Random): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (let start = 0, turn = 0; start < frames; turn++) {
    const doing = doings[turn % doings.length]!;
    const length = Math.round(framesPerSecond * (2 + 3 * random()));
    const end = Math.min(frames, start + length);
    stretches.push({ doing, start, end });
    start = end;
  }
  return stretches;
}

/** Box and Muller's normal numbers. */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
