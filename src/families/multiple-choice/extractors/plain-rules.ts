import { letterChoice, readStart, readWhole } from "./candidate.ts";
import { choiceReading, conflict, type Reading, unreadable } from "./reading.ts";
import type { Reply } from "./reply.ts";

/** A first or last line that is nothing but an answer, unless other lines are other answers, as in a repeated list of the choices. */
export function readOwnLine({ lines, texts }: Reply): readonly Reading[] {
  const readings = lines.map((line) => readWhole(line, texts));
  const edges = [readings[0], readings.at(-1)].filter((reading) => reading !== undefined);
  const choices = new Set(readings.flatMap((reading) => (reading?.kind === "choice" ? [reading.choice] : [])));
  if (choices.size > 1) return [unreadable("several choices stand on lines of their own")];
  return edges;
}

/** A first line that begins with an answer. */
export function readLeading(reply: Reply): readonly Reading[] {
  const [first] = reply.lines;
  if (first === undefined || isDeclined(reply) || labelledLines(reply).size > 1) return [];
  if (rejected.test(first)) return [unreadable("a choice is named only to rule it out")];
  return [readStart(first, reply.texts) ?? []].flat();
}

/** A letter that is taken back in the sentence after it. */
const rejected =
  /^["'([]*[A-Z](?:[.):,]+| is) [^.!?\n]*\b(?:incorrect|wrong|ruled out|eliminated|excluded|not (?:the )?(?:correct|right|best|answer))\b/;

/** Letters that lines begin with, as in a list of the choices. */
function labelledLines({ lines, texts }: Reply): ReadonlySet<number> {
  return new Set(lines.flatMap((line) => letterChoice(/^["'([]*([A-Z])(?:[.)]|(?<!A):)/.exec(line)?.[1] ?? "", texts) ?? []));
}

const namedOption =
  /(?<![\p{L}\p{N}])(?:[Oo]ption|[Cc]hoice|[Aa]nswer) ["'([]*([A-Z])(?![\p{L}\p{N}'])|\(([A-Z])\)|(?<![\p{L}\p{N}])[Oo]ptions ([A-Z]) ?(?:,|and|or|&) ?([A-Z])(?![\p{L}\p{N}'])/gu;
const negatedBefore = /(?:\b(?:not|neither|nor|never|rule out|rules out|eliminate|exclude|unlike|than|except)|n't)(?: [\w'"]+){0,3} $/i;
const negatedAfter =
  /^["')\].,]* (?:(?:is|was|does|do|can|could|would|seems)(?: not|n't|not)\b|(?:is|seems) (?:also )?(?:wrong|incorrect|false|ruled|excluded|eliminated|out|unlikely|impossible))|^[^.!?\n]*\?/i;

/** The only letter that is named as an option, as in "option B" or "(B)", apart from letters that are ruled out. */
export function readNamedOption(reply: Reply): readonly Reading[] {
  if (isDeclined(reply)) return [];
  const { text, texts } = reply;
  const named = new Set(labelledLines(reply));
  const ruledOut = new Set<number>();
  for (const match of text.matchAll(namedOption)) {
    const end = match.index + match[0].length;
    const isOut =
      negatedBefore.test(text.slice(Math.max(0, match.index - 60), match.index)) || negatedAfter.test(text.slice(end, end + 60));
    for (const letter of match.slice(1)) {
      const choice = letter === undefined ? undefined : letterChoice(letter, texts);
      if (choice !== undefined) (isOut ? ruledOut : named).add(choice);
    }
  }
  return onlyOne(named, ruledOut);
}

/** The only choice whose text occurs, if it is not ruled out. */
export function readContainedText(reply: Reply): readonly Reading[] {
  if (isDeclined(reply)) return [];
  const mentions = reply.texts.mentions(reply.text);
  const ruledOut = mentions.filter(({ isNegated }) => isNegated).map(({ choice }) => choice);
  return onlyOne(new Set(mentions.map(({ choice }) => choice)), new Set(ruledOut));
}

function onlyOne(named: ReadonlySet<number>, ruledOut: ReadonlySet<number>): readonly Reading[] {
  if (named.size > 1) return [conflict("several choices are named")];
  if (named.size === 0 ? ruledOut.size > 0 : [...named].some((choice) => ruledOut.has(choice)))
    return [unreadable("a choice is named only to rule it out")];
  return [...named].map(choiceReading);
}

/** The only number of a reply of one line, where a choice is that number. */
export function readOnlyNumber(reply: Reply): readonly Reading[] {
  const choice = reply.lines.length === 1 && !isDeclined(reply) ? reply.texts.onlyNumber(reply.text) : undefined;
  return choice === undefined ? [] : [choiceReading(choice)];
}

const declined =
  /(?:\bcannot|\bcan't|\bcan not|\bunable to|\bimpossible to|\bnot possible to|\bnot able to|\bdo not|\bdon't|\bcouldn't|\bcould not) (?:be |clearly |definitively |reliably |confidently )*(?:determine|determined|tell|answer|answered|see|identify|identified|view|know|say|provide|choose|assist|help|access|have enough)\b|\bnot (?:sure|certain|clear)\b|\b(?:unsure|uncertain|no idea|hard to (?:say|tell))\b|\b(?:not enough|insufficient) information\b/i;

/** A reply that says it has no answer must not be searched for one. */
function isDeclined({ text }: Reply): boolean {
  return declined.test(text);
}
