import type { Metric } from "../../../core/scores/metric.ts";

/** A metric under the name that the suite's metrics.json has for it; dashes work as well. */
export function named<Evidence>(id: string, metric: Metric<Evidence>): Metric {
  const dashed = id.replaceAll("_", "-");
  return { ...metric, id, ...(dashed === id ? {} : { aliases: [dashed] }) } as Metric;
}
