import { isAsserted } from "./assertion.ts";
import { letterChoice, readStart, readWhole, startsWithBareName } from "./candidate.ts";
import { isDenied, isTakenBack } from "./denial.ts";
import { choiceReading, conflict, type Reading, unreadable } from "./reading.ts";
import type { Reply } from "./reply.ts";

/**
 * A first or last line that is nothing but an answer, unless other lines are other answers, as in a
 * repeated list of the choices. A last line counts for nothing under a heading such as "Wrong:",
 * and a first line for nothing when the next one takes it back.
 */
export function readOwnLine({ lines, texts }: Reply): readonly Reading[] {
  const readings = lines.map((line) =>
    lines.length > 1 && startsWithBareName(line) ? undefined : readWhole(line, texts),
  );
  const choices = new Set(
    readings.flatMap((reading) => (reading?.kind === "choice" ? [reading.choice] : [])),
  );
  if (choices.size > 1) return [unreadable("several choices stand on lines of their own")];
  if (lines.length === 1) return [readings[0] ?? []].flat();
  const [first, last] = [readings[0], readings.at(-1)];
  const isFirst =
    first && !(first.kind === "choice" && texts.isFiller(first.choice)) && !isTakenBack(lines[1]!);
  const isLast = last && !isDenyingHeading(lines.at(-2)!);
  return [isFirst ? first : [], isLast ? last : []].flat();
}

function isDenyingHeading(line: string): boolean {
  return (/[:-]$/.test(line) || (line.length < 40 && !/[.!?]$/.test(line))) && isDenied(line);
}

/** A first line that begins with an answer. */
export function readLeading(reply: Reply): readonly Reading[] {
  const [first] = reply.lines;
  if (
    first === undefined ||
    isDeclined(reply) ||
    labelledLines(reply).size > 1 ||
    startsWithBareName(first)
  )
    return [];
  if (rejected.test(first)) return [unreadable("a choice is named only to rule it out")];
  return [readStart(first, reply.texts) ?? []].flat();
}

/** A letter that is taken back in the sentence after it. */
const rejected =
  /^["'([]*[A-Z](?:[.):,]+| is) [^.!?\n]*\b(?:incorrect|wrong|ruled out|eliminated|excluded|not (?:the )?(?:correct|right|best|answer))\b/;

/** Letters that lines begin with, as in a list of the choices. */
function labelledLines({ lines, texts }: Reply): ReadonlySet<number> {
  return new Set(
    lines.flatMap(
      (line) =>
        letterChoice(/^["'([]*([A-Z]{1,3})(?:[.)]|(?<!A):)/.exec(line)?.[1] ?? "", texts) ?? [],
    ),
  );
}

const namedOption =
  /(?<![\p{L}\p{N}])(?:[Oo]ption|[Cc]hoice|[Aa]nswer) ["'([]*([A-Z]{1,3})(?![\p{L}\p{N}'])["')\]]*|\(([A-Z]{1,3})\)|(?<![\p{L}\p{N}])[Oo]ptions ([A-Z]{1,3}) ?(?:,|and|or|&) ?([A-Z]{1,3})(?![\p{L}\p{N}'])/gu;
const negatedBefore =
  /(?:\b(?:not|neither|nor|never|rule out|rules out|eliminate|exclude|unlike|than|except)|n't)(?: [\w'"]+){0,3} $/i;
const negatedAfter =
  /^["')\].,]* (?:(?:is|was|does|do|can|could|would|seems)(?: not|n't|not)\b|(?:is|seems) (?:also )?(?:wrong|incorrect|false|ruled|excluded|eliminated|out|unlikely|impossible))|^[^.!?\n]*\?/i;
const concluding =
  /(?<!\p{L})(?:is|be|are|was|(?:looks?|seems?|sounds?) like|seems|suggests?|indicates?|supports?|favou?rs?|points? to|leads? (?:me |us )?to|match(?:es)?|fits|corresponds? to|consistent with|aligns? with|leaves(?: us with| me with)?|leaving|settle on|go(?:ing)? (?:with|for))(?: (?:clearly|definitely|probably|likely|most|only|closest|to|the|best|rather|simply|with))* ["']?$/iu;
const concluded =
  /^["')\]]*(?: (?:here|to me|best|most|overall))* *(?:[.,;!]|$|(?:because|since|as|due to)\s|\n)/;
const fitting =
  /^["')\]]*(?: (?:clearly|definitely))* (?:fits|matches|(?:best|most closely|most accurately|accurately) (?:fits|matches|describes|answers|captures|summari[sz]es))(?!\p{L})/iu;
const lettered =
  /(?<!\b(?:figure|fig\.|frame|panel|plan|part|image|picture|section|step|point|item|see|like|table|row|type|group|class|vitamin)) $/i;

/**
 * The only letter that is named as an option, where a sentence concludes with it: "this looks like
 * option B", "he walks (B).".
 */
export function readNamedOption(reply: Reply): readonly Reading[] {
  if (isDeclined(reply)) return [];
  const { text, texts } = reply;
  const named = new Set(labelledLines(reply));
  const [ruledOut, concludedWith] = [new Set<number>(), new Set<number>()];
  for (const match of text.matchAll(namedOption)) {
    const end = match.index + match[0].length;
    const [before, after] = [
      text.slice(Math.max(0, match.index - 200), match.index),
      text.slice(end, end + 200),
    ];
    const isOut = negatedBefore.test(before.slice(-60)) || negatedAfter.test(after.slice(0, 60));
    for (const letter of match.slice(1)) {
      const choice = letter === undefined ? undefined : letterChoice(letter, texts);
      if (choice === undefined) continue;
      (isOut ? ruledOut : named).add(choice);
      const own = texts.startOf(after, true);
      const rest = own?.choice === choice ? `. ${own.rest}` : after;
      if (
        !isOut &&
        !(own && isTakenBack(own.rest)) &&
        isConclusion(before, rest, match[2] !== undefined)
      )
        concludedWith.add(choice);
    }
  }
  const reading = onlyOne(named, ruledOut);
  if (reading?.kind !== "choice") return [reading ?? []].flat();
  if (!concludedWith.has(reading.choice))
    return [unreadable("a choice is named, but not as the answer")];
  const isOther = texts
    .mentions(text)
    .some(({ choice, isNegated }) => !isNegated && choice !== reading.choice);
  return [isOther ? conflict("a letter and the text of another choice are named") : reading];
}

function isConclusion(before: string, after: string, isBracketed: boolean): boolean {
  const start = before.slice(before.search(/[^.!?;\n]*$/));
  const rest = after.slice(0, after.search(/[.!;\n]|$/));
  if (isDenied(start) || isDenied(rest) || /^\s*(?:is|are|was|does|do|did|can)\s/i.test(start))
    return false;
  if (fitting.test(after)) return true;
  if (!concluded.test(after)) return false;
  return (
    concluding.test(start) ||
    (isBracketed &&
      /\p{L} \p{L}/u.test(start) &&
      lettered.test(start) &&
      /^ *(?:[.!]|$)/.test(after))
  );
}

/** The only choice whose text occurs, where a short reply asserts it; see assertion.ts. */
export function readAssertedText(reply: Reply): readonly Reading[] {
  if (reply.lines.length !== 1 || isDeclined(reply)) return [];
  const mentions = reply.texts.mentions(reply.text);
  const ruledOut = mentions.filter(({ isNegated }) => isNegated).map(({ choice }) => choice);
  const reading = onlyOne(new Set(mentions.map(({ choice }) => choice)), new Set(ruledOut));
  if (reading?.kind !== "choice") return [reading ?? []].flat();
  return mentions.length === 1 && isAsserted(mentions[0]!)
    ? [reading]
    : [unreadable("a choice is named, but not as the answer")];
}

function onlyOne(named: ReadonlySet<number>, ruledOut: ReadonlySet<number>): Reading | undefined {
  if (named.size > 1) return conflict("several choices are named");
  if (named.size === 0 ? ruledOut.size > 0 : [...named].some((choice) => ruledOut.has(choice)))
    return unreadable("a choice is named only to rule it out");
  const [choice] = named;
  return choice === undefined ? undefined : choiceReading(choice);
}

/** The number that a reply of one sentence states, where a choice is that number. */
export function readStatedNumber(reply: Reply): readonly Reading[] {
  const choice =
    reply.lines.length === 1 && !isDenied(reply.text)
      ? reply.texts.statedNumber(reply.text)
      : undefined;
  return choice === undefined ? [] : [choiceReading(choice)];
}

const declined =
  /(?:\bcannot|\bcan't|\bcan not|\bunable to|\bimpossible to|\bnot possible to|\bnot able to|\bdo not|\bdon't|\bcouldn't|\bcould not) (?:be |clearly |definitively |reliably |confidently )*(?:determine|determined|tell|answer|answered|see|identify|identified|view|know|say|provide|choose|assist|help|access|have enough)\b|\bnot (?:sure|certain|clear)\b|\b(?:unsure|uncertain|no idea|hard to (?:say|tell))\b|\b(?:not enough|insufficient) information\b/i;

/** What every such reply has, which is cheaper to see. */
const doubt = /n[o']t|unable|impossible|unsure|uncertain|no idea|hard to|insufficient/i;

/** A reply that says it has no answer must not be searched for one. */
function isDeclined({ text }: Reply): boolean {
  return doubt.test(text) && declined.test(text);
}
