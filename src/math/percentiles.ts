/**
 * Percentiles of numbers by linear interpolation, as NumPy's default, without sorting them: their
 * order is changed on the way. `fractions` rise.
 */
export function percentiles(values: Float64Array, fractions: readonly number[]): number[] {
  if (values.length === 0) return fractions.map(() => 0);
  let from = 0;
  return fractions.map((fraction) => {
    const place = fraction * (values.length - 1);
    const low = Math.floor(place);
    select(values, low, from);
    from = low;
    const lower = values[low]!;
    if (low === place) return lower;
    let upper = Number.POSITIVE_INFINITY;
    for (let i = low + 1; i < values.length; i++) if (values[i]! < upper) upper = values[i]!;
    const share = place - low;
    // As NumPy does, so that equal numbers give themselves.
    return share < 0.5 ? lower + (upper - lower) * share : upper - (upper - lower) * (1 - share);
  });
}

/** Hoare's selection: afterwards the number at `place` is the one that sorting would put there. */
function select(values: Float64Array, place: number, from: number): void {
  let low = from;
  let high = values.length - 1;
  while (low < high) {
    const pivot = median(values[low]!, values[(low + high) >>> 1]!, values[high]!);
    let i = low;
    let j = high;
    while (i <= j) {
      while (values[i]! < pivot) i++;
      while (values[j]! > pivot) j--;
      if (i > j) break;
      const held = values[i]!;
      values[i] = values[j]!;
      values[j] = held;
      i++;
      j--;
    }
    if (place <= j) high = j;
    else if (place >= i) low = i;
    else return;
  }
}

function median(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
