import type {
  ComparedScore,
  LeftOutReason,
  SystemComparison,
} from "../../summary/comparison-summary.ts";
import { formatCount, formatQuantity } from "../../summary/format-number.ts";
import { unitOf } from "./comparison-cells.ts";

/** How to read a row, in one sentence. */
export function readingText(scores: readonly ComparedScore[]): string {
  const points = scores.some((score) => unitOf(score) === "percent") ? ", in points" : "";
  return `difference: paired, on the same samples${points}; detectable: what would be found four times out of five, were it there`;
}

/** Which samples are not in a comparison, and what else is to be known of it. */
export function sampleNotes(comparison: SystemComparison): readonly string[] {
  const { system, samples, notes = [] } = comparison;
  const { aligned, leftOut, reasons } = samples;
  const left =
    leftOut === 0
      ? []
      : [
          `${system}: compared on ${formatQuantity(aligned, "sample")}, ${formatCount(leftOut)} left out (${reasons.map(reasonText).join("; ")})`,
        ];
  return [...left, ...notes.map((note) => `${system}: ${note}`)];
}

function reasonText({ system, outcome, count }: LeftOutReason): string {
  const words = {
    "media-error": "whose media could not be shown to",
    failed: "failed for",
    pending: "not reached by",
    absent: "not among the samples of",
  };
  return `${formatCount(count)} ${words[outcome]} ${system}`;
}

/** Why intervals are missing, and what is to be said of those that few groups stand behind. */
export function intervalNotes(scores: readonly NamedScore[]): readonly string[] {
  const told = scores.flatMap(({ name, score: { difference, low, interval } }) => {
    if (difference === null) return [];
    if (low === null) return [{ name, text: interval.replace(/^none: /, "no interval: ") }];
    const text = /caution: .*$/.exec(interval)?.[0];
    return text === undefined ? [] : [{ name, text }];
  });
  const known = scores.filter(({ score }) => score.difference !== null).length;
  return [...Map.groupBy(told, ({ text }) => text)].map(([text, own]) => {
    if (own.length === known) return text;
    const names = [...new Set(own.map(({ name }) => name))];
    const more = names.length - mostNamed;
    return `${names.slice(0, mostNamed).join(", ")}${more > 0 ? ` and ${more} more` : ""}: ${text}`;
  });
}

/** So many scores are named by a note that is about some of them. */
const mostNamed = 3;

/** A score with what it is called among others. */
interface NamedScore {
  readonly name: string;
  readonly score: ComparedScore;
}

export function byTitle(scores: readonly ComparedScore[]): readonly NamedScore[] {
  return scores.map((score) => ({ name: score.title, score }));
}
