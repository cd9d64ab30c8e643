import type { MatrixSummary } from "../../summary/matrix-summary.ts";
import { analysisCharts } from "./analysis-charts.ts";
import { budgetCharts, frameCharts } from "./budget-charts.ts";
import type { Chart, ChartKind, ChartLook } from "./chart.ts";
import { coverageCharts, timeCharts } from "./outcome-charts.ts";
import type { PlotCall } from "./plot-call.ts";
import { type PlottedRun, plotTasks } from "./plotted-run.ts";
import { differenceCharts, scoreCharts, taskCharts } from "./score-charts.ts";
import { seriesStyles } from "./series-style.ts";
import { sliceCharts } from "./slice-charts.ts";
import { trendCharts } from "./trend-charts.ts";

export interface PlotInput {
  readonly runs: readonly PlottedRun[];
  readonly matrices?: readonly MatrixSummary[];
  /** Metrics beside the headline of each task. */
  readonly metrics?: readonly string[];
}

/** Runs of one name up to this number are drawn beside each other; of more, the newest is. */
const mostRunsSideBySide = 3;

/** Every chart that runs have something for. Nothing is computed that their summaries do not say. */
export function chartsOf(
  { runs, matrices = [], metrics = [] }: PlotInput,
  look: ChartLook,
): readonly Chart[] {
  const tasks = plotTasks(shownSideBySide(runs), metrics);
  const call: PlotCall = { runs, tasks, matrices, styles: seriesStyles(tasks, runs), look };
  const makers: Readonly<Record<ChartKind, (call: PlotCall) => readonly Chart[]>> = {
    scores: scoreCharts,
    differences: differenceCharts,
    tasks: taskCharts,
    slices: sliceCharts,
    frames: frameCharts,
    budget: budgetCharts,
    trends: (all) => trendCharts(all, metrics),
    coverage: coverageCharts,
    times: timeCharts,
    analyses: analysisCharts,
  };
  return withOwnIds(Object.values(makers).flatMap((make) => make(call)));
}

/** All runs, but only the newest of a long series. */
export function shownSideBySide(runs: readonly PlottedRun[]): readonly PlottedRun[] {
  const groups = Map.groupBy(runs, ({ series, name }) => series ?? `row ${name}`);
  return [...groups.values()].flatMap((own) =>
    own.length <= mostRunsSideBySide
      ? own
      : own.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1)).slice(0, 1),
  );
}

/** Names that differ only in signs that files cannot have are numbered. */
function withOwnIds(charts: readonly Chart[]): readonly Chart[] {
  const known = new Map<string, number>();
  return charts.map((chart) => {
    const count = (known.get(chart.id) ?? 0) + 1;
    known.set(chart.id, count);
    return count === 1 ? chart : { ...chart, id: `${chart.id}-${count}` };
  });
}
