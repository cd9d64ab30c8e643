/**
 * The value at a share of the way through ascending numbers, between neighbours by linear
 * interpolation: NumPy's `quantile` with its default method, to the last bit. NaN when there are no
 * numbers. Between a finite and an infinite neighbour it is infinite, where NumPy says NaN.
 */
export function quantile(sorted: Float64Array, share: number): number {
  if (!(share >= 0 && share <= 1)) throw new RangeError(`share must be in [0, 1], got ${share}`);
  const position = share * (sorted.length - 1);
  const index = Math.floor(position);
  const below = sorted[index] ?? Number.NaN;
  const above = sorted[index + 1] ?? below;
  const fraction = position - index;
  if (fraction === 0 || below === above) return below;
  const gap = above - below;
  if (!Number.isFinite(gap)) return below + above;
  return fraction < 0.5 ? below + gap * fraction : above - gap * (1 - fraction);
}
