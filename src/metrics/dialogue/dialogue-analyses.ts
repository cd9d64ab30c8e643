import type { Analysis, Table } from "../../core/analysis.ts";
import type { DialogueEvidence } from "./dialogue-evidence.ts";

type DialogueAnalysis = Analysis<DialogueEvidence>;

/** Tables and curves beside the scores of a dialogue task. */
export function dialogueAnalyses(measure: string, threshold: number | null): readonly DialogueAnalysis[] {
  return [
    { id: "by-label", title: "By kind of reference utterance", measure, analyse: (evidence) => byLabel(evidence, threshold) },
    { id: "timing", title: "Early, on time, late", measure, analyse: (evidence) => timing(evidence, threshold) },
    {
      id: "time-differences",
      title: "How early or late right pairs are",
      measure,
      analyse: (evidence) => ({
        kind: "curve",
        x: "seconds late (negative: early)",
        y: "share of right pairs up to there",
        points: cumulative(rightDelays(evidence, threshold)),
      }),
    },
    {
      id: "f1-by-tolerance",
      title: "F1 by tolerated time difference",
      measure,
      analyse: (evidence) => ({
        kind: "curve",
        x: "tolerated difference (s)",
        y: "F1",
        points: f1ByTolerance([...evidence], threshold),
      }),
    },
    {
      id: "f1-by-similarity",
      title: "F1 by the similarity asked for",
      measure,
      analyse: (evidence) => ({ kind: "curve", x: "similarity above", y: "F1", points: f1BySimilarity([...evidence]) }),
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
    for (const [i, label] of labels.entries()) count(label, threshold === null || semantics[i]! > threshold ? "right" : "mismatched");
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

/** Seconds by which pairs that say the right thing are late, in rising order. */
function rightDelays(evidence: Iterable<DialogueEvidence>, threshold: number | null): readonly number[] {
  const delays: number[] = [];
  for (const { delays: own, semantics } of evidence)
    for (const [i, delay] of own.entries()) if (threshold === null || semantics[i]! > threshold) delays.push(delay);
  return delays.sort((a, b) => a - b);
}

/** For each value the share of values up to it. */
function cumulative(sorted: readonly number[]): readonly (readonly [number, number])[] {
  return sorted.flatMap((value, at) => (sorted[at + 1] === value ? [] : [[value, (at + 1) / sorted.length] as const]));
}

/** Of pairs that say the right thing: how many come before, on and after the reference's frame, and by how much. */
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
      ...[0.1, 0.5, 0.9].map((share) => (own.length === 0 ? null : own[Math.min(own.length - 1, Math.floor(share * own.length))]!)),
    ]),
  };
}

const tolerances = [0, 0.5, 1, 1.5, 2, 3, 4, 5, 7.5, 10, 15];

/** The matching stays; a pair further apart than tolerated no longer counts as right. */
function f1ByTolerance(evidence: readonly DialogueEvidence[], threshold: number | null): readonly (readonly [number, number])[] {
  const both = utterances(evidence);
  if (both === 0) return [];
  const right = tolerances.map(() => 0);
  for (const { delays, semantics } of evidence)
    for (let i = 0; i < delays.length; i++) {
      if (threshold !== null && !(semantics[i]! > threshold)) continue;
      for (let level = 0; level < tolerances.length; level++) if (Math.abs(delays[i]!) <= tolerances[level]!) right[level]!++;
    }
  return tolerances.map((tolerance, level) => [tolerance, (2 * right[level]!) / both]);
}

const similarities = Array.from({ length: 20 }, (_, step) => step / 20);

function f1BySimilarity(evidence: readonly DialogueEvidence[]): readonly (readonly [number, number])[] {
  const both = utterances(evidence);
  if (both === 0) return [];
  const right = similarities.map(() => 0);
  for (const { semantics } of evidence)
    for (const semantic of semantics)
      for (let level = 0; level < similarities.length; level++) if (semantic > similarities[level]!) right[level]!++;
  return similarities.map((least, level) => [least, (2 * right[level]!) / both]);
}

/** References and predictions together. */
function utterances(evidence: readonly DialogueEvidence[]): number {
  return evidence.reduce((sum, { semantics, missedLabels, redundant }) => sum + 2 * semantics.length + missedLabels.length + redundant, 0);
}
