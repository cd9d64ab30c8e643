import { absent, formatCount, formatNumber } from "./format-number.ts";
import { leftColumn, type ReportTable, rightColumn } from "./report-table.ts";
import { type ResourceSummary, type TaskSummary, type TimePart, timeParts } from "./summary.ts";

interface Row {
  readonly id: string;
  readonly resources: ResourceSummary;
}

function rowsOf(task: TaskSummary): readonly Row[] {
  return task.systems.flatMap(({ id, resources }) => (resources ? [{ id, resources }] : []));
}

/** What asking took: requests, tokens, money. No rows where no system says anything about its requests. */
export function resourceTable(task: TaskSummary): ReportTable {
  const rows = rowsOf(task);
  const unpriced = rows.filter(({ resources }) => resources.cost !== null && resources.unpriced > 0);
  return {
    title: "Requests and cost",
    columns: [
      leftColumn("system"),
      // Short, so that a terminal has room for the names of systems.
      ...["asks", "cached", "retries", "input", "(cached)", "output", "(thought)", "USD"].map(rightColumn),
    ],
    rows: rows.map(({ id, resources: { asks, cached, retries, tokens, cost } }) => [
      id,
      ...[asks, cached, retries, tokens.input, tokens.cachedInput, tokens.output, tokens.reasoning].map(formatCount),
      cost === null ? absent : cost.toFixed(cost < 1 ? 4 : 2),
    ]),
    notes: [
      "input, output: tokens, in brackets what of them the provider had cached and what were thoughts; cached: asks answered from replies kept here",
      ...unpriced.map(
        ({ id, resources }) => `${id}: no price is known for ${formatCount(resources.unpriced)} asks, which are left out of its cost`,
      ),
    ],
  };
}

const partTitles: Readonly<Record<TimePart, string>> = {
  decode: "frames",
  queue: "waiting",
  firstToken: "first token",
  generation: "generation",
  total: "request",
};

/** Where the time of a sample went; no rows where nothing is known. */
export function timeTable(task: TaskSummary): ReportTable {
  return {
    title: "Time per sample, ms",
    columns: [leftColumn("system"), leftColumn("part"), ...["mean", "median", "95th percentile", "n"].map(rightColumn)],
    rows: rowsOf(task).flatMap(({ id, resources }) =>
      timeParts.flatMap((part) => {
        const time = resources.times[part];
        return time ? [[id, partTitles[part], ...[time.mean, time.median, time.p95].map(formatMs), formatCount(time.n)]] : [];
      }),
    ),
    isGrouped: true,
    notes: ["waiting: for a free place, for the provider's limits and between attempts; several asks of a sample are added up"],
  };
}

function formatMs(ms: number): string {
  return ms < 10 ? formatNumber(Math.round(ms * 10) / 10) : formatCount(Math.round(ms));
}
