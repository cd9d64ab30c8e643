import { temporalIou } from "../../math/temporal-iou.ts";
import type { RankedRelevance } from "./ranked-relevance.ts";

export interface Span {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

export interface EvidenceSpan extends Span {
  /** How relevant it is, above 0; 1 if absent. */
  readonly gain?: number;
}

export interface IntervalRule {
  /**
   * `tiou`: intersection over union, which depends on how long clips are cut; `containment`: the fraction of the clip inside the evidence.
   * They are to be reported together.
   */
  readonly by: "tiou" | "containment";
  /** A clip may credit evidence at this overlap or more; above 0. */
  readonly threshold: number;
}

/**
 * Relevance by overlap in time. In the order of rank, each clip credits the evidence it overlaps most among what no better clip has credited
 * (the first of equals): each evidence gains once, and a clip that spans several credits one, so that neither repeated nor merged
 * clips are paid twice. A clip without credit counts as judged and not relevant. `clips` is `undefined` for a query that was not answered.
 */
export function intervalRelevance(
  clips: readonly Span[] | undefined,
  evidence: readonly EvidenceSpan[],
  rule: IntervalRule,
): RankedRelevance {
  if (!(rule.threshold > 0 && rule.threshold <= 1)) throw new RangeError(`threshold must be above 0 and at most 1, got ${rule.threshold}`);
  for (const span of evidence) checkEvidence(span);
  const free = new Set(evidence.map((span) => ({ ...span })));
  const gains = (clips ?? []).map((clip) => {
    checkSpan(clip);
    const credited = mostOverlapped(clip, free, rule);
    if (!credited) return 0;
    free.delete(credited);
    return credited.gain ?? 1;
  });
  return {
    gains,
    idealGains: evidence.map(({ gain = 1 }) => gain).sort((a, b) => b - a),
    judgedNonrelevant: gains.filter((gain) => gain === 0).length,
    missing: clips === undefined,
  };
}

function mostOverlapped(clip: Span, evidence: Iterable<EvidenceSpan>, { by, threshold }: IntervalRule): EvidenceSpan | undefined {
  let best: EvidenceSpan | undefined;
  let most = 0;
  for (const span of evidence) {
    const overlap =
      by === "tiou" ? temporalIou(clip.startSeconds, clip.endSeconds, span.startSeconds, span.endSeconds) : containment(clip, span);
    if (overlap < threshold || overlap <= most) continue;
    best = span;
    most = overlap;
  }
  return best;
}

/** The fraction of the clip inside the span; 0 for a clip without length. */
function containment(clip: Span, span: Span): number {
  const length = clip.endSeconds - clip.startSeconds;
  const inside = Math.min(clip.endSeconds, span.endSeconds) - Math.max(clip.startSeconds, span.startSeconds);
  return length === 0 ? 0 : Math.max(0, inside) / length;
}

function checkEvidence(span: EvidenceSpan): void {
  checkSpan(span);
  if (span.gain !== undefined && !(span.gain > 0 && span.gain < Infinity)) throw new RangeError(`a gain must be above 0, got ${span.gain}`);
}

function checkSpan({ startSeconds, endSeconds }: Span): void {
  if (!(startSeconds <= endSeconds))
    throw new RangeError(`an interval must not end before it starts, got ${startSeconds} to ${endSeconds}`);
}
