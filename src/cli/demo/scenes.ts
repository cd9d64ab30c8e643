import type { Random } from "../../core/random.ts";
import { seededRandom } from "../../math/seeded-random.ts";

/** One group of things in a scene. */
interface Thing {
  readonly count: number;
  readonly colour: string;
  readonly shape: string;
  readonly motion: string;
}

/** A question in the plain multiple-choice format. */
interface Question {
  readonly id: string;
  readonly group: string;
  readonly type: string;
  readonly question: string;
  readonly choices: readonly string[];
  readonly answer: number;
}

const colours = ["red", "blue", "green", "yellow", "white", "black"];
const shapes = ["circles", "squares", "stars", "triangles", "crosses"];
const motions = ["drift left", "drift right", "spin", "stand still", "grow"];

/** Scenes of moving shapes, told in words, with five kinds of questions whose truth is known. The same seed gives the same scenes. */
export function demoQuestions(scenes: number, seed: number): readonly Question[] {
  return Array.from({ length: scenes }, (_, i) =>
    sceneQuestions(`scene-${String(i + 1).padStart(2, "0")}`, seededRandom(seed, "demo", i)),
  ).flat();
}

function sceneQuestions(group: string, random: Random): readonly Question[] {
  const things = shuffled(shapes, random)
    .slice(0, 3)
    .map((shape): Thing => ({ count: 2 + Math.floor(random() * 5), colour: pick(colours, random), shape, motion: pick(motions, random) }));
  const told = things
    .map(({ count, colour, shape, motion }, i) => `${["First", "Then", "At last"][i]}, ${count} ${colour} ${shape} ${motion}.`)
    .join(" ");
  const about = pick(things, random);
  const name = `${about.colour} ${about.shape}`;
  const isSpin = random() < 0.5;
  const put = (type: string, ask: string, truth: string, others: readonly string[]): Question => {
    const choices = shuffled([truth, ...others.filter((other) => other !== truth)].slice(0, 4), random);
    return { id: `${group}/${type}`, group, type, question: `${told}\n${ask}`, choices, answer: choices.indexOf(truth) };
  };
  const counts = ["2", "3", "4", "5", "6"];
  const places = ["first", "second", "last"];
  const place = Math.floor(random() * 3);
  return [
    put("count", `How many ${name} are there?`, String(about.count), shuffled(counts, random)),
    put("colour", `What colour are the ${about.shape}?`, about.colour, shuffled(colours, random)),
    put("motion", `What do the ${name} do?`, about.motion, shuffled(motions, random)),
    put(
      "order",
      `Which shapes come ${places[place]}?`,
      things[place]!.shape,
      things.map(({ shape }) => shape),
    ),
    put("yes-no", `Do the ${name} ${isSpin ? about.motion : pick(motions, random)}?`, "Yes", ["No"]),
  ].map((question) => truthful(question, about));
}

/** The yes-or-no question is put about a motion that may not be the right one. */
function truthful(question: Question, { motion }: Thing): Question {
  if (question.type !== "yes-no") return question;
  return { ...question, answer: question.choices.indexOf(question.question.endsWith(`${motion}?`) ? "Yes" : "No") };
}

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
