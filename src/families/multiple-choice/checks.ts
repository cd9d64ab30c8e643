import { shown } from "../../core/asking/shown.ts";
import type { Check } from "../../core/family/data-facet.ts";
import { choiceLetter, letterIndex } from "./choice-letter.ts";
import { foldChoice } from "./choice-set.ts";
import type { ChoiceSample } from "./schema.ts";

/** A check that looks at one sample at a time. */
function sampleCheck(
  about: Omit<Check<ChoiceSample>, "start">,
  add: (sample: ChoiceSample) => string | undefined,
): Check<ChoiceSample> {
  return { ...about, start: () => ({ add }) };
}

function firstRepeated(
  choices: readonly string[],
  form: (choice: string) => string,
): string | undefined {
  const seen = new Set<string>();
  return choices.find((choice) => seen.size === seen.add(form(choice)).size);
}

const duplicateChoices = sampleCheck(
  { id: "duplicate-choices", summary: "no choice is offered twice", level: "error" },
  ({ choices }) => {
    const repeated = firstRepeated(choices, (choice) => choice);
    return repeated === undefined
      ? undefined
      : `the choice ${shown(repeated)} is offered more than once, so its text does not say which is meant`;
  },
);

const similarChoices = sampleCheck(
  {
    id: "similar-choices",
    summary: "choices differ in more than case and outer space",
    level: "warning",
  },
  ({ choices }) => {
    if (firstRepeated(choices, (choice) => choice) !== undefined) return undefined;
    const repeated = firstRepeated(choices, foldChoice);
    return repeated === undefined
      ? undefined
      : `the choice ${shown(repeated)} differs from another only in case or space`;
  },
);

const emptyTexts = sampleCheck(
  { id: "empty-texts", summary: "the question and every choice say something", level: "error" },
  ({ question, choices }) => {
    if (question.trim() === "") return "the question is empty";
    const empty = choices.findIndex((choice) => choice.trim() === "");
    return empty < 0 ? undefined : `choice ${choiceLetter(empty)} is empty`;
  },
);

const hiddenAnswer = sampleCheck(
  { id: "hidden-answer", summary: "the right choice is known", level: "warning" },
  ({ answer }) =>
    answer === null
      ? "the right choice is hidden, so answers are collected but not scored"
      : undefined,
);

const misleadingLetters = sampleCheck(
  {
    id: "misleading-letters",
    summary: "no choice reads like the letter of another one",
    level: "warning",
  },
  ({ choices }) => {
    const at = choices.findIndex((choice, index) => {
      const letters = choice.trim().toUpperCase();
      return (letterIndex(letters, choices.length) ?? index) !== index;
    });
    return at < 0
      ? undefined
      : `choice ${choiceLetter(at)} reads ${shown(choices[at])}: a reply with that letter is taken as the text`;
  },
);

/** Fewer questions than this say nothing about a habit of the set. */
const minQuestions = 20;

/**
 * By a fifth more than its share, and by more than chance gives: four standard deviations, so that
 * a fair set is hardly ever reported.
 */
function isDominant(count: number, share: number, known: number): boolean {
  return count > 1.2 * share && count > share + 4 * Math.sqrt(share * (1 - share / known));
}

const dominantPosition: Check<ChoiceSample> = {
  id: "dominant-position",
  summary: "no position holds the right choice far more often than an even spread would give",
  level: "warning",
  start() {
    const truths: number[] = [];
    const expected: number[] = [];
    let known = 0;
    return {
      add({ choices, answer }) {
        if (answer === null) return undefined;
        known++;
        truths[answer] = (truths[answer] ?? 0) + 1;
        for (let at = 0; at < choices.length; at++)
          expected[at] = (expected[at] ?? 0) + 1 / choices.length;
        return undefined;
      },
      finish() {
        if (known < minQuestions) return undefined;
        const at = expected.findIndex((share, position) =>
          isDominant(truths[position] ?? 0, share, known),
        );
        if (at < 0) return undefined;
        const percent = (count: number) => `${((100 * count) / known).toFixed(1)} %`;
        return `choice ${choiceLetter(at)} is right in ${percent(truths[at]!)} of the questions, where an even spread would give ${percent(expected[at]!)}`;
      },
    };
  },
};

const oneAnswerTypes: Check<ChoiceSample> = {
  id: "one-answer-types",
  summary: "the questions of a type do not all have the same answer",
  level: "warning",
  start() {
    const types = new Map<string, { readonly answer: string; isOnly: boolean; count: number }>();
    return {
      add({ choices, answer, type = "" }) {
        if (answer === null) return undefined;
        const text = foldChoice(choices[answer]!);
        const seen = types.get(type);
        if (!seen) types.set(type, { answer: text, isOnly: true, count: 1 });
        else {
          seen.count++;
          seen.isOnly &&= seen.answer === text;
        }
        return undefined;
      },
      finish() {
        const found = [...types].filter(([, { isOnly, count }]) => isOnly && count >= 5);
        if (found.length === 0) return undefined;
        const named = found.map(
          ([type, { answer, count }]) =>
            `all ${count} questions ${type ? `of type ${shown(type)}` : "without a type"} have the answer ${shown(answer)}`,
        );
        return named.join("; ");
      },
    };
  },
};

/** What a set of multiple-choice questions should satisfy. */
export const choiceChecks: readonly Check<ChoiceSample>[] = [
  duplicateChoices,
  similarChoices,
  emptyTexts,
  misleadingLetters,
  hiddenAnswer,
  dominantPosition,
  oneAnswerTypes,
];
