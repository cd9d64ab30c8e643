import type { Analysis, Table } from "../../core/scores/analysis.ts";
import { f1Parts, type MatchInput } from "./f1-parts.ts";

/** How sure a system must be to be heard. */
const levels = Array.from({ length: 19 }, (_, step) => Math.round((step + 1) * 5) / 100);

/**
 * F1's parts at every level: twice the right pairs, and all utterances. Empty where the system does
 * not say how sure it was.
 */
export interface TalkSweepEvidence {
  readonly split: string;
  readonly right: readonly number[];
  readonly all: readonly number[];
  /**
   * The not-talk thresholds that the system was run with, where it was run with several; the usual
   * levels of confidence if absent.
   */
  readonly notTalk?: readonly number[];
  /**
   * Nothing was said at any level: what should have been counts, where other streams say how sure
   * the system was.
   */
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

/** Scores one stream as it was at each of the not-talk thresholds that the system was run with. */
export function sweptEvidence(
  runs: readonly (readonly [notTalk: number, matching: MatchInput])[],
  { split, threshold }: Pick<SweepInput, "split" | "threshold">,
): TalkSweepEvidence {
  const parts = runs.map(([, matching]) => f1Parts(matching, threshold));
  return {
    split,
    notTalk: runs.map(([notTalk]) => notTalk),
    right: parts.map(([right]) => right),
    all: parts.map(([, all]) => all),
  };
}

/**
 * The level that is best on each split, and what it gives on every other: choose on validation,
 * report on test.
 */
export function talkSweepTable(measure: string): Analysis<TalkSweepEvidence> {
  return {
    id: "talk-threshold",
    title: "How sure to be before talking: chosen on one split, applied to another",
    measure,
    analyse,
  };
}

/**
 * F1 at every level, a column for each split; a curve where the system was run with several
 * not-talk thresholds on one split.
 */
export function talkLevelsTable(measure: string): Analysis<TalkSweepEvidence> {
  return {
    id: "talk-levels",
    title: "F1 by how sure to be before talking",
    measure,
    analyse(evidence) {
      const { splits, levels: own, isSwept } = bySplit(evidence);
      if (isSwept && splits.length === 1)
        return {
          kind: "curve",
          x: "not-talk threshold",
          y: "F1",
          points: own.map((level, i) => [level, f1(splits[0]![1], i)]),
        };
      const names = splits.map(([split]) => split || "all");
      const rows =
        splits.length === 0
          ? []
          : own.map((level, i) => [level.toFixed(2), ...splits.map(([, sums]) => f1(sums, i))]);
      return {
        kind: "table",
        columns: [isSwept ? "not-talk threshold" : "at least so sure", ...names],
        fractions: names,
        rows,
      };
    },
  };
}

interface LevelSums {
  readonly right: readonly number[];
  readonly all: readonly number[];
}

interface SweptSplits {
  readonly splits: readonly (readonly [split: string, sums: LevelSums])[];
  readonly levels: readonly number[];
  /** Whether levels are not-talk thresholds. */
  readonly isSwept: boolean;
}

function f1({ right, all }: LevelSums, level: number): number {
  return all[level] === 0 ? 0 : right[level]! / all[level]!;
}

/** Of a system that was run with several thresholds, those at which all streams were. */
function bySplit(evidence: Iterable<TalkSweepEvidence>): SweptSplits {
  const sums = new Map<string, { readonly right: number[]; readonly all: number[] }>();
  const swept = [...evidence].filter(({ right }) => right.length > 0);
  const runs = swept.flatMap(({ notTalk }) => (notTalk ? [notTalk] : []));
  const isSwept = runs.length > 0;
  const own = isSwept
    ? runs[0]!.filter((level) => runs.every((one) => one.includes(level)))
    : levels;
  if (swept.every(({ isSilent }) => isSilent)) return { splits: [], levels: own, isSwept };
  for (const { split, right, all, notTalk } of swept) {
    if (isSwept !== (notTalk !== undefined)) continue;
    const total = sums.get(split) ?? { right: own.map(() => 0), all: own.map(() => 0) };
    for (const [i, level] of own.entries()) {
      const at = notTalk ? notTalk.indexOf(level) : i;
      total.right[i]! += right[at]!;
      total.all[i]! += all[at]!;
    }
    sums.set(split, total);
  }
  return { splits: [...sums].sort(([a], [b]) => (a < b ? -1 : 1)), levels: own, isSwept };
}

function analyse(evidence: Iterable<TalkSweepEvidence>): Table {
  const { splits, levels: own, isSwept } = bySplit(evidence);
  return {
    kind: "table",
    columns: ["chosen on", isSwept ? "not-talk threshold" : "level", "applied to", "F1"],
    fractions: ["F1"],
    rows: splits.flatMap(([chosenOn, sums]) => {
      const best = own.reduce((top, _, i) => (f1(sums, i) > f1(sums, top) ? i : top), 0);
      return splits.map(([appliedTo, other]) => [
        chosenOn || "all",
        own[best]!,
        appliedTo || "all",
        f1(other, best),
      ]);
    }),
  };
}
