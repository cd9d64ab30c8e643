import { shown } from "../../../core/asking/shown.ts";
import { answered, noAnswer, type Outcome } from "../../../core/run/outcome.ts";
import type { ChoicePrediction } from "../schema.ts";
import { allMatches } from "./all-matches.ts";
import { letterChoice } from "./candidate.ts";
import { type ChoiceTexts, choiceTexts, type WantedAnswer } from "./choice-texts.ts";
import { readContrast } from "./contrast-rule.ts";
import { readBoxed, readJson } from "./explicit-rules.ts";
import { letterAlone } from "./letter-alone.ts";
import {
  readAssertedText,
  readLeading,
  readNamedOption,
  readOwnLine,
  readStatedNumber,
} from "./plain-rules.ts";
import { agree, type Reading } from "./reading.ts";
import { type Reply, replyOf } from "./reply.ts";
import { withoutThoughts } from "./reply-text.ts";
import { readChosen, readFinalAnswer, readNamedCorrect, readStatedAnswer } from "./stated-rules.ts";
import { readStrict, splitFirstLine } from "./strict.ts";

interface Rule {
  readonly id: string;
  read(reply: Reply): readonly Reading[];
}

/**
 * The rules after `verbatim`, strongest first. Rules of one tier must agree with each other; the
 * first tier that finds anything decides, also when what it finds is that the reply contradicts
 * itself or states something else than a choice. Nothing is ever guessed.
 */
const tiers: readonly (readonly Rule[])[] = [
  [
    { id: "answer-tag", read: readAnswerTag },
    { id: "json", read: readJson },
    { id: "boxed", read: readBoxed },
  ],
  [{ id: "final-answer", read: readFinalAnswer }],
  [
    { id: "own-line", read: readOwnLine },
    { id: "stated-answer", read: readStatedAnswer },
    { id: "named-correct", read: readNamedCorrect },
    { id: "chosen", read: readChosen },
    { id: "contrast", read: readContrast },
  ],
  [{ id: "leading", read: readLeading }],
  [{ id: "named-option", read: readNamedOption }],
  [{ id: "asserted-text", read: readAssertedText }],
  [{ id: "stated-number", read: readStatedNumber }],
];

/**
 * The names of the rules, in the order in which they are tried. @internal For tests: every rule is
 * documented and seen.
 */
export const standardRules: readonly string[] = ["verbatim", ...tiers.flat().map(({ id }) => id)];

/** Reads what models really write: see the README of the family for each rule. */
export function readStandard(
  text: string,
  choices: readonly string[],
  wanted: WantedAnswer = "letter",
): Outcome<ChoicePrediction> {
  const choice = letterAlone(text, choices);
  return choice === undefined
    ? readByRules(text, choices, wanted)
    : answered({ choice, rule: "own-line" });
}

export function readByRules(
  text: string,
  choices: readonly string[],
  wanted: WantedAnswer = "letter",
): Outcome<ChoicePrediction> {
  const texts = choiceTexts(choices, wanted);
  const strict =
    texts.isLettered && letterChoice(splitFirstLine(text).line, texts) !== undefined
      ? undefined
      : readStrict(text, choices);
  if (strict?.kind === "answered") return strict;
  const visible = withoutThoughts(text);
  if (visible === undefined) return noAnswer("truncated", "the reply ends inside a thought");
  if (visible.trim() === "")
    return noAnswer(
      "unparsed",
      text.trim() === "" ? "the reply is empty" : "the reply holds thoughts but no answer",
    );
  const decision = decide(replyOf(visible, texts));
  if (!decision) return noAnswer("unparsed", `no choice can be read from ${shown(visible.trim())}`);
  if (decision.reading.kind !== "choice") return noAnswer("unparsed", decision.reading.reason);
  const { choice } = decision.reading;
  const explanation = explanationOf(visible, choice, texts);
  return answered({
    choice,
    rule: decision.rule,
    ...(explanation === "" ? undefined : { explanation }),
  });
}

interface Decision {
  readonly rule: string;
  readonly reading: Reading;
}

function decide(reply: Reply): Decision | undefined {
  for (const tier of tiers) {
    const found: Decision[] = [];
    for (const { id, read } of tier)
      for (const reading of read(reply)) found.push({ rule: id, reading });
    const reading = found.length === 0 ? undefined : agree(found.map((each) => each.reading));
    if (reading)
      return {
        rule: found.find((each) => each.reading === reading)?.rule ?? found[0]!.rule,
        reading,
      };
  }
  return undefined;
}

const closedTag = /<(answer|final_answer|final|choice|response)>([\s\S]*?)<\/\1>/gi;
const openTag = /<(?:answer|final_answer)>([^<]*)$/gi;

/** What stands inside a tag is a small reply of its own. */
function readAnswerTag({ raw, texts }: Reply): readonly Reading[] {
  if (!raw.includes("<")) return [];
  const closed = allMatches(closedTag, raw).map((match) => match[2]!);
  const contents = closed.length > 0 ? closed : allMatches(openTag, raw).map((match) => match[1]!);
  return contents.map((content): Reading => {
    return (
      decide(replyOf(content, texts))?.reading ?? {
        kind: "unreadable",
        reason: `the answer ${shown(content.trim())} is none of the choices`,
      }
    );
  });
}

/** Tags, JSON and LaTeX, in which a choice may be written so that it cannot be seen. */
const explicitMark = /[<{\\]/;

/** Where the first line alone gives the same answer, the rest explains it. */
function explanationOf(visible: string, choice: number, texts: ChoiceTexts): string {
  const { line, rest } = splitFirstLine(visible);
  if (rest === "") return "";
  const reply = replyOf(line, texts);
  if (!explicitMark.test(line) && !texts.mayName(choice, reply.text)) return "";
  const reading = decide(reply)?.reading;
  return reading?.kind === "choice" && reading.choice === choice ? rest : "";
}
