import type { Analysis, Table } from "../../core/analysis.ts";
import { eventLatencies, type LatencyRules } from "./event-latencies.ts";
import type { HasEvents } from "./has-events.ts";
import { packEvents } from "./pack-events.ts";

export interface LatencyTableOptions extends LatencyRules {
  readonly measure: string;
}

/** Truths of each event type and of all, how many were alerted to, and how many of those before their onset. */
export function latencyTable({ measure, ...rules }: LatencyTableOptions): Analysis<HasEvents> {
  return { id: "latency", title: "Alerts by event type", measure, analyse: (evidence) => tabulate(evidence, rules) };
}

function tabulate(evidence: Iterable<HasEvents>, rules: LatencyRules): Table {
  const events = packEvents(evidence);
  const { seconds, types } = eventLatencies(events, rules);
  const row = (name: string, own: Float64Array) => {
    const alerted = own.filter((each) => Number.isFinite(each));
    return [name, own.length, alerted.length, alerted.filter((each) => each < 0).length];
  };
  return {
    kind: "table",
    columns: ["type", "truths", "alerted to", "before the onset"],
    rows: [
      ...events.types.map((name, type) =>
        row(
          name,
          seconds.filter((_, at) => types[at] === type),
        ),
      ),
      row("all", seconds),
    ],
  };
}
