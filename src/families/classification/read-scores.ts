import { findById } from "../../core/registry.ts";
import { answered, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import { escaped } from "./escaped.ts";
import type { Label, LabelPrediction } from "./schema.ts";
import { standardScores } from "./standard-scores.ts";

type Scores = Readonly<Record<string, number>>;

/** A way of reading scores from a reply. */
interface Extractor {
  readonly id: string;
  /** Raised whenever a reply is read differently than before. */
  readonly version: number;
  read(text: string, labels: readonly Label[]): Scores;
}

/** What ViSTa gives a label for which it finds no number. */
const vistaMissing = -0.1;

/** The ways of reading scores from a reply; the first is the default. */
export const extractors: readonly Extractor[] = [
  { id: "standard", version: 2, read: standardScores },
  { id: "vista", version: 1, read: vistaScores },
];

/** The scores that a reply gives the labels; `unparsed` where it gives none. */
export function readScores(
  text: string,
  labels: readonly Label[],
  extractor = extractors[0]!.id,
): Outcome<LabelPrediction> {
  const scores = findById(extractors, extractor, "extractor").read(text, labels);
  return Object.keys(scores).length === 0
    ? noAnswer("unparsed", "no label has a score from 0 to 5 in the reply")
    : answered({ scores });
}

/**
 * ViSTa's own reading: below the last "Final Scores", on every line that names the label as a whole
 * word in any case, the largest number behind its last occurrence, so that "3/5" is 5 and "-1" is
 * 1; the largest over all lines. A label without a number gets −0.1.
 */
function vistaScores(text: string, labels: readonly Label[]): Scores {
  const lines = text.split("Final Scores").at(-1)!.split("\n");
  return Object.fromEntries(
    labels.map(({ id: label }) => {
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
