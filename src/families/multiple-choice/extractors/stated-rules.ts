import { shown } from "../../../core/asking/shown.ts";
import { allMatches } from "./all-matches.ts";
import { isStated } from "./assertion.ts";
import { letterChoice, readStart, readWhole } from "./candidate.ts";
import type { ChoiceTexts } from "./choice-texts.ts";
import { isDenied, isDisclaimed } from "./denial.ts";
import { choiceReading, conflict, type Reading, unreadable } from "./reading.ts";
import type { Reply } from "./reply.ts";

const isWord =
  "(?:(?<!\\p{L})(?:is|was|(?:would|should|must|will|has to) be|(?:seems|appears) to be|ist|est|es|è|é)(?!\\p{L})|=>|->|=|→|⇒|:|(?<= )-(?= ))";
const praise =
  "(?:most|correct|right|best|likely|appropriate|accurate|suitable|probable|proper|chosen|selected|single|only|my|our)";
const finalCue = new RegExp(
  `(?<!\\p{L})final (?:answer|choice|option|selection|decision)(?![\\p{L}\\p{N}])(?<verb> *${isWord} *[:=]?)? *`,
  "giu",
);
const answerCue = new RegExp(
  `(?<!\\p{L})(?:(?:the|your) )?(?:${praise} )*(?:answer|ans|solution|antwort|réponse|respuesta|risposta|resposta|ответ|答案)(?![\\p{L}\\p{N}]|(?<=\\p{L})')(?: \\([^)\\n]{0,30}\\))?(?: (?:to|for|here|from|among|of|with|and|choice|option)(?!\\p{L})[^.:\\n]{0,80}?)?\\.?(?<verb> *${isWord}) *[:=]? *`,
  "giu",
);
const chineseCue = /(?:正确)?答案(?<verb>应?(?:是|为|选)?)[: ]*|答(?<colon> *:) */gu;
const optionCue = new RegExp(
  `(?<!\\p{L})(?:(?:(?:the )?(?:${praise} )+(?:option|choice)(?<verb> *${isWord}) *[:=]?)|(?:(?<![\\p{L}] )(?:option|choice)(?<colon> ?:))) *`,
  "giu",
);
const chosenCue =
  /(?<!\p{L})(?:I|we)(?<verb>'d|'ll| would| will|'m going to| am going to)? (?:choose|chose|pick|picked|select|selected|go with|went with|opt for|vote for|answer with|answer|say|guess)(?! (?:for|to|from|which|one)\b) /giu;
/** A name before a colon, or a bare verb, at the start of a line; what follows may be anything. */
const titleCue =
  /^(?:(?:(?:the )?(?:final|correct|right) )?(?:answers|answer\(s\))|response|output|prediction|result|conclusion|verdict|selection|decision|assistant)\s*:\s*|^(?:choose|select|pick) (?=["'(]*[A-Za-z]{1,3}(?!\p{L})|option|choice)/gimu;
const bracketCue = /\[(?<verb>(?:final |correct )?(?:answer|答案))\] *:? */gi;
/** "Your answer is right" speaks of somebody else's answer; "Your answer:" repeats a prompt. */
const somebodysAnswer =
  /^your (?![^:]*:)|\((?:[^)]* )?(?:wrong|incorrect|false|bad|not|rejected|example|previous|old)(?!\p{L})[^)]*\)/iu;

/**
 * A pattern, and what every text has in which it is found: most replies hold none of it, and this
 * is far cheaper to see.
 */
interface CuePattern {
  readonly pattern: RegExp;
  readonly needs: RegExp;
}

const finalCues: readonly CuePattern[] = [{ pattern: finalCue, needs: /final /iu }];
const answerCues: readonly CuePattern[] = [
  {
    pattern: answerCue,
    needs: /ans|solution|antwort|réponse|respuesta|risposta|resposta|ответ|答案/iu,
  },
  { pattern: chineseCue, needs: /答/ },
  { pattern: optionCue, needs: /option|choice/iu },
  { pattern: titleCue, needs: /:|choose|select|pick/iu },
  { pattern: bracketCue, needs: /\[/ },
];
const chosenCues: readonly CuePattern[] = [
  {
    pattern: chosenCue,
    needs:
      /(?:cho?ose|pick(?:ed)?|select(?:ed)?|go with|went with|opt for|vote for|answer|say|guess) /iu,
  },
];

/** Everything that is announced as the final answer. */
export function readFinalAnswer(reply: Reply): readonly Reading[] {
  return announced(reply, finalCues);
}

/** Everything that is announced as the answer. */
export function readStatedAnswer(reply: Reply): readonly Reading[] {
  return announced(reply, answerCues);
}

/** Everything that the system says it chooses. */
export function readChosen(reply: Reply): readonly Reading[] {
  return announced(reply, chosenCues);
}

interface Cue {
  readonly start: number;
  readonly end: number;
  readonly isFirm: boolean;
}

function announced({ text, texts }: Reply, patterns: readonly CuePattern[]): readonly Reading[] {
  const matches = patterns.flatMap(({ pattern, needs }) =>
    needs.test(text) ? allMatches(pattern, text) : [],
  );
  if (matches.length === 0) return [];
  const cues: Cue[] = matches
    .filter(
      (match) =>
        !somebodysAnswer.test(match[0]) &&
        !isDisclaimed(text.slice(Math.max(0, match.index - 200), match.index)),
    )
    .map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      isFirm: Object.values(match.groups ?? {}).some(Boolean),
    }))
    .sort((a, b) => a.start - b.start)
    .filter((cue, at, all) => cue.start >= (all[at - 1]?.end ?? 0));
  return cues.flatMap(
    (cue, at) => readCue(text, cue, { before: cues[at + 1]?.start ?? text.length, texts }) ?? [],
  );
}

function readCue(
  text: string,
  cue: Cue,
  { before, texts }: { readonly before: number; readonly texts: ChoiceTexts },
): Reading | undefined {
  const phrase = phraseAfter(text, cue.end, before);
  if (phrase === "") return undefined;
  const reading =
    readWhole(phrase, texts) ?? readStart(phrase, texts) ?? readOnlyMention(phrase, texts);
  return (
    reading ??
    (cue.isFirm
      ? unreadable(`the stated answer ${shown(phrase)} is none of the choices`)
      : undefined)
  );
}

/** The rest of the line up to the next cue; where the line ends with the cue, the next line. */
function phraseAfter(text: string, from: number, before: number): string {
  const lineEnd = text.indexOf("\n", from);
  const rest = text.slice(from, lineEnd < 0 ? text.length : lineEnd).trim();
  const start =
    rest === "" || /^[:\-=.]+$/.test(rest) ? from + text.slice(from).search(/[^\s:\-=.]|$/) : from;
  const end = text.indexOf("\n", start);
  return text.slice(start, Math.min(end < 0 ? text.length : end, Math.max(before, start))).trim();
}

function readOnlyMention(phrase: string, texts: ChoiceTexts): Reading | undefined {
  const sentence = phrase.slice(0, phrase.search(/(?<=[.!?])\s|$/));
  const mentions = texts.mentions(sentence);
  const [first] = mentions;
  if (!first) return undefined;
  if (new Set(mentions.flatMap(({ choice, isNegated }) => (isNegated ? [] : [choice]))).size > 1)
    return conflict("several choices are named as the answer");
  return mentions.length === 1 && isStated(first) ? choiceReading(first.choice) : undefined;
}

const verdict =
  "(?:(?:is|must be|would be|seems to be|appears to be) (?:therefore |thus |clearly |likely |probably |indeed |the |my |most |only |a )*(?:correct|right(?! (?:next|behind|beside|above|below|in|on|at|there|after|before|now|of|by|near|under|over)(?!\\p{L}))|best|accurate|true|answer)|best (?:describes|matches|fits|answers))(?!\\p{L})";
const letterCorrect = new RegExp(
  `(?<![\\p{L}\\p{N}'])(?:[Oo]ption |[Cc]hoice |[Aa]nswer )?["'([]{0,3}([A-Z]{1,3})["')\\].]{0,3},? ${verdict}`,
  "gu",
);
const textCorrect = new RegExp(
  `^(?:so |thus |therefore |i think |i believe )*(.+?),? ${verdict}(?= *(?:answer|option|choice|one)?[.!]*$)`,
  "iu",
);
const listed = /\b(?:or|and|either|both)\b[^.\n]{0,30}$/i;

/** What a text needs to call anything correct. */
const verdictWord = /correct|right|best|accurate|true|answer/;

/**
 * Letters that are called correct, as in "B is the right answer", and choices where a line says
 * nothing else.
 */
export function readNamedCorrect({ text, lines, texts }: Reply): readonly Reading[] {
  const called = verdictWord.test(text) ? allMatches(letterCorrect, text) : [];
  const byLetter = called.flatMap((match) => {
    const choice = letterChoice(match[1]!, texts);
    const before = text.slice(Math.max(0, match.index - 200), match.index);
    const after = /^.*?(?=[.!](?:\s|$)|,? (?:because|since|as)\s|\n|$)/s.exec(
      text.slice(match.index + match[0].length),
    )![0];
    return choice === undefined || listed.test(before) || isDisclaimed(before) || isDenied(after)
      ? []
      : [choiceReading(choice)];
  });
  const only =
    lines.length === 1 && text.length < 2 * texts.longest + 100
      ? textCorrect.exec(text)?.[1]
      : undefined;
  const named = only === undefined ? undefined : readWhole(only, texts);
  return named?.kind === "choice" ? [...byLetter, named] : byLetter;
}
