/** Part of a file, the end left out. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** What of these ranges does not lie in others; both in ascending order. */
export function outside(ranges: readonly Range[], others: readonly Range[]): readonly Range[] {
  const left: Range[] = [];
  for (const range of ranges) {
    let from = range.from;
    for (const other of others) {
      if (other.to <= from || other.from >= range.to) continue;
      if (other.from > from) left.push({ from, to: other.from });
      from = Math.max(from, other.to);
    }
    if (from < range.to) left.push({ from, to: range.to });
  }
  return left;
}

/** Where two files differ; what one is longer by counts as different. */
export function changedRanges(before: Uint8Array, after: Uint8Array): readonly Range[] {
  const ranges: { from: number; to: number }[] = [];
  const length = Math.max(before.length, after.length);
  for (let at = 0; at < length; at++) {
    if (before[at] === after[at]) continue;
    const last = ranges.at(-1);
    if (last?.to === at) last.to++;
    else ranges.push({ from: at, to: at + 1 });
  }
  return ranges;
}
