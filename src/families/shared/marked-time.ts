import type { MarkedTime } from "../../core/family/people-facet.ts";

interface Span {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/**
 * How long both, one or neither of two annotators marked, in a video of this length; where the
 * length is not known, up to the last end that either marked. Spans of one annotator that overlap
 * count once.
 */
export function markedTime(
  first: readonly Span[],
  second: readonly Span[],
  durationSeconds: number | null,
): MarkedTime {
  const merged = [mergedSpans(first), mergedSpans(second)] as const;
  const both = sharedSeconds(...merged);
  const [firstSeconds, secondSeconds] = [lengthOf(merged[0]), lengthOf(merged[1])];
  const end = Math.max(
    durationSeconds ?? 0,
    ...merged.map((spans) => spans.at(-1)?.endSeconds ?? 0),
  );
  return {
    both,
    onlyFirst: Math.max(0, firstSeconds - both),
    onlySecond: Math.max(0, secondSeconds - both),
    neither: Math.max(0, end - (firstSeconds + secondSeconds - both)),
  };
}

function mergedSpans(spans: readonly Span[]): readonly Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.startSeconds - b.startSeconds)) {
    const last = merged.at(-1);
    if (!last || span.startSeconds > last.endSeconds) merged.push(span);
    else
      merged[merged.length - 1] = {
        startSeconds: last.startSeconds,
        endSeconds: Math.max(last.endSeconds, span.endSeconds),
      };
  }
  return merged;
}

function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { startSeconds, endSeconds }) => sum + endSeconds - startSeconds, 0);
}

/** Of spans in order that do not overlap. */
function sharedSeconds(first: readonly Span[], second: readonly Span[]): number {
  let [sum, at, other] = [0, 0, 0];
  while (at < first.length && other < second.length) {
    const [a, b] = [first[at]!, second[other]!];
    const end = Math.min(a.endSeconds, b.endSeconds);
    sum += Math.max(0, end - Math.max(a.startSeconds, b.startSeconds));
    if (a.endSeconds < b.endSeconds) at++;
    else other++;
  }
  return sum;
}
