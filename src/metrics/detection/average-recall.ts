import type { CorpusMetric, Weights } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import { numberOption } from "../metric-option.ts";
import { assertWeights } from "../sample-metric.ts";
import { activityNetIous, tiouOption } from "./detection-options.ts";
import type { HasEvents } from "./has-events.ts";
import { type PackedProposals, packProposals } from "./pack-proposals.ts";

export interface AverageRecallOptions {
  readonly measure: string;
  /**
   * How many proposals per video are read on average: a whole number up to `most`, or `area` for
   * the area under the curve of all.
   */
  readonly proposals?: number | "area";
  /** The end of the curve; default 100. */
  readonly most?: number;
  /** The thresholds of tIoU that are averaged over. */
  readonly tiou?: readonly number[];
}

const steps = 100;

/**
 * AR@AN: recall of truths at an average number of proposals per video, averaged over tIoU. See the
 * page for the rest.
 */
export function averageRecall({
  measure,
  proposals = 100,
  most = 100,
  tiou: minIous = activityNetIous,
}: AverageRecallOptions): CorpusMetric<HasEvents> {
  if (minIous.length === 0)
    throw new RangeError("average recall needs at least one tIoU threshold");
  const step = proposals === "area" ? steps : (proposals / most) * steps;
  if (!(Number.isInteger(step) && step >= 1 && step <= steps))
    throw new RangeError(
      `the number of proposals must be a whole percentage of ${most}, got ${proposals}`,
    );
  return {
    id: proposals === "area" ? "average-recall-area" : `average-recall@${proposals}`,
    title:
      proposals === "area"
        ? "Area under the average recall curve"
        : `Average recall at ${proposals} proposals per video`,
    signature: signature("average-recall", 1, {
      most,
      proposals,
      ties: "input-order",
      tiou: minIous.join(","),
      types: "ignored",
    }),
    measure,
    kind: "corpus",
    best: 1,
    worst: 0,
    prepare(evidence) {
      const packed = packProposals(evidence, minIous);
      const recalls =
        proposals === "area"
          ? Uint32Array.from({ length: steps }, (_, i) => i + 1)
          : Uint32Array.of(step);
      return (weights) => {
        if (weights) assertWeights(weights, packed.videoCount);
        const kept = keptProposals(packed, { most, weights });
        if (!kept) return null;
        const curve = Array.from(recalls, (at) => recallAt(packed, { ...kept, at, weights }));
        return curve.length === 1 ? curve[0]! : areaUnder(curve);
      };
    },
  };
}

interface Kept {
  /** How many proposals of each video are read in all. */
  readonly counts: Float64Array;
  /** What part of those one step reads. */
  readonly perStep: number;
  readonly truths: number;
}

/**
 * Every video gives the same share of its proposals, so that the average over videos with truths is
 * right.
 */
function keptProposals(
  { proposalCounts, truthCounts }: PackedProposals,
  { most, weights }: { readonly most: number; readonly weights: Weights | undefined },
): Kept | null {
  let videos = 0;
  let proposals = 0;
  let truths = 0;
  for (let video = 0; video < truthCounts.length; video++) {
    const weight = weights ? weights[video]! : 1;
    if (truthCounts[video]! > 0) videos += weight;
    truths += weight * truthCounts[video]!;
    proposals += weight * proposalCounts[video]!;
  }
  if (truths === 0) return null;
  const ratio = (most * videos) / proposals;
  const counts = new Float64Array(truthCounts.length);
  let total = 0;
  for (let video = 0; video < counts.length; video++) {
    if (truthCounts[video] === 0 || proposalCounts[video] === 0) continue;
    counts[video] = Math.min(Math.trunc(proposalCounts[video]! * ratio), proposalCounts[video]!);
    total += (weights ? weights[video]! : 1) * counts[video]!;
  }
  return { counts, perStep: total === 0 ? 0 : (most * videos) / total, truths };
}

function recallAt(
  { video, firstRanks, thresholds }: PackedProposals,
  {
    counts,
    perStep,
    truths,
    at,
    weights,
  }: Kept & { readonly at: number; readonly weights: Weights | undefined },
): number {
  let found = 0;
  for (let truth = 0; truth < video.length; truth++) {
    const own = video[truth]!;
    const read = Math.min(Math.trunc(counts[own]! * ((at / steps) * perStep)), counts[own]!);
    let reached = 0;
    for (let k = 0; k < thresholds; k++) if (firstRanks[truth * thresholds + k]! < read) reached++;
    found += (weights ? weights[own]! : 1) * reached;
  }
  return found / (truths * thresholds);
}

/**
 * By trapezoids between the first step and the last, divided by the whole length, as the toolkit
 * has it: a perfect curve has .99.
 */
function areaUnder(curve: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i + 1 < curve.length; i++) sum += (curve[i]! + curve[i + 1]!) / 2;
  return sum / steps;
}

const options = [
  {
    ...tiouOption,
    meaning: "the thresholds of tIoU, averaged over; 0.5:0.05:1 with THUMOS-14",
  },
  numberOption(
    {
      name: "proposals",
      default: "100",
      meaning:
        "the average number of proposals per video, or `area` for the area under the curve (the ActivityNet proposal task)",
    },
    { least: 1, isWhole: true },
    ["area"],
  ),
  numberOption(
    {
      name: "most",
      default: "100",
      meaning:
        "the end of the curve: what is read at fewer proposals is a share of what is read here, rounded down twice, as in the toolkit",
    },
    { least: 1, isWhole: true },
  ),
] as const;

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "average-recall",
    group: "detection",
    title: "Average recall at an average number of proposals (AR@AN)",
    options: [...options],
    page: () => ({
      definition:
        "Types are ignored. Of every video the same share of its proposals is read, most confident first, so that on average over the videos with truths so many are read; a truth is found at a tIoU when one of them reaches it. Share of truths found, averaged over thresholds. With `area`: the trapezoids under the curve of 100 equal steps up to `most`, divided by `most`.",
      formula: "AR(AN) = 1/T · Σ_τ found_τ(AN) ÷ truths",
      citation:
        "ActivityNet toolkit, Evaluation/eval_proposal.py (Caba Heilbron et al., CVPR 2015); Hosang et al., PAMI 2016, for the curve",
      checkedAgainst:
        "the ActivityNet toolkit (2795199, average_recall_vs_avg_nr_proposals, retyped) on random videos, to 1e-12",
      edgeCases:
        "Proposals of equal confidence keep their order. Proposals on videos without truths lower the share that is read, as in the toolkit. Intervals without length match nothing. The area starts at the first step, as in the toolkit, so that a perfect system reaches .99. The toolkit's .9, made by NumPy's linspace, is one unit of the last place lower. Not defined without truths.",
      signatures: [
        averageRecall({ measure: "" }).signature,
        averageRecall({ measure: "", proposals: "area" }).signature,
      ],
    }),
    offers: [
      offer({
        id: "average-recall",
        title: "Average recall at so many proposals per video",
        reads: "events",
        options,
        create: (measure, given) => [averageRecall({ measure, ...given })],
      }),
    ],
  },
];
