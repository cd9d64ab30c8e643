import type { LoadSweep } from "../../summary/performance/load-summary.ts";
import { curvePlot } from "./curve-plot.ts";
import type { Markup } from "./markup.ts";

/** Latency against rate, up to where the service breaks. */
export function sweepChart({ steps, knee }: LoadSweep): Markup {
  const series = (["p50", "p95", "p99"] as const).map((name) => ({
    label: name.toUpperCase(),
    points: steps.flatMap(({ rate, result }) =>
      result[name] === null ? [] : [[rate, result[name] / 1_000] as const],
    ),
    band: steps.flatMap(({ result: { intervals, ...result } }) =>
      result[name] === null
        ? []
        : [
            intervals[name].low === null
              ? null
              : ([intervals[name].low / 1_000, intervals[name].high! / 1_000] as const),
          ],
    ),
  }));
  const highest = Math.max(...series.flatMap(({ points }) => points.map(([, y]) => y)), 0);
  const limit =
    knee === null
      ? []
      : [
          {
            label: `kept up to ${Number(knee.toFixed(1))} per second`,
            points: [[knee, 0] as const, [knee, highest] as const],
          },
        ];
  return curvePlot({
    title: "Latency under load",
    x: "requests per second",
    y: "seconds",
    series: [...series, ...limit],
    width: 640,
  });
}
