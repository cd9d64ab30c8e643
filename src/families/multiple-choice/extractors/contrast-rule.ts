import { readWhole } from "./candidate.ts";
import type { ChoiceTexts } from "./choice-texts.ts";
import { choiceReading, type Reading } from "./reading.ts";
import type { Reply } from "./reply.ts";

const subject = "(?:it|this|that|(?:the )?(?:(?:correct|right) )?(?:answer|option|choice))";
const connective =
  /^(?:(?:so|but|therefore|thus|hence|then|rather|instead|which means|that means|meaning)(?: that)?,? )+/i;
const rejecting = new RegExp(
  `^(?:${subject}(?: is|'s| was| must| should)? not|${subject} (?:isn't|wasn't|cannot|can not|can't|could not|couldn't|must not)|not)(?: be)? (.+)$`,
  "i",
);
const rejectedAfter =
  /^(.+?) (?:is|was) (?:clearly |definitely |also )?(?:wrong|incorrect|false|impossible|ruled out|not (?:correct|right|it|possible|the (?:correct |right )?answer))$/i;
const asserting = new RegExp(
  `^(?:${subject}(?:'s| is| was| must be| has to be| should be)|(?:that|this|which) leaves(?: only| us with)?|leaving(?: only)?) (.+)$`,
  "i",
);

/**
 * A reply that is nothing but choices which are ruled out and one that is set against them: "It's
 * not A, so B", "The answer is not A but B". Every clause must be one or the other, so nothing is
 * concluded from what is merely left over.
 */
export function readContrast({ text, texts }: Reply): readonly Reading[] {
  if (
    text.length > 2 * texts.longest + 160 ||
    text.includes("?") ||
    !/\b(?:not|cannot|wrong|incorrect|false|impossible|ruled)\b|n't/i.test(text)
  )
    return [];
  const rejected = new Set<number>();
  const asserted = new Set<number>();
  for (const [at, clause] of clausesOf(text).entries()) {
    const plain = clause.replace(connective, "");
    const out = rejecting.exec(plain)?.[1] ?? rejectedAfter.exec(plain)?.[1];
    // Without a connective or a subject, a further choice may as well go on with the list of those
    // that are ruled out.
    const stated = asserting.exec(plain)?.[1] ?? (plain !== clause || at === 0 ? plain : undefined);
    const choices =
      out === undefined
        ? [wholeChoice(stated, texts)]
        : out.split(/,? (?:or|nor|and) /).map((each) => wholeChoice(each, texts));
    for (const choice of choices) {
      if (choice === undefined) return [];
      (out === undefined ? asserted : rejected).add(choice);
    }
  }
  const [choice] = asserted;
  return rejected.size > 0 && asserted.size === 1 && !rejected.has(choice!)
    ? [choiceReading(choice!)]
    : [];
}

function clausesOf(text: string): readonly string[] {
  return text
    .split(/[.;,!\n]+(?:\s+|$)|\s+-+\s+|\s+(?=(?:so|but|therefore|thus|hence)\s)/i)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== "");
}

function wholeChoice(phrase: string | undefined, texts: ChoiceTexts): number | undefined {
  const reading = phrase === undefined ? undefined : readWhole(phrase, texts);
  return reading?.kind === "choice" ? reading.choice : undefined;
}
