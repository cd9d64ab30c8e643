import { escaped } from "./escaped.ts";
import type { Label } from "./schema.ts";

const lowest = 0;
const highest = 5;

/**
 * The scores that a reply gives labels, from 0 to 5. Below the last "Final Scores" that labels
 * follow, where there is one, each line is read by itself: what stands behind a label, up to the
 * next one, is about it. A number counts that follows at once ("(a) 3", "a: 3/5"), else the one
 * behind a colon or the like at the end ("frame 2 shows it: 5"), else the only one. Numbers of
 * frames and steps, ranges and the description of the label are passed over. Of several lines about
 * a label the last with a number counts; where that is no score, such as -1 or 7, the label has none:
 * nothing is guessed.
 */
export function standardScores(
  text: string,
  labels: readonly Label[],
): Readonly<Record<string, number>> {
  const names = labelNames(labels);
  const scores = new Map<string, number>();
  for (const line of finalPart(text, names).split(/\r\n|[\n\r]/))
    for (const [label, score] of readLine(line, names))
      if (score >= lowest && score <= highest) scores.set(label.id, score);
      else scores.delete(label.id);
  return Object.fromEntries(scores);
}

interface LabelNames {
  readonly pattern: RegExp;
  find(name: string): Label | undefined;
}

/** Longer labels first, so that "cup lid" is not read as "cup". */
function labelNames(labels: readonly Label[]): LabelNames {
  const ids = labels.map(({ id }) => escaped(id)).sort((a, b) => b.length - a.length);
  const exact = new Map(labels.map((label) => [label.id, label]));
  const folded = new Map(labels.map((label) => [label.id.toLowerCase(), label]));
  return {
    pattern: new RegExp(`(?<![\\p{L}\\p{N}_])(?:${ids.join("|")})(?![\\p{L}\\p{N}_])`, "giu"),
    find: (name) => exact.get(name) ?? folded.get(name.toLowerCase()),
  };
}

/** A heading that only ends the reply, or is spoken of before it, is none. */
function finalPart(text: string, { pattern }: LabelNames): string {
  const ends = Array.from(text.matchAll(/final\s+scores\b/gi), (hit) => hit.index + hit[0].length);
  const parts = ends.map((end) => text.slice(end));
  return parts.findLast((part) => part.search(pattern) >= 0) ?? text;
}

interface Mention {
  readonly label: Label;
  readonly from: number;
  readonly to: number;
}

/** Each label that a line gives a number, with that number; NaN where it is none of a score. */
function* readLine(line: string, names: LabelNames): Generator<readonly [Label, number]> {
  const mentions = mentionsIn(line, names);
  let joined: Label[] = [];
  for (const [at, { label, to }] of mentions.entries()) {
    const rest = line.slice(to, mentions[at + 1]?.from);
    joined.push(label);
    if (isJoint(rest) && at + 1 < mentions.length) continue;
    const score = joined.length === 1 ? scoreIn(rest, label) : commonScore(rest, label);
    if (score !== undefined) for (const one of joined) yield [one, score];
    joined = [];
  }
}

/**
 * The labels that a line names. Where some stand in brackets, as asked for, others are only spoken
 * of; a label that is itself a number needs brackets or the beginning of the line.
 */
function mentionsIn(line: string, { pattern, find }: LabelNames): readonly Mention[] {
  const all = Array.from(line.matchAll(pattern)).flatMap(({ 0: name, index: from }) => {
    const label = find(name);
    return label ? [{ label, from, to: from + name.length }] : [];
  });
  const bracketed = all.filter(
    ({ from, to }) =>
      /[([]\W*$/.test(line.slice(Math.max(0, from - 4), from)) &&
      /^[^\w([]*[)\]]/.test(line.slice(to)),
  );
  if (bracketed.length > 0) return bracketed;
  return all.filter(
    ({ label, from }) => !/^[\d.,]+$/.test(label.id) || /^\W*$/.test(line.slice(0, from)),
  );
}

/** Whether nothing but "and", a comma or a slash stands between two labels. */
function isJoint(between: string): boolean {
  return /^[\s()[\]"'`*]*(?:,|;|&|\+|\/|,?\s*\band\b)[\s()[\]"'`*]*$/i.test(between);
}

/** One number for several labels; of more it is unclear whose they are. */
function commonScore(rest: string, label: Label): number | undefined {
  return /\d\s*,\s*\d/.test(rest) ? Number.NaN : scoreIn(rest, label);
}

const number = /[-−]?\d+(?:[.,]\d+)?/;
/** What counts or points to something and is no score; behind it stands no digit. */
const counted =
  /\b(?:frames?|images?|pictures?|steps?|seconds?|parts?)\s*#?\d+(?:\s*(?:[-–,&]|to|and)\s*\d+)*|\d+(?:[.,]\d+)?\s*(?:(?:\/|of|out of)\s*(?:the\s+)?\d*\s*)?(?:frames?|images?|pictures?|steps?|seconds?|parts?|s\b)/gi;
const range = /(?<![\d.,])\d+(?:\.\d+)?\s*(?:[-–]|to)\s*\d+(?:\.\d+)?(?![\d.,])/gi;
/** A number out of 5, a plain one, or one of another scale. */
const mark = new RegExp(
  String.raw`(?<![\d.,\p{L}_])(?<value>${number.source})(?![\p{L}_]|[.,]?\d)(?:\s*(?:\/|out of|of)\s*(?<scale>\d+(?:\.\d+)?))?(?<percent>\s*%)?`,
  "giu",
);

/** The score in what is said about a label; `undefined` where there is no number. */
function scoreIn(said: string, { description }: Label): number | undefined {
  // A description that is a number itself could be the score.
  const named = /\p{L}/u.test(description) ? [new RegExp(escaped(description), "giu")] : [];
  const text = without(said, [...named, counted, range]);
  const marks = Array.from(text.matchAll(mark), (hit) => ({
    value: markValue(hit.groups!),
    before: text.slice(0, hit.index),
    after: text.slice(hit.index + hit[0].length),
  }));
  if (marks.length === 0) return undefined;
  const first = marks[0]!;
  if (/^(?:[^\p{L}\p{N}]|\bscores?\b)*$/iu.test(first.before)) return first.value;
  const last = marks.at(-1)!;
  if (
    /(?:[:=→|–—]|\bscores?(?:\s+(?:of|is))?)[\s*"'`([]*$/iu.test(last.before) &&
    isEnd(last.after)
  )
    return last.value;
  return marks.length === 1 ? first.value : Number.NaN;
}

function isEnd(after: string): boolean {
  return !/[\p{L}\p{N}]/u.test(after);
}

/** Parts are blanked out rather than joined over. */
function without(text: string, patterns: readonly RegExp[]): string {
  return patterns.reduce((left, pattern) => left.replace(pattern, " "), text);
}

function markValue({
  value,
  scale,
  percent,
}: Readonly<Record<string, string | undefined>>): number {
  const isOther = percent !== undefined || (scale !== undefined && Number(scale) !== highest);
  return isOther ? Number.NaN : Number(value!.replace("−", "-").replace(",", "."));
}
