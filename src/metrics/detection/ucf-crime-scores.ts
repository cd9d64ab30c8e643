const segments = 32;

/**
 * One score for each clip of 16 frames from the 32 segment scores that UCF-Crime's models give a video, laid out as its evaluation does: segment i
 * holds the clips from round(linspace(1, clips, 33))ᵢ up to, but not with, the next one, at least one clip; a later segment overwrites an earlier
 * one. The last clip belongs to no segment and has 0, unless there is one clip only. (Evaluate_Anomaly_Detector.m, Sultani et al., CVPR 2018.)
 */
export function ucfCrimeScores(segmentScores: readonly number[], clipCount: number): readonly number[] {
  if (segmentScores.length !== segments) throw new RangeError(`expected ${segments} segment scores, got ${segmentScores.length}`);
  if (!Number.isInteger(clipCount) || clipCount < 1)
    throw new RangeError(`the number of clips must be a whole number from 1, got ${clipCount}`);
  const edge = (i: number) => (i === segments ? clipCount : Math.round(1 + (i * (clipCount - 1)) / segments));
  const scores = new Array<number>(clipCount).fill(0);
  for (const [i, score] of segmentScores.entries()) {
    const first = edge(i);
    for (let clip = first; clip <= Math.max(first, edge(i + 1) - 1); clip++) scores[clip - 1] = score;
  }
  return scores;
}
