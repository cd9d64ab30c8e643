import type { Analysis, Table } from "../../core/analysis.ts";
import type { DialogueEvidence } from "./dialogue-evidence.ts";
import { type DialogueCounts, dialogueCounts } from "./dialogue-rates.ts";

type DialogueAnalysis = Analysis<DialogueEvidence>;

/** Tables and curves beside the scores of a dialogue task. */
export function dialogueAnalyses(measure: string, threshold: number | null): readonly DialogueAnalysis[] {
  return [
    { id: "by-label", title: "By kind of reference utterance", measure, analyse: (evidence) => byLabel(evidence, threshold) },
    { id: "timing", title: "Early, on time, late", measure, analyse: (evidence) => timing(evidence, threshold) },
    { id: "by-dataset", title: "By set, and the mean over sets", measure, analyse: (evidence) => byDataset(evidence, threshold) },
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

/** Of pairs that say the right thing: how many come before, on and after the reference's frame, and by how much. */
function timing(evidence: Iterable<DialogueEvidence>, threshold: number | null): Table {
  const delays: number[] = [];
  for (const { delays: own, semantics } of evidence)
    for (const [i, delay] of own.entries()) if (threshold === null || semantics[i]! > threshold) delays.push(delay);
  delays.sort((a, b) => a - b);
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

/** Published figures over several sets are plain means over the sets; the headline pools all streams. */
function byDataset(evidence: Iterable<DialogueEvidence>, threshold: number | null): Table {
  const sets = new Map<string, DialogueEvidence[]>();
  for (const item of evidence) sets.set(item.dataset, [...(sets.get(item.dataset) ?? []), item]);
  const rows = [...sets]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, own]): readonly (string | number | null)[] => [name || "no name", own.length, ...rateRow(total(own, threshold))]);
  const mean = (column: number) => {
    const values = rows.map((row) => row[column]).filter((value) => typeof value === "number");
    return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
  };
  return {
    kind: "table",
    columns: ["set", "streams", "F1", "precision", "recall", "Jaccard"],
    fractions: ["F1", "precision", "recall", "Jaccard"],
    rows: rows.length > 1 ? [...rows, ["mean over sets", null, mean(2), mean(3), mean(4), mean(5)]] : rows,
  };
}

function rateRow({ matched, mismatched, missed, redundant }: DialogueCounts): readonly (number | null)[] {
  const pairs = matched + mismatched;
  const ratio = (top: number, bottom: number) => (bottom === 0 ? null : top / bottom);
  return [
    ratio(2 * matched, 2 * pairs + missed + redundant),
    ratio(matched, pairs + redundant),
    ratio(matched, pairs + missed),
    ratio(matched, pairs + missed + redundant),
  ];
}

function total(evidence: readonly DialogueEvidence[], threshold: number | null): DialogueCounts {
  const counts = evidence.map((item) => dialogueCounts(item, threshold));
  const sum = (key: keyof DialogueCounts) => counts.reduce((all, one) => all + one[key], 0);
  return {
    matched: sum("matched"),
    mismatched: sum("mismatched"),
    missed: sum("missed"),
    redundant: sum("redundant"),
    semanticSum: sum("semanticSum"),
    semanticCount: sum("semanticCount"),
    delaySum: sum("delaySum"),
  };
}

const tolerances = [0, 0.5, 1, 1.5, 2, 3, 4, 5, 7.5, 10, 15];

/** The matching stays; a pair further apart than tolerated no longer counts as right. */
function f1ByTolerance(evidence: readonly DialogueEvidence[], threshold: number | null): readonly (readonly [number, number])[] {
  const both = utterances(evidence);
  if (both === 0) return [];
  return tolerances.map((tolerance) => {
    let right = 0;
    for (const { delays, semantics } of evidence)
      for (const [i, delay] of delays.entries())
        if ((threshold === null || semantics[i]! > threshold) && Math.abs(delay) <= tolerance) right++;
    return [tolerance, (2 * right) / both];
  });
}

function f1BySimilarity(evidence: readonly DialogueEvidence[]): readonly (readonly [number, number])[] {
  const both = utterances(evidence);
  if (both === 0) return [];
  return Array.from({ length: 20 }, (_, step) => step / 20).map((least) => {
    let right = 0;
    for (const { semantics } of evidence) for (const semantic of semantics) if (semantic > least) right++;
    return [least, (2 * right) / both];
  });
}

/** References and predictions together. */
function utterances(evidence: readonly DialogueEvidence[]): number {
  return evidence.reduce((sum, { semantics, missed, redundant }) => sum + 2 * semantics.length + missed.length + redundant, 0);
}
