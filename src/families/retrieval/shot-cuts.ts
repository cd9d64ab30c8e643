/** How many neighbours on each side say how much frames usually differ. */
const neighbours = 2;
/** Differences below this are noise, however still the video is. */
const leastDifference = 0.05;

/**
 * Where shots begin: at frames that differ from the one before by more than `threshold` times the
 * mean difference of their neighbours, and by more than noise. Vectors are those of the frames, in
 * the order of time; the difference is 1 − cosine.
 */
export function shotCuts(
  times: readonly number[],
  vectors: readonly ArrayLike<number>[],
  threshold: number,
): readonly number[] {
  const differences = vectors.slice(1).map((vector, at) => 1 - cosine(vectors[at]!, vector));
  return differences.flatMap((difference, at) => {
    const around = differences.slice(Math.max(0, at - neighbours), at + neighbours + 1);
    const others = around.length - 1;
    const usual =
      others === 0 ? 0 : (around.reduce((sum, one) => sum + one, 0) - difference) / others;
    return difference > leastDifference && difference > threshold * usual ? [times[at + 1]!] : [];
  });
}

/** 0 where one of both has no direction. */
export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length)
    throw new RangeError(`vectors of ${a.length} and ${b.length} numbers cannot be compared`);
  let [product, own, other] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    product += a[i]! * b[i]!;
    own += a[i]! * a[i]!;
    other += b[i]! * b[i]!;
  }
  return own === 0 || other === 0 ? 0 : product / Math.sqrt(own * other);
}
