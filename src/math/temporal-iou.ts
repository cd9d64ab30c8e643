/**
 * Temporal intersection over union of two intervals given by their ends: shared time ÷ time covered
 * by either; 0 where the union is empty, so that two identical intervals without length have 0.
 * Four numbers and no objects, since it is called for every pair of detection and truth.
 */
export function temporalIou(startA: number, endA: number, startB: number, endB: number): number {
  const shared = Math.max(0, Math.min(endA, endB) - Math.max(startA, startB));
  const union = endA - startA + (endB - startB) - shared;
  return union <= 0 ? 0 : shared / union;
}

/**
 * Temporal IoU as the ActivityNet toolkit has it: where both intervals have no length it divides 0
 * by 0, and the result, being not below any threshold, is a match, wherever the two lie; here it is
 * 1. (`segment_iou`, github.com/activitynet/ActivityNet, Evaluation/utils.py.)
 */
export function activityNetIou(startA: number, endA: number, startB: number, endB: number): number {
  return endA === startA && endB === startB ? 1 : temporalIou(startA, endA, startB, endB);
}
