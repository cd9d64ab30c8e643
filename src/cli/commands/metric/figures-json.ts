import type { AgainstFile, Printed, ScoredFigure } from "./metric-input.ts";

/**
 * Pieces of the one JSON document: `{<metric>: {value, low, high, interval, n, ties, signature}}`,
 * tables and curves as they are.
 */
export function* figuresJson({ files, scores, against = [] }: Printed): Generator<string> {
  let start = "{";
  for (const { key, value, low, high, interval, n, ties, segments, ...identity } of scores) {
    const described = JSON.stringify({
      value,
      low,
      high,
      interval,
      n,
      ...(ties ? { ties } : {}),
      ...againstJson(key, against),
      signature: wholeSignature(identity),
    });
    yield `${start}${JSON.stringify(key)}:${segments ? described.slice(0, -1) : described}`;
    if (segments) {
      yield `,"${files.units}":`;
      yield* segmentsJson(segments, files.names);
      yield "}";
    }
    start = ",";
  }
  for (const { key, title, data } of files.analyses) {
    yield `${start}${JSON.stringify(key)}:${JSON.stringify({ title, ...data })}`;
    start = ",";
  }
  yield start === "{" ? "{}\n" : "}\n";
}

/** Differences to other files; those to the only one stand beside the value as well. */
function againstJson(key: string, files: readonly AgainstFile[]) {
  const found = files.flatMap(({ path, scores }) => {
    const score = scores.get(key);
    return score ? [{ file: path, ...score }] : [];
  });
  const [only] = found;
  if (!only) return {};
  return {
    ...(found.length === 1 ? { difference: only.difference, p: only.p } : {}),
    against: found,
  };
}

/**
 * What was computed, of what was counted: METEOR with and without synonyms differs in the second
 * only.
 */
function wholeSignature({
  signature,
  measure,
}: Pick<ScoredFigure, "signature" | "measure">): string {
  return `${signature} of ${measure}`;
}

/** By name where units have one, else in their order. */
function* segmentsJson(
  segments: Float64Array,
  names: readonly string[] | undefined,
): Generator<string> {
  yield names ? "{" : "[";
  for (let i = 0; i < segments.length; i++) {
    const value = Number.isNaN(segments[i]) ? "null" : String(segments[i]);
    yield `${i === 0 ? "" : ","}${names ? `${JSON.stringify(names[i])}:` : ""}${value}`;
  }
  yield names ? "}" : "]";
}
