import type { Analysis, Table } from "../../core/scores/analysis.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import {
  alertOption,
  leastConfidence,
  minConfidenceOption,
  minIouOption,
} from "./detection-options.ts";
import { eventLatencies, type LatencyRules } from "./event-latencies.ts";
import { type EventSource, freshEvents } from "./event-source.ts";
import type { HasEvents } from "./has-events.ts";

export interface LatencyTableOptions extends LatencyRules {
  readonly measure: string;
  /** Shares packed events with other analyses; packs its own when left out. */
  readonly events?: EventSource;
}

/**
 * Truths of each event type and of all, how many were alerted to, and how many of those before
 * their onset.
 */
export function latencyTable({
  measure,
  events = freshEvents,
  ...rules
}: LatencyTableOptions): Analysis<HasEvents> {
  return {
    id: "latency",
    title: "Alerts by event type",
    measure,
    analyse: (evidence) => tabulate(evidence, { ...rules, events }),
  };
}

function tabulate(
  evidence: Iterable<HasEvents>,
  { events: source, ...rules }: LatencyRules & { readonly events: EventSource },
): Table {
  const events = source.pack(evidence);
  const { seconds, types } = eventLatencies(events, { ...rules, match: source.match });
  const all = events.types.length;
  const counts = Array.from({ length: all + 1 }, () => ({ truths: 0, alerted: 0, early: 0 }));
  for (let at = 0; at < seconds.length; at++)
    for (const own of [counts[types[at]!]!, counts[all]!]) {
      own.truths++;
      if (Number.isFinite(seconds[at]!)) own.alerted++;
      if (seconds[at]! < 0) own.early++;
    }
  return {
    kind: "table",
    columns: ["type", "truths", "alerted to", "before the onset"],
    rows: counts.map(({ truths, alerted, early }, type) => [
      events.types[type] ?? "all",
      truths,
      alerted,
      early,
    ]),
  };
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "latency",
    group: "detection",
    title: "Alerts by event type",
    options: [minIouOption, minConfidenceOption, alertOption],
    page: "detection-latency",
    offers: [
      offer({
        id: "latency",
        title: "Table: alerts by event type",
        reads: "events",
        options: [minIouOption, minConfidenceOption, alertOption],
        create: (measure, { minIou = 0.5, minConfidence, alert = "end" }) => [
          latencyTable({ measure, minIou, minConfidence: leastConfidence(minConfidence), alert }),
        ],
      }),
    ],
  },
];
