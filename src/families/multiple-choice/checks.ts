import { shown } from "../../core/asking/shown.ts";
import type { Check } from "../../core/family/data-facet.ts";
import { lookAlikes } from "../shared/look-alikes.ts";
import { choiceLetter, letterIndex } from "./choice-letter.ts";
import { foldChoice } from "./choice-set.ts";
import { guessChecks } from "./guess-checks.ts";
import { dominantPosition } from "./position-check.ts";
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

const lookAlikeChoices = sampleCheck(
  {
    id: "look-alike-choices",
    summary: "no two choices look the same and are written with other characters",
    level: "warning",
  },
  ({ choices }) => {
    const pair = lookAlikes(choices);
    return (
      pair &&
      `choices ${choiceLetter(pair.first)} and ${choiceLetter(pair.second)} both read ${shown(choices[pair.first])}, ${pair.difference}`
    );
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
  lookAlikeChoices,
  dominantPosition,
  ...guessChecks,
  oneAnswerTypes,
];
