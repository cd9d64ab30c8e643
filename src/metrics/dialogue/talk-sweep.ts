import type { Analysis, Table } from "../../core/analysis.ts";
import { f1Parts, type MatchInput } from "./f1-parts.ts";

/** How sure a system must be to be heard. */
const levels = Array.from({ length: 19 }, (_, step) => Math.round((step + 1) * 5) / 100);

/** F1's parts at every level: twice the right pairs, and all utterances. Empty where the system does not say how sure it was. */
export interface TalkSweepEvidence {
  readonly split: string;
  readonly right: readonly number[];
  readonly all: readonly number[];
  /** Nothing was said at any level: what should have been counts, where other streams say how sure the system was. */
  readonly isSilent?: true;
}

interface SweepInput {
  readonly split: string;
  readonly threshold: number | null;
  /** The stream with these of its predictions alone. */
  matchingAt(kept: readonly number[]): MatchInput;
}

/** One list for all streams of a system that does not say. */
const none: readonly number[] = [];

/** Scores one stream at every level, hearing only utterances that are at least so sure. */
export function talkSweepEvidence(
  confidences: readonly (number | undefined)[],
  { split, threshold, matchingAt }: SweepInput,
): TalkSweepEvidence {
  if (confidences.includes(undefined)) return { split, right: none, all: none };
  if (confidences.length === 0) {
    const [, references] = f1Parts(matchingAt([]), threshold);
    return { split, right: levels.map(() => 0), all: levels.map(() => references), isSilent: true };
  }
  const right: number[] = [];
  const all: number[] = [];
  for (const level of levels) {
    const kept = confidences.flatMap((confidence, at) => (confidence! >= level ? [at] : []));
    const [rightPart, allPart] = f1Parts(matchingAt(kept), threshold);
    right.push(rightPart);
    all.push(allPart);
  }
  return { split, right, all };
}

/** The level that is best on each split, and what it gives on every other: choose on validation, report on test. */
export function talkSweepTable(measure: string): Analysis<TalkSweepEvidence> {
  return { id: "talk-threshold", title: "How sure to be before talking: chosen on one split, applied to another", measure, analyse };
}

/** F1 at every level, a column for each split. */
export function talkLevelsTable(measure: string): Analysis<TalkSweepEvidence> {
  return {
    id: "talk-levels",
    title: "F1 by how sure to be before talking",
    measure,
    analyse(evidence) {
      const splits = bySplit(evidence);
      const names = splits.map(([split]) => split || "all");
      const rows = splits.length === 0 ? [] : levels.map((level, i) => [level.toFixed(2), ...splits.map(([, sums]) => f1(sums, i))]);
      return { kind: "table", columns: ["at least so sure", ...names], fractions: names, rows };
    },
  };
}

interface LevelSums {
  readonly right: readonly number[];
  readonly all: readonly number[];
}

function f1({ right, all }: LevelSums, level: number): number {
  return all[level] === 0 ? 0 : right[level]! / all[level]!;
}

function bySplit(evidence: Iterable<TalkSweepEvidence>): readonly (readonly [split: string, sums: LevelSums])[] {
  const sums = new Map<string, { readonly right: number[]; readonly all: number[] }>();
  const swept = [...evidence].filter(({ right }) => right.length > 0);
  if (swept.every(({ isSilent }) => isSilent)) return [];
  for (const { split, right, all } of swept) {
    const own = sums.get(split) ?? { right: levels.map(() => 0), all: levels.map(() => 0) };
    for (let i = 0; i < levels.length; i++) {
      own.right[i]! += right[i]!;
      own.all[i]! += all[i]!;
    }
    sums.set(split, own);
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
}

function analyse(evidence: Iterable<TalkSweepEvidence>): Table {
  const splits = bySplit(evidence);
  return {
    kind: "table",
    columns: ["chosen on", "level", "applied to", "F1"],
    fractions: ["F1"],
    rows: splits.flatMap(([chosenOn, own]) => {
      const best = levels.reduce((top, _, i) => (f1(own, i) > f1(own, top) ? i : top), 0);
      return splits.map(([appliedTo, other]) => [chosenOn || "all", levels[best]!, appliedTo || "all", f1(other, best)]);
    }),
  };
}
