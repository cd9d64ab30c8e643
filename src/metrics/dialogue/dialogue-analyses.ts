import type { Analysis, Resampling, Table } from "../../core/scores/analysis.ts";
import type { DialogueEvidence } from "./dialogue-evidence.ts";
import { type RatioParts, ratioCurve } from "./ratio-curve.ts";

type DialogueAnalysis = Analysis<DialogueEvidence>;

/** Tables and curves beside the scores of a dialogue task. */
export function dialogueAnalyses(
  measure: string,
  threshold: number | null,
): readonly DialogueAnalysis[] {
  return [
    {
      id: "by-label",
      title: "By kind of reference utterance",
      measure,
      analyse: (evidence) => byLabel(evidence, threshold),
    },
    {
      id: "timing",
      title: "Early, on time, late",
      measure,
      analyse: (evidence) => timing(evidence, threshold),
    },
    {
      id: "time-differences",
      title: "How early or late right pairs are",
      measure,
      analyse: (evidence, resampling) => ({
        kind: "curve",
        x: "seconds late (negative: early)",
        y: "share of right pairs up to there",
        ...cumulative(evidence, threshold, resampling),
      }),
    },
    {
      id: "f1-by-tolerance",
      title: "F1 by tolerated time difference",
      measure,
      analyse: (evidence, resampling) => ({
        kind: "curve",
        x: "tolerated difference (s)",
        y: "F1",
        ...ratioCurve(tolerances, f1PartsByTolerance(evidence, threshold), resampling),
      }),
    },
    {
      id: "f1-by-similarity",
      title: "F1 by the similarity asked for",
      measure,
      analyse: (evidence, resampling) => ({
        kind: "curve",
        x: "similarity above",
        y: "F1",
        ...ratioCurve(similarities, f1PartsBySimilarity(evidence), resampling),
      }),
    },
  ];
}

interface LabelCounts {
  right: number;
  mismatched: number;
  missed: number;
}

/** A label such as `responsive|feedback,instruction` counts under each of its parts. */
function byLabel(evidence: Iterable<DialogueEvidence>, threshold: number | null): Table {
  const counts = new Map<string, LabelCounts>();
  const count = (label: string, key: keyof LabelCounts) => {
    for (const part of label === "" ? ["no label"] : label.split(/[|,]/)) {
      const own = counts.get(part) ?? { right: 0, mismatched: 0, missed: 0 };
      own[key]++;
      counts.set(part, own);
    }
  };
  for (const { labels, semantics, missedLabels } of evidence) {
    for (const [i, label] of labels.entries())
      count(label, threshold === null || semantics[i]! > threshold ? "right" : "mismatched");
    for (const label of missedLabels) count(label, "missed");
  }
  return {
    kind: "table",
    columns: ["kind", "references", "said right", "other words", "missed", "recall"],
    fractions: ["recall"],
    rows: [...counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([label, { right, mismatched, missed }]) => {
        const all = right + mismatched + missed;
        return [label, all, right, mismatched, missed, all === 0 ? null : right / all];
      }),
  };
}

/** Seconds by which the pairs of each stream that say the right thing are late. */
function* delaysByStream(
  evidence: Iterable<DialogueEvidence>,
  threshold: number | null,
): Generator<readonly number[]> {
  for (const { delays, semantics } of evidence)
    yield delays.filter((_, i) => threshold === null || semantics[i]! > threshold);
}

/** Of all streams, in rising order. */
function rightDelays(
  evidence: Iterable<DialogueEvidence>,
  threshold: number | null,
): readonly number[] {
  return [...delaysByStream(evidence, threshold)].flat().sort((a, b) => a - b);
}

/** Beyond so many different delays, intervals would take longer than all scores together. */
const mostDelays = 500;

/** For each delay that there is, the share of right pairs up to it. */
function cumulative(
  evidence: Iterable<DialogueEvidence>,
  threshold: number | null,
  resampling: Resampling | undefined,
) {
  const byStream = [...delaysByStream(evidence, threshold)];
  const sorted = byStream.flat().sort((a, b) => a - b);
  const levels = [...new Set(sorted)];
  if (levels.length > mostDelays) {
    const points = sorted.flatMap((delay, at) =>
      sorted[at + 1] === delay ? [] : [[delay, (at + 1) / sorted.length] as const],
    );
    return { points, notes: [`no intervals: more than ${mostDelays} points (${levels.length})`] };
  }
  const { band, ...curve } = ratioCurve(levels, cumulativeParts(levels, byStream), resampling);
  // All pairs come up to the last of them, in every resample: no spread is the truth there.
  return { ...curve, ...(band ? { band: band.with(-1, [1, 1]) } : {}) };
}

function* cumulativeParts(
  levels: readonly number[],
  byStream: readonly (readonly number[])[],
): Generator<RatioParts> {
  for (const delays of byStream) {
    const tops = levels.map((level) =>
      delays.reduce((sum, delay) => sum + (delay <= level ? 1 : 0), 0),
    );
    yield { tops, bottom: delays.length };
  }
}

/**
 * Of pairs that say the right thing: how many come before, on and after the reference's frame, and
 * by how much.
 */
function timing(evidence: Iterable<DialogueEvidence>, threshold: number | null): Table {
  const delays = rightDelays(evidence, threshold);
  const groups: readonly (readonly [string, readonly number[]])[] = [
    ["early", delays.filter((delay) => delay < 0)],
    ["on the frame", delays.filter((delay) => delay === 0)],
    ["late", delays.filter((delay) => delay > 0)],
    ["all", delays],
  ];
  return {
    kind: "table",
    columns: ["when", "pairs", "share", "P10 (s)", "median (s)", "P90 (s)"],
    fractions: ["share"],
    rows: groups.map(([name, own]) => [
      name,
      own.length,
      delays.length === 0 ? null : own.length / delays.length,
      ...[0.1, 0.5, 0.9].map((share) =>
        own.length === 0 ? null : own[Math.min(own.length - 1, Math.floor(share * own.length))]!,
      ),
    ]),
  };
}

const tolerances = [0, 0.5, 1, 1.5, 2, 3, 4, 5, 7.5, 10, 15];

/** The matching stays; a pair further apart than tolerated no longer counts as right. */
function* f1PartsByTolerance(
  evidence: Iterable<DialogueEvidence>,
  threshold: number | null,
): Generator<RatioParts> {
  for (const stream of evidence) {
    const { delays, semantics } = stream;
    const tops = tolerances.map(() => 0);
    for (let i = 0; i < delays.length; i++) {
      if (threshold !== null && !(semantics[i]! > threshold)) continue;
      for (let level = 0; level < tolerances.length; level++)
        if (Math.abs(delays[i]!) <= tolerances[level]!) tops[level]! += 2;
    }
    yield { tops, bottom: utterances(stream) };
  }
}

const similarities = Array.from({ length: 20 }, (_, step) => step / 20);

function* f1PartsBySimilarity(evidence: Iterable<DialogueEvidence>): Generator<RatioParts> {
  for (const stream of evidence) {
    const tops = similarities.map(() => 0);
    for (const semantic of stream.semantics)
      for (let level = 0; level < similarities.length; level++)
        if (semantic > similarities[level]!) tops[level]! += 2;
    yield { tops, bottom: utterances(stream) };
  }
}

/** References and predictions together. */
function utterances({ semantics, missedLabels, redundant }: DialogueEvidence): number {
  return 2 * semantics.length + missedLabels.length + redundant;
}
