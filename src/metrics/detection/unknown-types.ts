import type { Analysis, Table } from "../../core/scores/analysis.ts";
import type { HasTimedEvents } from "./has-events.ts";

export interface UnknownTypesOptions {
  readonly measure: string;
  /** Detections below it are no alarms. */
  readonly minConfidence: number;
}

/**
 * Types that are detected and nowhere annotated: they lower no average precision, but every alarm
 * of theirs is false.
 */
export function unknownTypes({
  measure,
  minConfidence,
}: UnknownTypesOptions): Analysis<HasTimedEvents> {
  return {
    id: "unknown-types",
    title: `Types detected but never annotated (alarms: ${minConfidence === Number.NEGATIVE_INFINITY ? "any confidence" : `confidence ≥ ${minConfidence}`})`,
    measure,
    analyse: (evidence) => tabulate(evidence, minConfidence),
  };
}

function tabulate(evidence: Iterable<HasTimedEvents>, minConfidence: number): Table {
  const known = new Set<string>();
  const found = new Map<
    string,
    { detections: number; alarms: number; videos: number; last: number }
  >();
  let video = 0;
  for (const { truths, detections } of evidence) {
    video++;
    for (const { type } of truths) known.add(type);
    for (const { type, confidence } of detections) {
      const own = found.get(type) ?? { detections: 0, alarms: 0, videos: 0, last: 0 };
      if (own.detections === 0) found.set(type, own);
      own.detections++;
      if (confidence >= minConfidence) own.alarms++;
      if (own.last !== video) own.videos++;
      own.last = video;
    }
  }
  const unknown = [...found]
    .filter(([type]) => !known.has(type))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    kind: "table",
    columns: ["type", "detections", "alarms", "videos"],
    rows: unknown.map(([type, { detections, alarms, videos }]) => [
      type,
      detections,
      alarms,
      videos,
    ]),
  };
}
