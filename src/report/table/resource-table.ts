import {
  formatCount,
  formatDollars,
  formatNumber,
  formatQuantity,
} from "../../summary/format-number.ts";
import { type ResourceSummary, type TimePart, timeParts } from "../../summary/resource-summary.ts";
import { type ResourceTotals, resourceTotals } from "../../summary/resource-totals.ts";
import type { TaskSummary } from "../../summary/summary.ts";
import { leftColumn, type ReportTable, rightColumn } from "./report-table.ts";

interface Row {
  readonly id: string;
  readonly resources: ResourceSummary;
}

/**
 * Every system, and behind it those who graded its answers, as far as they say anything about their
 * requests.
 */
function rowsOf(task: TaskSummary): readonly Row[] {
  return task.systems.flatMap(({ id, resources, graders = [] }) => [
    ...(resources ? [{ id, resources }] : []),
    ...graders.flatMap(({ role, resources: own }) =>
      own ? [{ id: `${role} of ${id}`, resources: own }] : [],
    ),
  ]);
}

/** "judge: referee", where grading has rows of its own. */
function graderNotes({ systems }: TaskSummary): readonly string[] {
  const asked = systems.flatMap(({ graders = [] }) =>
    graders.filter(({ resources }) => resources !== undefined),
  );
  const names = new Set(
    asked.map(({ role, id, name }) => `${role}: ${id === undefined ? name : `${id} (${name})`}`),
  );
  if (names.size === 0) return [];
  return [
    `${[...names].join(", ")}; asked about the answers of each system, and paid from the same budget`,
  ];
}

function cells(name: string, { asks, cached, retries, tokens, cost }: ResourceTotals): string[] {
  return [
    name,
    ...[
      asks,
      cached,
      retries,
      tokens.input,
      tokens.cachedInput,
      tokens.output,
      tokens.reasoning,
    ].map(formatCount),
    formatDollars(cost),
  ];
}

/** By what prices, where they are not the user's own, and who has none. */
function priceNotes(rows: readonly Row[]): readonly string[] {
  const listed = rows.filter(
    ({ resources }) => resources.cost !== null && resources.pricesAsOf !== undefined,
  );
  const days = [...new Set(listed.map(({ resources }) => resources.pricesAsOf!))].sort();
  const whose = (day: string) =>
    listed.filter(({ resources }) => resources.pricesAsOf === day).map(({ id }) => id);
  const unknown = rows.filter(({ resources }) => resources.cost === null).map(({ id }) => id);
  return [
    ...days.map(
      (day) =>
        `USD by the list price of ${day}: ${whose(day).join(", ")}; prices in the configuration replace it`,
    ),
    ...(unknown.length === 0
      ? []
      : [`no price is known, or no tokens were told: ${unknown.join(", ")}`]),
  ];
}

/**
 * What asking took: requests, tokens, money. No rows where no system says anything about its
 * requests.
 */
export function resourceTable(task: TaskSummary): ReportTable {
  const rows = rowsOf(task);
  const unpriced = rows.filter(
    ({ resources }) => resources.cost !== null && resources.unpriced > 0,
  );
  return {
    title: "Requests and cost",
    columns: [
      leftColumn("system"),
      // Short, so that a terminal has room for the names of systems.
      ...["asks", "cached", "retries", "input", "(cached)", "output", "(thought)", "USD"].map(
        rightColumn,
      ),
    ],
    rows: [
      ...rows.map(({ id, resources }) => cells(id, resources)),
      ...(rows.length > 1
        ? [cells("in all", resourceTotals(rows.map(({ resources }) => resources)))]
        : []),
    ],
    notes: [
      "input, output: tokens, in brackets what of them the provider had cached and what were thoughts; cached: asks answered from replies kept here",
      ...graderNotes(task),
      ...priceNotes(rows),
      ...unpriced.map(
        ({ id, resources }) =>
          `${id}: what ${formatQuantity(resources.unpriced, "ask")} cost is not known (failed, no tokens told, or no price), and left out`,
      ),
    ],
  };
}

/** The parts of a sample's time as tables and charts call them. */
export const partTitles: Readonly<Record<TimePart, string>> = {
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
    columns: [
      leftColumn("system"),
      leftColumn("part"),
      ...["mean", "median", "95th percentile", "n"].map(rightColumn),
    ],
    rows: rowsOf(task).flatMap(({ id, resources }) =>
      timeParts.flatMap((part) => {
        const time = resources.times[part];
        return time
          ? [
              [
                id,
                partTitles[part],
                ...[time.mean, time.median, time.p95].map(formatMs),
                formatCount(time.n),
              ],
            ]
          : [];
      }),
    ),
    isGrouped: true,
    notes: [
      "waiting: for a free place, for the provider's limits and between attempts; several asks of a sample are added up",
    ],
  };
}

/** How much each of several servers did; no rows where no system has several. */
export function serverTable(task: TaskSummary): ReportTable {
  return {
    title: "Servers",
    columns: [
      leftColumn("system"),
      leftColumn("server"),
      ...["requests", "errors", "median ms"].map(rightColumn),
    ],
    rows: rowsOf(task).flatMap(({ id, resources: { servers = [] } }) =>
      servers.length < 2
        ? []
        : servers.map(({ name, requests, errors, median }) => [
            id,
            name,
            formatCount(requests),
            formatCount(errors),
            median === null ? "–" : formatMs(median),
          ]),
    ),
    isGrouped: true,
    notes: ["errors: requests that failed and were put again, mostly to another server"],
  };
}

function formatMs(ms: number): string {
  return ms < 9.95 ? formatNumber(Math.round(ms * 10) / 10, 1) : formatCount(Math.round(ms));
}
