import { temporalIou } from "../../math/temporal-iou.ts";
import type { RankedRelevance } from "./ranked-relevance.ts";

interface Span {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** A clip that is known by name alone has no times, and overlaps nothing. */
export interface RankedClip {
  readonly startSeconds?: number | undefined;
  readonly endSeconds?: number | undefined;
}

export interface EvidenceSpan extends Span {
  /** How relevant it is, above 0; 1 if absent. */
  readonly gain?: number;
}

export interface IntervalRule {
  /**
   * `tiou`: intersection over union, which depends on how long clips are cut; `containment`: the
   * fraction of the clip inside the evidence. They are to be reported together.
   */
  readonly by: "tiou" | "containment";
  /** A clip may credit evidence at this overlap or more; above 0. */
  readonly threshold: number;
  /** Whether several clips may credit the same evidence; each evidence is credited once if absent. */
  readonly credit?: "one-to-one" | "every-clip" | undefined;
}

/**
 * Relevance by overlap in time. In the order of rank, each clip credits the evidence it overlaps
 * most among what no better clip has credited (the first of equals): each evidence gains once, and
 * a clip that spans several credits one, so that neither repeated nor merged clips are paid twice.
 * A clip without credit counts as judged and not relevant. `clips` is `undefined` for a query that
 * was not answered.
 */
export function intervalRelevance(
  clips: readonly RankedClip[] | undefined,
  evidence: readonly EvidenceSpan[],
  rule: IntervalRule,
): RankedRelevance {
  if (!(rule.threshold > 0 && rule.threshold <= 1))
    throw new RangeError(`threshold must be above 0 and at most 1, got ${rule.threshold}`);
  for (const span of evidence) checkEvidence(span);
  const isCredited = new Uint8Array(evidence.length);
  const count = clips?.length ?? 0;
  const gains = new Array<number>(count).fill(0);
  let judgedNonrelevant = 0;
  // Plain loops: a million clips pass here (`npm run bench retrieval-family`).
  for (let rank = 0; rank < count; rank++) {
    const best = mostOverlapped(clips![rank]!, { evidence, isCredited, rule });
    if (best < 0) {
      judgedNonrelevant++;
      continue;
    }
    if (rule.credit !== "every-clip") isCredited[best] = 1;
    gains[rank] = evidence[best]!.gain ?? 1;
  }
  return {
    gains,
    idealGains: evidence.map(({ gain = 1 }) => gain).sort((a, b) => b - a),
    judgedNonrelevant,
    missing: clips === undefined,
  };
}

interface OpenEvidence {
  readonly evidence: readonly EvidenceSpan[];
  readonly isCredited: Uint8Array;
  readonly rule: IntervalRule;
}

/** The place of the free evidence that the clip overlaps most, if enough; −1 for none. */
function mostOverlapped(
  { startSeconds, endSeconds }: RankedClip,
  { evidence, isCredited, rule: { by, threshold } }: OpenEvidence,
): number {
  if (startSeconds === undefined || endSeconds === undefined) return -1;
  checkSpan(startSeconds, endSeconds);
  let best = -1;
  let most = 0;
  for (let at = 0; at < evidence.length; at++) {
    const span = evidence[at]!;
    // What does not touch is most of all pairs, and needs no division.
    if (isCredited[at] || span.endSeconds < startSeconds || span.startSeconds > endSeconds)
      continue;
    const overlap =
      by === "tiou"
        ? temporalIou(startSeconds, endSeconds, span.startSeconds, span.endSeconds)
        : containment(startSeconds, endSeconds, span);
    if (overlap < threshold || overlap <= most) continue;
    best = at;
    most = overlap;
  }
  return best;
}

/** The fraction of the clip inside the span; 0 for a clip without length. */
function containment(startSeconds: number, endSeconds: number, span: Span): number {
  const length = endSeconds - startSeconds;
  const inside = Math.min(endSeconds, span.endSeconds) - Math.max(startSeconds, span.startSeconds);
  return length === 0 ? 0 : Math.max(0, inside) / length;
}

function checkEvidence({ startSeconds, endSeconds, gain }: EvidenceSpan): void {
  checkSpan(startSeconds, endSeconds);
  if (gain !== undefined && !(gain > 0 && gain < Infinity))
    throw new RangeError(`a gain must be above 0, got ${gain}`);
}

function checkSpan(startSeconds: number, endSeconds: number): void {
  if (!(startSeconds <= endSeconds))
    throw new RangeError(
      `an interval must not end before it starts, got ${startSeconds} to ${endSeconds}`,
    );
}
