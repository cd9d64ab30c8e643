import type { Analysis, Table } from "../../core/analysis.ts";
import { averagePrecisions, countPositives, type PrecisionDefinition, type PrecisionOptions } from "./average-precision.ts";
import { type EventSource, freshEvents } from "./event-source.ts";
import type { HasEvents } from "./has-events.ts";
import { activityNetIous } from "./mean-average-precision.ts";
import type { PackedEvents } from "./pack-events.ts";

export interface TypeAveragePrecisionOptions {
  readonly measure: string;
  readonly definition?: PrecisionDefinition;
  readonly minIous?: readonly number[];
  /** Shares packed events with other analyses; packs its own when left out. */
  readonly events?: EventSource;
}

/** Truths, detections and average precision of each event type, at each tIoU and on average; types that were only predicted have none. */
export function typeAveragePrecision({
  measure,
  definition = "activitynet",
  minIous = activityNetIous,
  events: source = freshEvents,
}: TypeAveragePrecisionOptions): Analysis<HasEvents> {
  return {
    id: "type-average-precision",
    title: `Average precision by event type (${definition})`,
    measure,
    analyse: (evidence) => tabulate(source.pack(evidence), { definition, minIous, match: source.match }),
  };
}

function tabulate(events: PackedEvents, options: PrecisionOptions): Table {
  const { types, truths, detections, videoCount } = events;
  const precisions = averagePrecisions(events, options)();
  const positives = new Float64Array(types.length);
  countPositives(truths, { perVideo: new Float64Array(videoCount).fill(1), positives });
  const columns = options.minIous.map((minIou) => `AP@${minIou}`);
  const rows = types.map((name, type) => {
    const own = columns.map((_, k) => precisions[k * types.length + type]!);
    const isScored = positives[type]! > 0;
    const mean = isScored ? own.reduce((sum, one) => sum + one, 0) / own.length : null;
    const detected = detections.starts[type + 1]! - detections.starts[type]!;
    return [name, positives[type]!, detected, mean, ...own.map((one) => (isScored ? one : null))];
  });
  return { kind: "table", columns: ["type", "truths", "detections", "AP", ...columns], fractions: ["AP", ...columns], rows };
}
