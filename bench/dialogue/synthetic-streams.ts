import type { DialoguePrediction, DialogueSample } from "../../src/families/dialogue/schema.ts";
import { comparedPairs, type SimilarityGrade } from "../../src/families/dialogue/similarity.ts";

export interface SyntheticStream {
  readonly sample: DialogueSample;
  readonly prediction: DialoguePrediction;
  readonly grade: SimilarityGrade;
}

interface StreamSize {
  readonly frameCount: number;
  readonly utterances: number;
}

export const window = "-6,12";

/**
 * A stream of the given size, the same for the same number. Half of what is said is about right;
 * similarities are given, not computed.
 */
export function syntheticStream(
  number: number,
  { frameCount, utterances }: StreamSize,
): SyntheticStream {
  const below = generator(number + 1);
  const spacing = frameCount / utterances;
  const places = Array.from({ length: utterances }, (_, i) => Math.floor(i * spacing));
  const references = places.map((start) => ({
    frame: start + below(Math.floor(spacing / 2)),
    text: sentence(below),
  }));
  const said = references.map(({ frame, text }, i) => ({
    frame: Math.min(
      frameCount - 1,
      places[i]! + Math.min(Math.floor(spacing) - 1, frame - places[i]! + below(4)),
    ),
    text: below(2) === 0 ? text.split(" ").with(below(3), word(below)).join(" ") : sentence(below),
  }));
  const sample: DialogueSample = {
    dataset: "synthetic",
    fps: 2,
    frameCount,
    group: `v${number}`,
    id: `v${number}`,
    inputs: [],
    media: [],
    metadata: {},
    references,
  };
  const prediction = { utterances: said };
  const pairs = comparedPairs(prediction, sample, { window });
  return { sample, prediction, grade: { pairs, cosines: pairs.map((pair) => overlap(...pair)) } };
}

/**
 * Share of places with the same word, a little noisy: similar texts are similar, others are not. No
 * lists of words are made: what is measured is the scoring, not this.
 */
function overlap(one: string, other: string): number {
  let [same, first, second, places] = [0, 0, 0, 0];
  for (; first <= one.length || second <= other.length; places++) {
    const [firstEnd, secondEnd] = [wordEnd(one, first), wordEnd(other, second)];
    if (
      first <= one.length &&
      second <= other.length &&
      isSame(one, first, firstEnd, other, second, secondEnd)
    )
      same++;
    first = firstEnd + 1;
    second = secondEnd + 1;
  }
  return Math.fround(Math.min(0.999, (same + 0.5) / places));
}

function wordEnd(text: string, start: number): number {
  const end = text.indexOf(" ", start);
  return end < 0 ? text.length : end;
}

function isSame(
  one: string,
  start: number,
  end: number,
  other: string,
  otherStart: number,
  otherEnd: number,
): boolean {
  if (end - start !== otherEnd - otherStart) return false;
  for (let i = 0; i < end - start; i++)
    if (one.charCodeAt(start + i) !== other.charCodeAt(otherStart + i)) return false;
  return true;
}

/** A few phrases, of which some are far commoner than others, as instructions are made. */
function sentence(below: (limit: number) => number): string {
  return `${Array.from({ length: 3 + below(4) }, () => phrases[rank(below, phrases.length)]).join(" ")}.`;
}

function word(below: (limit: number) => number): string {
  const place = rank(below, 3000);
  return `${syllables[place % 20]}${syllables[Math.floor(place / 20) % 20]}${syllables[Math.floor(place / 400) % 20]}`;
}

function rank(below: (limit: number) => number, count: number): number {
  return Math.floor(count ** (below(1 << 16) / (1 << 16))) - 1;
}

const syllables = "ta ri mo ne su ka lo pe vi da fo gi ha ju be co wa ze yo qi".split(" ");

const phrases: readonly string[] = phraseList();

function phraseList(): readonly string[] {
  const below = generator(99);
  return Array.from({ length: 6_000 }, () =>
    Array.from({ length: 1 + below(4) }, () => word(below)).join(" "),
  );
}

function generator(seed: number): (limit: number) => number {
  let state = Math.imul(seed, 2654435761) >>> 0;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 1) % limit;
  };
}
