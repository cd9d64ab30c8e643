import { Paper, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { trendLine } from "../../../src/report/chart/trend-line.ts";
import {
  formatDifference,
  formatInterval,
  formatScore,
} from "../../../src/summary/format-number.ts";
import { Chart } from "../chart/drawing.tsx";
import classes from "./runs-page.module.css";
import type { Trend } from "./trends.ts";

/** More are seldom looked at together; a search narrows them down. */
const mostTrends = 12;
/** Newer runs than this say more than all. */
const mostPoints = 30;

/** How scores moved over the runs that are listed. */
export function TrendList({ trends }: { readonly trends: readonly Trend[] }): ReactNode {
  if (trends.length === 0) return null;
  return (
    <section aria-label="Trends">
      <Title order={2} size="h4" mb="xs">
        Trends
      </Title>
      <div className={classes.trends}>
        {trends.slice(0, mostTrends).map((trend) => (
          <TrendCard key={JSON.stringify([trend.task, trend.system])} trend={trend} />
        ))}
      </div>
      {trends.length > mostTrends && (
        <Text size="sm" c="dimmed" mt="xs">
          {trends.length - mostTrends} more; a search narrows them down.
        </Text>
      )}
    </section>
  );
}

function TrendCard({ trend }: { readonly trend: Trend }): ReactNode {
  const { task, system, title, unit } = trend;
  const points = trend.points.slice(-mostPoints);
  const last = points.at(-1)!;
  const before = points.at(-2)!;
  return (
    <Paper withBorder p="sm">
      <Text size="sm" fw={600} truncate>
        {task} · {system}
      </Text>
      <Text size="xs" c="dimmed" truncate>
        {title}
      </Text>
      <Chart
        most={420}
        draw={(width) =>
          trendLine({
            title: `${title} of ${system} on ${task}`,
            unit,
            points: points.map(({ run, value, low, high }) => ({
              label: `${run.name}, ${new Date(run.createdAt).toLocaleString()}`,
              value: value!,
              low,
              high,
            })),
            width,
            height: 52,
          })
        }
      />
      <Text size="sm">
        <Text span fw={600}>
          {formatScore(last.value, unit)}
        </Text>{" "}
        <Text span c="dimmed" size="xs">
          {formatInterval(last.low, last.high, unit)} ·{" "}
          {formatDifference(last.value! - before.value!, unit)} to the run before
        </Text>
      </Text>
    </Paper>
  );
}
