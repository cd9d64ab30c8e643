import { Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { curvePlot } from "../../../src/report/chart/curve-plot.ts";
import { analysisTable } from "../../../src/report/table/analysis-table.ts";
import { splitSystems } from "../../../src/summary/baseline-systems.ts";
import type { TaskSummary } from "../../../src/summary/summary.ts";
import type { AnalysisSummary } from "../../../src/summary/system-summary.ts";
import { Chart } from "../chart/drawing.tsx";
import { FiguresTable, Notes } from "../chart/figures-table.tsx";

interface SystemAnalysis {
  readonly system: string;
  readonly analysis: AnalysisSummary;
}

/** Whether there is anything to show. */
export function hasAnalyses({ systems }: TaskSummary): boolean {
  return systems.some(({ analyses }) => analyses.length > 0);
}

/** Curves and tables of a task, each with all systems that have it. */
export function TaskAnalyses({ task }: { readonly task: TaskSummary }): ReactNode {
  const { own: about, others } = splitSystems(task.systems);
  const analyses = [...about, ...others].flatMap(({ id, analyses: own }) =>
    own.map((analysis) => ({ system: id, analysis })),
  );
  const groups = [...Map.groupBy(analyses, ({ analysis }) => analysis.id).values()];
  if (groups.length === 0) return <Text c="dimmed">This task has no analyses.</Text>;
  return (
    <Stack gap="xl">
      {groups.map((group) => (
        <Analysis key={group[0]!.analysis.id} group={group} />
      ))}
    </Stack>
  );
}

function Analysis({ group }: { readonly group: readonly SystemAnalysis[] }): ReactNode {
  const { title } = group[0]!.analysis;
  const curves = group.flatMap(({ system, analysis: { data } }) =>
    data.kind === "curve" ? [{ system, data }] : [],
  );
  const tables = group.flatMap(({ system, analysis: { data } }) =>
    data.kind === "table" && data.rows.length > 0
      ? [{ system, table: analysisTable(title, data) }]
      : [],
  );
  const first = curves[0]?.data;
  const isDrawn = curves.some(({ data }) => data.points.length > 0);
  if (!isDrawn && tables.length === 0) return null;
  const notes = new Set(curves.flatMap(({ data }) => data.notes ?? []));
  return (
    <section aria-label={title}>
      {first && isDrawn && (
        <Chart
          draw={(width) =>
            curvePlot({
              title,
              x: first.x,
              y: first.y,
              series: curves.map(({ system, data: { points, band } }) => ({
                label: system,
                points,
                band,
              })),
              width,
            })
          }
        />
      )}
      <Notes texts={[...notes]} />
      {tables.length > 0 && (
        <Title order={3} size="h5" mb={4}>
          {title}
        </Title>
      )}
      <Stack gap="sm">
        {tables.map(({ system, table }) => (
          <div key={system}>
            <Text size="sm" fw={500}>
              {system}
            </Text>
            <FiguresTable table={{ ...table, title: `${title}, ${system}` }} isTitled={false} />
          </div>
        ))}
      </Stack>
    </section>
  );
}
