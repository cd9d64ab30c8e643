import { absent, formatInterval, formatScore } from "../../summary/format-number.ts";
import type {
  Overview,
  OverviewCell,
  OverviewColumn,
  OverviewRow,
} from "../../summary/overview.ts";
import { leftColumn, type ReportTable, rightColumn } from "./report-table.ts";

interface OverviewHeads {
  /** Whether heads of headline metrics name them too, which the notes do in any case. */
  readonly namesHeadlines?: boolean;
}

/** Systems by tasks; scores with their intervals and with marks of what is shown to differ. */
export function overviewTable(
  { columns, rows }: Overview,
  { namesHeadlines = false }: OverviewHeads = {},
): ReportTable {
  const headings = columns.map(({ task, metric, title }) => {
    const isFirst = columns.find((one) => one.task === task)?.metric === metric;
    return isFirst && !namesHeadlines ? task : `${task}: ${title}`;
  });
  return {
    title: "Overview",
    columns: [leftColumn("system"), ...headings.map(rightColumn)],
    rows: rows.map((row) => [
      rowName(row),
      ...row.cells.map((cell, at) => cellText(cell, columns[at]!)),
    ]),
    isWrapped: true,
    notes: overviewNotes({ columns, rows }),
  };
}

/** Tasks by systems: for pages that grow downwards. */
export function overviewByTask({ columns, rows }: Overview): ReportTable {
  return {
    title: "Overview",
    columns: [
      leftColumn("task"),
      leftColumn("metric"),
      ...rows.map((row) => rightColumn(rowName(row))),
    ],
    rows: columns.map((column, at) => [
      column.task,
      column.title,
      ...rows.map(({ cells }) => cellText(cells[at] ?? null, column)),
    ]),
    notes: [
      "95 % intervals in brackets",
      ...markLegend({ columns, rows }),
      ...rowNotes({ columns, rows }),
    ],
  };
}

/** What a row is called, with its run where that tells it apart. */
export function rowName({ system, run, role }: OverviewRow): string {
  const name = run === undefined ? system : `${run}: ${system}`;
  return role === "published" ? `${name} †` : name;
}

const marks: Readonly<Record<NonNullable<OverviewCell["mark"]>, string>> = {
  best: " ★",
  unclear: " ≈",
  worse: "",
  untested: " ?",
  apart: " ‡",
};

/** What each mark means, in the order of its legend. */
const meanings = [
  ["best", "★ best score"],
  ["unclear", "≈ not shown to be worse than it"],
  ["worse", "without a mark: shown to be worse (paired test by groups, p < .05 after Holm)"],
  ["untested", "? not tested against it"],
  ["apart", "‡ other data or other rules, not set against the others"],
] as const;

/** The marks that the cells have, in words; none without any. */
export function markLegend({ columns, rows }: Overview): readonly string[] {
  const has = (mark: OverviewCell["mark"]) =>
    rows.some(({ cells }) => cells.some((cell) => cell?.mark === mark));
  const apart = uncompared({ columns, rows });
  const except =
    apart.length === 0 ? "" : `, except where nothing is compared: ${apart.join(", ")}`;
  const words = meanings.flatMap(([mark, text]) =>
    has(mark) ? [mark === "worse" ? text + except : text] : [],
  );
  return words.length === 0 ? [] : [words.join("; ")];
}

const uncomparedRoles = [
  ["probe", "probes"],
  ["people", "people"],
  ["baseline", "baselines"],
  ["published", "published results"],
] as const;

/** Columns and kinds of rows whose scores have no mark because nothing was tested. */
function uncompared({ columns, rows }: Overview): readonly string[] {
  const isMarked = (at: number) => rows.some(({ cells }) => (cells[at]?.mark ?? null) !== null);
  const bare = columns.filter((_, at) => !isMarked(at));
  const names = bare.map(({ task, title }) => {
    const isWhole = columns.every((one) => one.task !== task || bare.includes(one));
    return isWhole ? `the task ${task}` : `${task}: ${title}`;
  });
  const roles = uncomparedRoles.flatMap(([role, text]) =>
    rows.some((row) => row.role === role) ? [text] : [],
  );
  return [...new Set(names), ...roles];
}

/** The sign behind a score, with a space before it. */
export function markText({ mark }: Pick<OverviewCell, "mark">): string {
  return mark === null ? "" : marks[mark];
}

function cellText(cell: OverviewCell | null, { unit }: OverviewColumn): string {
  if (!cell) return absent;
  const limits = formatInterval(cell.low, cell.high, unit);
  return `${formatScore(cell.value, unit)}${markText(cell)}${limits === absent ? "" : ` (${limits})`}`;
}

/** What the marks and columns mean. */
export function overviewNotes({ columns, rows }: Overview): readonly string[] {
  const titles = columns.map(({ task, title }) => `${task}: ${title}`).join("; ");
  return [
    `${titles}; 95 % intervals in brackets`,
    ...markLegend({ columns, rows }),
    ...rowNotes({ columns, rows }),
  ];
}

/** What rows mean that are no systems of a run. */
export function rowNotes({ rows }: Overview): readonly string[] {
  const published = rows.filter(({ role }) => role === "published");
  return [
    ...(rows.some(({ role }) => role === "people")
      ? ["people: what a second annotator scores against the first"]
      : []),
    ...published.map(
      ({ system, source }) => `† ${system}: published, not measured here (${source ?? ""})`,
    ),
  ];
}
