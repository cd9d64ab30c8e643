import type { MiddlewareHandler } from "hono";
import {
  type Figure,
  type MetricFamily,
  prometheusText,
} from "../evaluation/monitor/prometheus-text.ts";

/** Upper ends of the classes of time, in seconds. */
const ends = [0.005, 0.02, 0.1, 0.5, 2, 10];

/** Requests to one place of the server, by how they ended. */
interface Counted {
  readonly place: string;
  readonly status: string;
  readonly classes: number[];
  seconds: number;
}

/** Counts what the server of `vidimus view` is asked for, for Prometheus. */
export class ServerFigures {
  readonly #counted = new Map<string, Counted>();
  #inFlight = 0;

  /** To be used before all else. A stream of events counts until it begins. */
  readonly count: MiddlewareHandler = async (context, next) => {
    const from = performance.now();
    this.#inFlight++;
    try {
      await next();
    } finally {
      this.#inFlight--;
      const { path } = context.req;
      const place = /^\/(data|api|live|media)\//.exec(path)?.[1] ?? "app";
      this.#add(place, context.res.status, (performance.now() - from) / 1_000);
    }
  };

  /** As Prometheus reads it. */
  text(): string {
    const all = [...this.#counted.values()];
    const gauge = (name: string, help: string, value: number): MetricFamily => ({
      ...{ name, help, type: "gauge", figures: [{ labels: {}, value }] },
    });
    return prometheusText([
      {
        name: "vidimus_view_request_seconds",
        help: "How long the server took until it began to answer.",
        type: "histogram",
        figures: all.flatMap(histogram),
      },
      gauge("vidimus_view_requests_in_flight", "Requests under way.", this.#inFlight),
      gauge("vidimus_view_resident_bytes", "Memory of the server.", process.memoryUsage.rss()),
    ]);
  }

  #add(place: string, status: number, seconds: number): void {
    const key = `${place} ${status}`;
    const known = this.#counted.get(key) ?? {
      ...{ place, status: String(status), classes: ends.map(() => 0).concat(0), seconds: 0 },
    };
    this.#counted.set(key, known);
    const at = ends.findIndex((end) => seconds <= end);
    known.classes[at === -1 ? ends.length : at]!++;
    known.seconds += seconds;
  }
}

function histogram({ place, status, classes, seconds }: Counted): readonly Figure[] {
  const labels = { place, status };
  let reached = 0;
  const buckets = classes.map((count, at) => {
    reached += count;
    return {
      suffix: "_bucket",
      labels: { ...labels, le: String(ends[at] ?? "+Inf") },
      value: reached,
    };
  });
  return [
    ...buckets,
    { suffix: "_sum", labels, value: seconds },
    { suffix: "_count", labels, value: reached },
  ];
}
