import { shown } from "../../core/asking/shown.ts";
import type { Check } from "../../core/family/data-facet.ts";
import { poissonBinomialTail } from "../../math/distribution/poisson-binomial-tail.ts";
import { clopperPearson } from "../../math/interval/clopper-pearson.ts";
import { foldChoice } from "./choice-set.ts";
import type { ChoiceSample } from "./schema.ts";

/** A rule that picks a choice without seeing anything. */
interface Guesser {
  readonly id: string;
  readonly summary: string;
  /** The index of the one choice that stands out; `undefined` where none does. */
  guess(sample: ChoiceSample): number | undefined;
  /** "the longest choice": what stands out, as the finding names it. */
  readonly what: string;
}

/** Fewer guesses than this say nothing about a habit of the set. */
const minGuesses = 20;
const shownExamples = 3;

/** The probability below which a bias of a fair set would be seen; small, since sets are many. */
export const biasLevel = 0.001;

/**
 * A bias of the set is reported where it is hardly chance and worth something: with a probability
 * below one in a thousand, and at least a tenth more right guesses than chance gives.
 */
export function isBias(p: number, hits: number, expected: number): boolean {
  return p < biasLevel && hits >= 1.1 * expected;
}

/** "28.1 %" */
export function percentText(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** "28.1 % (95 % interval 24.2–32.3 %)" of independent questions. */
export function shareText(hits: number, all: number): string {
  const { low, high } = clopperPearson(hits, all);
  return `${percentText(hits / all)} (95 % interval ${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)} %)`;
}

function guessCheck({ id, summary, guess, what }: Guesser): Check<ChoiceSample> {
  return {
    id,
    summary,
    level: "warning",
    start() {
      const chances: number[] = [];
      const examples: string[] = [];
      let [hits, questions, elsewhere] = [0, 0, 0];
      return {
        add(sample) {
          const { id: name, choices, answer } = sample;
          if (answer === null) return undefined;
          questions++;
          const at = guess(sample);
          if (at === undefined) {
            elsewhere += 1 / choices.length;
            return undefined;
          }
          chances.push(1 / choices.length);
          if (at !== answer) return undefined;
          hits++;
          if (examples.length < shownExamples) examples.push(`${name} ${shown(choices[at])}`);
          return undefined;
        },
        finish() {
          if (chances.length < minGuesses) return undefined;
          const expected = chances.reduce((sum, chance) => sum + chance, 0);
          if (!isBias(poissonBinomialTail(hits, chances), hits, expected)) return undefined;
          const chance = percentText((expected + elsewhere) / questions);
          return `${what} is right in ${hits} of the ${chances.length} questions that have one, ${shareText(hits, chances.length)}, where chance gives ${expected.toFixed(1)}; picking it, and guessing elsewhere, scores ${percentText((hits + elsewhere) / questions)} without a look at the video (guessing: ${chance}); such as ${examples.join(", ")}`;
        },
      };
    },
  };
}

/** The one index with the highest value; `undefined` where several share it. */
function onlyHighest(values: readonly number[]): number | undefined {
  const highest = Math.max(...values);
  const at = values.indexOf(highest);
  return values.lastIndexOf(highest) === at ? at : undefined;
}

/** In characters as they are read. */
function lengthOf(choice: string): number {
  return Array.from(choice.trim()).length;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(foldChoice(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
}

/** From so many words on, half of them give a choice away. */
const leastWords = 2;

/**
 * The one choice whose words occur in a text, all of them or at least half and two, in which no word
 * of another choice does. Words that several choices share tell none of them apart, and choices
 * without own words are no guess.
 */
export function namedByText(choices: readonly string[], text: string): number | undefined {
  const words = choices.map(wordsOf);
  const shared = new Set(
    words.flatMap((own, at) =>
      [...own].filter((word) => words.some((other, index) => index !== at && other.has(word))),
    ),
  );
  const said = wordsOf(text);
  let named: number | undefined;
  for (const [at, own] of words.entries()) {
    const telling = [...own].filter((word) => !shared.has(word));
    const found = telling.filter((word) => said.has(word)).length;
    if (found === 0) continue;
    const isMost = found >= leastWords && 2 * found >= telling.length;
    if (named !== undefined || !(isMost || found === telling.length)) return undefined;
    named = at;
  }
  return named;
}

/** What a set gives away to those who never look. */
export const guessChecks: readonly Check<ChoiceSample>[] = [
  guessCheck({
    id: "longest-choice",
    summary: "the longest choice is not right more often than chance gives",
    what: "the longest choice",
    guess: ({ choices }) => onlyHighest(choices.map(lengthOf)),
  }),
  guessCheck({
    id: "shortest-choice",
    summary: "the shortest choice is not right more often than chance gives",
    what: "the shortest choice",
    guess: ({ choices }) => onlyHighest(choices.map((choice) => -lengthOf(choice))),
  }),
  guessCheck({
    id: "answer-in-question",
    summary: "the question does not give the right choice away by its words",
    what: "the only choice whose words stand in the question",
    guess: ({ choices, question }) => namedByText(choices, question),
  }),
  guessCheck({
    id: "answer-in-subtitles",
    summary: "the subtitles, where the task shows them, do not give the right choice away",
    what: "the only choice whose words are said in the subtitles",
    guess: ({ choices, subtitles }) =>
      subtitles?.cues && namedByText(choices, subtitles.cues.map(({ text }) => text).join(" ")),
  }),
];
