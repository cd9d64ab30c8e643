import { answered, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import type { Label, LabelPrediction } from "./schema.ts";

type Scores = Readonly<Record<string, number>>;

/** What ViSTa gives a label for which it finds no number. */
const vistaMissing = -0.1;
const lowest = 0;
const highest = 5;

/** The ways of reading scores from a reply, by name; the first is the default. */
const readers: Readonly<Record<string, (text: string, labels: readonly string[]) => Scores>> = {
  standard: standardScores,
  vista: vistaScores,
};

export const extractors: readonly string[] = Object.keys(readers);

/** The scores that a reply gives the labels; `unparsed` where it gives none. */
export function readScores(
  text: string,
  labels: readonly Label[],
  extractor: string,
): Outcome<LabelPrediction> {
  const read = readers[extractor] ?? standardScores;
  const scores = read(
    text,
    labels.map(({ id }) => id),
  );
  return Object.keys(scores).length === 0
    ? noAnswer("unparsed", "no label has a score from 0 to 5 in the reply")
    : answered({ scores });
}

/**
 * The first number between a label and the next label or the end of the line, where it is from 0 to
 * 5: "3", "3.5", "3/5", "3 out of 5" are 3 and 3.5. A later line about the same label counts, so
 * that the last word stands. A label without such a number is left out; nothing is guessed.
 */
function standardScores(text: string, labels: readonly string[]): Scores {
  const names = labelPattern(labels);
  const byFolded = new Map(labels.map((label) => [label.toLowerCase(), label]));
  const scores: Record<string, number> = {};
  for (const line of text.split(/\r?\n/)) {
    const hits = [...line.matchAll(names)];
    for (const [at, hit] of hits.entries()) {
      const rest = line.slice(hit.index + hit[0].length, hits[at + 1]?.index);
      const [, sign, number] = /(-?)(\d+(?:\.\d+)?)/.exec(rest) ?? [];
      const score = number === undefined || sign === "-" ? Number.NaN : Number(number);
      const label = byFolded.get(hit[0].toLowerCase())!;
      if (score >= lowest && score <= highest) scores[label] = score;
    }
  }
  return scores;
}

/** Longer labels first, so that "cup lid" is not read as "cup". */
function labelPattern(labels: readonly string[]): RegExp {
  const names = [...labels].sort((a, b) => b.length - a.length).map((label) => escaped(label));
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${names.join("|")})(?![\\p{L}\\p{N}_])`, "giu");
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/**
 * ViSTa's own reading: below the last "Final Scores", on every line that names the label as a whole
 * word in any case, the largest number behind its last occurrence, so that "3/5" is 5 and "-1" is
 * 1; the largest over all lines. A label without a number gets −0.1.
 */
function vistaScores(text: string, labels: readonly string[]): Scores {
  const lines = text.split("Final Scores").at(-1)!.split("\n");
  return Object.fromEntries(
    labels.map((label) => {
      const isNamed = wholeWord(label);
      const numbers = lines
        .filter((line) => isNamed.test(line))
        .flatMap((line) => numbersIn(line.split(label).at(-1)!));
      return [label, numbers.length === 0 ? vistaMissing : Math.max(...numbers)];
    }),
  );
}

/** The label is taken as a pattern, as there; where it is none, as it is. */
function wholeWord(label: string): RegExp {
  try {
    return new RegExp(`\\b${label}\\b`, "i");
  } catch {
    return new RegExp(`\\b${escaped(label)}\\b`, "i");
  }
}

function numbersIn(text: string): readonly number[] {
  return Array.from(text.matchAll(/(?<![\d._])\d+(?:\.\d+)?/g), ([number]) => Number(number));
}
