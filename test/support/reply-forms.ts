import { expect } from "vitest";
import { choiceLetter } from "../../src/families/multiple-choice/choice-letter.ts";
import { readReply } from "../../src/families/multiple-choice/parse.ts";
import type { ChoiceSample } from "../../src/families/multiple-choice/schema.ts";

type ReplyForm = (letter: string, text: string) => string;

const givingForms: readonly ReplyForm[] = [
  (letter) => `**${letter}**`,
  (letter, text) => `${letter}. ${text}`,
  (_, text) => `The correct answer is "${text}".`,
  (letter, text) => `The frames show people.\n\nTherefore, the answer is ${letter}) ${text}`,
];

const doubtingForms: readonly ReplyForm[] = [
  (_, text) => `It is not ${text}.`,
  (letter) => `I doubt it is ${letter}.`,
  (_, text) => `Anything but ${text}`,
  (letter) => `Option ${letter} is wrong.`,
  (letter) => `I don't think the answer is ${letter}.`,
  (_, text) => `False: ${text}`,
  (_, text) => `I am not sure whether it is ${text}.`,
  (letter) => `If the answer is ${letter}, we would see it.`,
  (letter) => `We can rule out (${letter}).`,
  (_, text) => `It is unlikely that they ${text}.`,
  (letter, text) => `Wrong:\n${letter}. ${text}`,
  (_, text) => `The video does not show ${text}.`,
];

/** Expects the right choice to be read from replies that give it. */
export function expectGivenChoices(samples: readonly ChoiceSample[]): void {
  for (const { choices, answer } of samples) {
    for (const form of givingForms) {
      const said = form(choiceLetter(answer!), choices[answer!]!);
      const outcome = readReply(said, choices);
      const read = outcome.kind === "answered" ? choices[outcome.value.choice!] : outcome.reason;
      expect([said, read]).toEqual([said, choices[answer!]]);
    }
  }
}

/** Expects no choice to be read from replies that deny or doubt it. */
export function expectDoubtedChoices(samples: readonly ChoiceSample[]): void {
  for (const { choices, answer } of samples) {
    for (const form of doubtingForms) {
      const said = form(choiceLetter(answer!), choices[answer!]!);
      expect([said, readReply(said, choices).kind]).toEqual([said, "unparsed"]);
    }
  }
}
