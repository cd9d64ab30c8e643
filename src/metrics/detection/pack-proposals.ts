import { growing } from "../../math/growing-array.ts";
import { temporalIou } from "../../math/temporal-iou.ts";
import type { DetectedEvent, HasEvents, TruthEvent } from "./has-events.ts";

/**
 * When each truth is found, whatever the type: all that recall at a number of proposals needs to
 * know.
 */
export interface PackedProposals {
  readonly videoCount: number;
  readonly thresholds: number;
  /** Of each video. */
  readonly proposalCounts: Uint32Array;
  readonly truthCounts: Uint32Array;
  /** The video of each truth. */
  readonly video: Uint32Array;
  /**
   * At `truth * thresholds + threshold`: the rank, from 0, of the first proposal of the video that
   * reaches the tIoU; infinite for none.
   */
  readonly firstRanks: Float64Array;
}

export function packProposals(
  evidence: Iterable<HasEvents>,
  minIous: readonly number[],
): PackedProposals {
  for (const minIou of minIous)
    if (!(minIou > 0 && minIou <= 1))
      throw new RangeError(`tIoU threshold must be in (0, 1], got ${minIou}`);
  const proposalCounts = growing.words();
  const truthCounts = growing.words();
  const video = growing.words();
  const firstRanks = growing.numbers();
  let videoCount = 0;
  for (const { truths, detections } of evidence) {
    const ranked = detections.toSorted((a, b) => b.confidence - a.confidence);
    const wanted = truths.filter(({ ambiguous }) => !ambiguous);
    for (const truth of wanted) {
      const ranks = firstReaching(truth, { ranked, minIous });
      for (let k = 0; k < minIous.length; k++) firstRanks.push(ranks[k]!);
      video.push(videoCount);
    }
    proposalCounts.push(detections.length);
    truthCounts.push(wanted.length);
    videoCount++;
  }
  return {
    videoCount,
    thresholds: minIous.length,
    proposalCounts: proposalCounts.view(),
    truthCounts: truthCounts.view(),
    video: video.view(),
    firstRanks: firstRanks.view(),
  };
}

interface Ranked {
  readonly ranked: readonly DetectedEvent[];
  readonly minIous: readonly number[];
}

/** For each threshold the rank of the first proposal that reaches it. */
function firstReaching(
  { startSeconds, endSeconds }: TruthEvent,
  { ranked, minIous }: Ranked,
): Float64Array {
  const ranks = new Float64Array(minIous.length).fill(Number.POSITIVE_INFINITY);
  let highest = 0;
  for (let rank = 0; rank < ranked.length; rank++) {
    const one = ranked[rank]!;
    const iou = temporalIou(one.startSeconds, one.endSeconds, startSeconds, endSeconds);
    if (iou <= highest) continue;
    for (let k = 0; k < ranks.length; k++)
      if (minIous[k]! > highest && minIous[k]! <= iou) ranks[k] = rank;
    highest = iou;
  }
  return ranks;
}
