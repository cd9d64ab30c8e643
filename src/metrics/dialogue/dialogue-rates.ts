import type { CorpusMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { growing } from "../../math/growing-array.ts";
import { assertWeights } from "../sample-metric.ts";
import type { DialogueEvidence } from "./dialogue-evidence.ts";
import { oncePerEvidence } from "./once-per-evidence.ts";

/** The numbers of one stream that rates are made of. */
export interface DialogueCounts {
  /** Pairs that are similar enough, and pairs that are not. */
  readonly matched: number;
  readonly mismatched: number;
  readonly missed: number;
  readonly redundant: number;
  /** Sum and number of the similarities of pairs at or above the threshold. */
  readonly semanticSum: number;
  readonly semanticCount: number;
  /** Sum of |seconds| between the sides of similar pairs. */
  readonly delaySum: number;
}

/** Pairs count as matched where their similarity is above `threshold`; without one, all do. */
export function dialogueCounts(
  evidence: DialogueEvidence,
  threshold: number | null,
): DialogueCounts {
  let matched = 0;
  let delaySum = 0;
  let semanticSum = 0;
  let semanticCount = 0;
  const { semantics, delays, missedLabels, redundant } = evidence;
  for (let i = 0; i < semantics.length; i++) {
    const semantic = semantics[i]!;
    if (threshold === null || semantic >= threshold) {
      semanticSum += semantic;
      semanticCount++;
    }
    if (threshold !== null && !(semantic > threshold)) continue;
    matched++;
    delaySum += Math.abs(delays[i]!);
  }
  const mismatched = semantics.length - matched;
  return {
    matched,
    mismatched,
    missed: missedLabels.length,
    redundant,
    semanticSum,
    semanticCount,
    delaySum,
  };
}

interface RateDefinition {
  readonly id: string;
  readonly title: string;
  readonly best: number;
  readonly worst: number | null;
  /** Rates that silence would flatter are about answered streams only. */
  readonly isAnsweredOnly?: boolean;
  /** Means over pairs: as with the words of these pairs, streams without any do not count. */
  readonly isOfPairs?: boolean;
  readonly top: (counts: DialogueCounts) => number;
  readonly bottom: (counts: DialogueCounts) => number;
}

const fraction = { best: 1, worst: 0 };
const loss = { best: 0, worst: 1 };
const pairs = ({ matched, mismatched }: DialogueCounts) => matched + mismatched;
const predictions = (counts: DialogueCounts) => pairs(counts) + counts.redundant;
const references = (counts: DialogueCounts) => pairs(counts) + counts.missed;

/**
 * Rates over all streams together, by the names that ProAssist gives them. The first is the
 * headline.
 */
const rates: readonly RateDefinition[] = [
  {
    id: "F1",
    title: "F1",
    ...fraction,
    top: ({ matched }) => 2 * matched,
    bottom: (counts) => predictions(counts) + references(counts),
  },
  {
    id: "precision",
    title: "Precision",
    ...fraction,
    top: ({ matched }) => matched,
    bottom: predictions,
  },
  { id: "recall", title: "Recall", ...fraction, top: ({ matched }) => matched, bottom: references },
  {
    id: "jaccard_index",
    title: "Jaccard index",
    ...fraction,
    top: ({ matched }) => matched,
    bottom: (counts) => pairs(counts) + counts.missed + counts.redundant,
  },
  {
    id: "missing_rate",
    title: "Missing rate",
    ...loss,
    top: ({ missed }) => missed,
    bottom: references,
  },
  {
    id: "redundant_rate",
    title: "Redundant rate",
    ...loss,
    isAnsweredOnly: true,
    top: ({ redundant }) => redundant,
    bottom: predictions,
  },
  {
    id: "semantic_score",
    title: "Semantic score",
    ...fraction,
    isAnsweredOnly: true,
    isOfPairs: true,
    top: ({ semanticSum }) => semanticSum,
    bottom: ({ semanticCount }) => semanticCount,
  },
  {
    id: "time_diff",
    title: "Time difference (s)",
    best: 0,
    worst: null,
    isAnsweredOnly: true,
    isOfPairs: true,
    top: ({ delaySum }) => delaySum,
    bottom: ({ matched }) => matched,
  },
];

/** Rates over all streams together; `null` where there is nothing to divide by. */
export function dialogueRates(
  measure: string,
  threshold: number | null,
): readonly CorpusMetric<DialogueEvidence>[] {
  const countsOf = sharedCounts(threshold);
  return rates.map(({ id, title, best, worst, isAnsweredOnly, isOfPairs, top, bottom }) => ({
    id,
    title,
    signature: signature(`dialogue-${id}`, 1, { threshold: threshold ?? "none", pooled: true }),
    measure,
    kind: "corpus",
    best,
    worst,
    ...(isAnsweredOnly ? { population: "answered" as const } : {}),
    ...(isOfPairs ? { counts: (evidence) => bottom(dialogueCounts(evidence, threshold)) > 0 } : {}),
    prepare(evidence) {
      const tops = growing.numbers();
      const bottoms = growing.numbers();
      for (const counts of countsOf(evidence)) {
        tops.push(top(counts));
        bottoms.push(bottom(counts));
      }
      const [packedTops, packedBottoms] = [tops.view(), bottoms.view()];
      return (weights) => {
        const below = weightedSum(packedBottoms, weights);
        return below > 0 ? weightedSum(packedTops, weights) / below : null;
      };
    },
  }));
}

/**
 * The counts of all streams, made once for the same evidence and kept as plain numbers, since they
 * live as long as it.
 */
function sharedCounts(
  threshold: number | null,
): (evidence: Iterable<DialogueEvidence>) => Iterable<DialogueCounts> {
  return oncePerEvidence((evidence) => {
    const packed = growing.numbers();
    for (const item of evidence) {
      const counts = dialogueCounts(item, threshold);
      for (const key of countKeys) packed.push(counts[key]);
    }
    return unpackedCounts(packed.view());
  });
}

const countKeys = [
  "matched",
  "mismatched",
  "missed",
  "redundant",
  "semanticSum",
  "semanticCount",
  "delaySum",
] as const;

/** May be iterated again. */
function unpackedCounts(packed: Float64Array): Iterable<DialogueCounts> {
  return {
    *[Symbol.iterator]() {
      for (let at = 0; at < packed.length; at += countKeys.length) {
        const [matched, mismatched, missed, redundant, semanticSum, semanticCount, delaySum] =
          packed.subarray(at) as unknown as CountRow;
        yield { matched, mismatched, missed, redundant, semanticSum, semanticCount, delaySum };
      }
    },
  };
}

type CountRow = readonly [number, number, number, number, number, number, number];

interface CountDefinition {
  readonly id: string;
  readonly title: string;
  readonly key: "matched" | "mismatched" | "missed" | "redundant";
}

const totals: readonly CountDefinition[] = [
  { id: "num_matched", title: "Matched", key: "matched" },
  { id: "num_mismatched", title: "Mismatched", key: "mismatched" },
  { id: "num_missed", title: "Missed", key: "missed" },
  { id: "num_redundant", title: "Redundant", key: "redundant" },
];

/** The four counts behind the rates. */
export function dialogueTotals(
  measure: string,
  threshold: number | null,
): readonly CorpusMetric<DialogueEvidence>[] {
  const countsOf = sharedCounts(threshold);
  return totals.map(({ id, title, key }) => ({
    id,
    title,
    signature: signature(`dialogue-${id}`, 1, { threshold: threshold ?? "none" }),
    measure,
    kind: "corpus",
    isTotal: true,
    ...(key === "matched"
      ? { best: Number.MAX_SAFE_INTEGER, worst: 0, ceiling: countReferences }
      : { best: 0, worst: null }),
    prepare(evidence) {
      const packed = Float64Array.from(countsOf(evidence), (counts) => counts[key]);
      return (weights) => {
        const hasStreams = weights ? weights.some((weight) => weight > 0) : packed.length > 0;
        return hasStreams ? weightedSum(packed, weights) : null;
      };
    },
  }));
}

function countReferences(evidence: Iterable<DialogueEvidence>): number {
  let count = 0;
  for (const { semantics, missedLabels } of evidence)
    count += semantics.length + missedLabels.length;
  return count;
}

function weightedSum(
  values: Float64Array,
  weights: Uint32Array | Float64Array | undefined,
): number {
  if (weights) assertWeights(weights, values.length);
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += (weights ? weights[i]! : 1) * values[i]!;
  return sum;
}
