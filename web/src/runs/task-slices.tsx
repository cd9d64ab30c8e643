import { Alert, Checkbox, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { forestPlot } from "../../../src/report/chart/forest-plot.ts";
import type { ForestRow } from "../../../src/report/chart/forest-row.ts";
import {
  leftColumn,
  type ReportTable,
  rightColumn,
} from "../../../src/report/table/report-table.ts";
import { isBaseline } from "../../../src/summary/baseline-systems.ts";
import type { IndexedMetric } from "../../../src/summary/browse/run-index.ts";
import { formatCount, formatInterval, formatScore } from "../../../src/summary/format-number.ts";
import type { TaskSummary } from "../../../src/summary/summary.ts";
import { Failed, Loading } from "../app/loading.tsx";
import { useQueryState } from "../app/use-query-state.ts";
import { Chart } from "../chart/drawing.tsx";
import { FiguresTable } from "../chart/figures-table.tsx";
import { systemsOf } from "./indexed-task.ts";
import classes from "./run-page.module.css";
import { scoreWorker } from "./work/run-workers.ts";
import type { TaskPlace } from "./work/sample-worker.ts";
import type { ScoredSlice } from "./work/score-worker.ts";

interface TaskSlicesProps {
  readonly at: TaskPlace;
  readonly summary: TaskSummary | undefined;
}

/** More values are shown in the table alone. */
const mostPlots = 24;

/** Scores by the values of one field of the samples, or of two; computed here. */
export function TaskSlices({ at, summary }: TaskSlicesProps): ReactNode {
  const { task } = at;
  const [query, setQuery] = useQueryState();
  const { own, others } = systemsOf(task, summary);
  const names = task.fields.map(({ name }) => name);
  const first = names.find((name) => name === query.get("by")) ?? names[0];
  const second = names.find((name) => name === query.get("and") && name !== first);
  const metric = task.metrics.find(({ id }) => id === query.get("metric")) ?? task.metrics[0];
  const hasAll = query.get("baselines") === "yes";
  if (first === undefined || !metric)
    return (
      <Text c="dimmed">No field of the samples has few values: there is nothing to slice by.</Text>
    );
  const fields = second === undefined ? [first] : [first, second];
  const systems = (hasAll ? [...own, ...others] : own).map(({ id }) => id);
  return (
    <Stack gap="md">
      <Group align="end" gap="sm">
        <NativeSelect
          label="By"
          value={first}
          data={fieldChoices(task.fields)}
          onChange={(event) => setQuery({ by: event.currentTarget.value })}
        />
        <NativeSelect
          label="and by"
          value={second ?? ""}
          data={[{ value: "", label: "–" }, ...names.filter((name) => name !== first)]}
          onChange={(event) => setQuery({ and: event.currentTarget.value || null })}
        />
        <NativeSelect
          label="Metric"
          value={metric.id}
          data={task.metrics.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={(event) => setQuery({ metric: event.currentTarget.value })}
        />
        {others.length > 0 && (
          <Checkbox
            label="Baselines and probes"
            checked={hasAll}
            mb={8}
            onChange={(event) =>
              setQuery({ baselines: event.currentTarget.checked ? "yes" : null })
            }
          />
        )}
      </Group>
      <SliceScores {...{ at, fields, metric, systems }} />
    </Stack>
  );
}

function fieldChoices(fields: TaskPlace["task"]["fields"]) {
  const part = (isSlice: boolean) =>
    fields.filter((field) => field.isSlice === isSlice).map(({ name }) => name);
  return [
    { group: "Slices", items: part(true) },
    { group: "Other fields", items: part(false) },
  ].filter(({ items }) => items.length > 0);
}

interface SliceScoresProps {
  readonly at: TaskPlace;
  readonly fields: readonly string[];
  readonly metric: IndexedMetric;
  readonly systems: readonly string[];
}

function SliceScores({ at, fields, metric, systems }: SliceScoresProps): ReactNode {
  const request = { at, systems, metric: metric.id, fields, topic: "slices" };
  const key = [at.base, at.place, fields, metric.id, systems];
  // Scores first: intervals that are drawn by resampling may take a while.
  const points = useQuery({
    queryKey: ["slices", "points", ...key],
    queryFn: () => scoreWorker.slices({ ...request, hasIntervals: false, topic: "points" }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const full = useQuery({
    queryKey: ["slices", "scores", ...key],
    queryFn: () => scoreWorker.slices({ ...request, hasIntervals: true }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: points.data !== undefined,
  });
  const slices = full.data ?? points.data;
  if (points.error) return <Failed error={points.error} />;
  if (!slices) return <Loading />;
  const problems = new Set(
    slices.flatMap(({ scores }) =>
      scores.flatMap(({ system, problem }) => (problem ? [`${system}: ${problem}`] : [])),
    ),
  );
  const title = `${metric.title} by ${fields.join(" and ")}`;
  return (
    <div data-settled={full.data ? "yes" : "no"}>
      {problems.size > 0 && (
        <Alert color="yellow" title={`${metric.title} cannot be scored here`} mb="sm">
          {[...problems].join("; ")}
        </Alert>
      )}
      {slices.length <= mostPlots && (
        <div className={classes.multiples}>
          {slices.map((slice) => (
            <Chart
              key={slice.values.join("\0")}
              most={420}
              draw={(width) => slicePlot(slice, { metric, at, width })}
            />
          ))}
        </div>
      )}
      <FiguresTable table={sliceTable(slices, { title, fields, metric })} />
    </div>
  );
}

function slicePlot(
  { values, scores }: ScoredSlice,
  {
    metric,
    at,
    width,
  }: { readonly metric: IndexedMetric; readonly at: TaskPlace; readonly width: number },
) {
  const n = Math.max(0, ...scores.map(({ score }) => score?.n ?? 0));
  const rows = scores.map(({ system, score }): ForestRow => {
    const kind = at.task.systems.find(({ id }) => id === system)?.kind ?? "";
    const none = { chance: null, majority: null, oracle: null, bounds: null };
    return {
      ...none,
      label: system,
      value: score?.value ?? null,
      low: score?.low ?? null,
      high: score?.high ?? null,
      isBaseline: isBaseline({ kind }),
    };
  });
  return forestPlot({
    title: `${values.join(", ")}, n\u202f=\u202f${formatCount(n)}`,
    axis: metric.title,
    unit: metric.unit,
    rows,
    width,
    hasLegend: false,
  });
}

function sliceTable(
  slices: readonly ScoredSlice[],
  {
    title,
    fields,
    metric,
  }: { readonly title: string; readonly fields: readonly string[]; readonly metric: IndexedMetric },
): ReportTable {
  const reasons = new Set(
    slices.flatMap(({ scores }) =>
      scores.flatMap(({ score }) =>
        score?.interval.startsWith("none: ")
          ? [score.interval.replace("none: ", "no interval: ")]
          : [],
      ),
    ),
  );
  return {
    title,
    columns: [
      ...fields.map(leftColumn),
      leftColumn("system"),
      ...["n", "score", "95 % interval"].map(rightColumn),
    ],
    rows: slices.flatMap(({ values, scores }) =>
      scores.flatMap(({ system, score }) =>
        score
          ? [
              [
                ...values,
                system,
                formatCount(score.n),
                formatScore(score.value, metric.unit),
                formatInterval(score.low, score.high, metric.unit),
              ],
            ]
          : [],
      ),
    ),
    isGrouped: true,
    notes: [...reasons],
  };
}
