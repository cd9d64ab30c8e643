import type { Metric } from "./metric.ts";

type Named = Pick<Metric, "id" | "aliases">;

/**
 * The ids of the metrics that a name asks for: the metric of that id, else those it is a short name
 * of. Besides their own aliases, metrics at several depths, thresholds or percentiles share a short
 * name: `recall` is recall@1, recall@5 and so on, `latency` latency-p50 and latency-p95.
 */
export function metricsNamed(name: string, metrics: readonly Named[]): readonly string[] {
  if (metrics.some(({ id }) => id === name)) return [name];
  return metrics.filter((metric) => shortNames(metric).includes(name)).map(({ id }) => id);
}

/** Every name that asks for something: ids, then short names. */
export function metricNames(metrics: readonly Named[]): readonly string[] {
  return [...new Set([...metrics.map(({ id }) => id), ...metrics.flatMap(shortNames)])];
}

function shortNames({ id, aliases = [] }: Named): readonly string[] {
  const [stem] = id.split(/@[\d.]+$|-p\d+$/);
  return stem === undefined || stem === id ? aliases : [...aliases, stem];
}
