import { seededRandom } from "../../../math/seeded-random.ts";

/** Something that happens in a scene, in seconds. */
interface SceneEvent {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/**
 * A hall that is watched: now and then an alarm lights up, water leaks, or somebody walks through.
 */
export interface Scene {
  readonly name: string;
  readonly events: readonly SceneEvent[];
}

export const sceneSize = { width: 96, height: 64, framesPerSecond: 4, frames: 120 } as const;
const sceneSeconds = sceneSize.frames / sceneSize.framesPerSecond;

type Colour = readonly [red: number, green: number, blue: number];
type Paint = (x: number, y: number, share: number) => Colour | undefined;

/** What each type of event looks like; `share` runs from 0 at its start to 1 at its end. */
const looks: Readonly<Record<string, Paint>> = {
  alarm: (x, y) => (x < 30 && y < 22 ? [225, 40, 40] : undefined),
  leak: (x, y) => (y > 46 && x > 20 && x < 80 ? [50, 90, 220] : undefined),
  visitor: (x, y, share) =>
    (x - 96 * share) ** 2 + (y - 36) ** 2 < 90 ? [235, 235, 235] : undefined,
};
const wall: Colour = [70, 74, 80];
const floor: Colour = [48, 46, 44];

const questions: Readonly<Record<string, string>> = {
  alarm: "When does the red alarm light up?",
  leak: "When does water leak onto the floor?",
  visitor: "When does somebody walk through the hall?",
};
const remarks: Readonly<Record<string, string>> = {
  alarm: "The red alarm is on, please check the panel on the left.",
  leak: "Water is leaking onto the floor, close the valve now.",
  visitor: "Somebody is walking through the hall, wait until they are gone.",
};

/** Up to four events, one after the other with pauses; every sixth scene is empty. */
export function demoScene(number: number, seed: number): Scene {
  const random = seededRandom(seed, "scene", number);
  const events: SceneEvent[] = [];
  const types = Object.keys(looks);
  for (
    let at = 1 + 3 * random();
    number % 6 !== 5 && at < sceneSeconds - 4;
    at += 2 + 5 * random()
  ) {
    const start = quarter(at);
    const end = Math.min(sceneSeconds, quarter(start + 2 + 3 * random()));
    events.push({ type: types[Math.floor(random() * types.length)]!, start, end });
    at = end;
  }
  return { name: `scene-${String(number + 1).padStart(2, "0")}`, events };
}

function quarter(seconds: number): number {
  return Math.round(seconds * 4) / 4;
}

/** The pictures of a scene, packed RGB. */
export function* drawScene({ events }: Scene): Generator<Uint8Array> {
  const { framesPerSecond, frames } = sceneSize;
  const empty = new Uint8Array(3 * sceneSize.width * sceneSize.height);
  paint(empty, (_, y) => (y < 44 ? wall : floor));
  for (let frame = 0; frame < frames; frame++) {
    const now = frame / framesPerSecond;
    const picture = empty.slice();
    for (const { type, start, end } of events)
      if (now >= start && now < end)
        paint(picture, (x, y) => looks[type]!(x, y, (now - start) / (end - start)));
    yield picture;
  }
}

function paint(picture: Uint8Array, colourAt: (x: number, y: number) => Colour | undefined): void {
  const { width, height } = sceneSize;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const colour = colourAt(x, y);
      if (colour) picture.set(colour, 3 * (y * width + x));
    }
}

/** The scene as a sample of each family that is about time, in their plain formats. */
export function sceneRows({ name, events }: Scene, video: string) {
  const first = new Map(events.toReversed().map((event) => [event.type, event]));
  return {
    events: { id: name, video, duration: sceneSeconds, domain: "hall", events },
    moments: [...first].map(([type]) => ({
      id: `${name}/${type}`,
      question: questions[type]!,
      kind: "when",
      video,
      duration: sceneSeconds,
      evidence: events
        .filter((event) => event.type === type)
        .map(({ start, end }) => ({ start, end })),
    })),
    stream: {
      id: name,
      video,
      duration: sceneSeconds,
      goal: "Keep an eye on the hall",
      turns: [
        { role: "user", seconds: 0.5, text: "Please watch the hall and tell me what happens." },
        ...events.map(({ type, start }) => ({
          role: "assistant",
          seconds: start + 1,
          text: remarks[type]!,
          label: "initiative|info_sharing",
        })),
      ],
    },
  };
}
