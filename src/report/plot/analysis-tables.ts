import type { Table } from "../../core/scores/analysis.ts";
import type { Unit } from "../../summary/format-number.ts";

/** A number in each row of a table that is worth a chart. */
export interface TableMeasure {
  readonly name: string;
  readonly unit: Unit;
}

/** Rows of one table that are told apart by the same columns. */
export interface TableDivision {
  /** The columns that name its rows. */
  readonly keys: readonly string[];
  readonly rows: readonly TableFigures[];
}

interface TableFigures {
  /** One for each key. */
  readonly names: readonly string[];
  readonly cells: Readonly<Record<string, number | null>>;
}

const mostMeasures = 4;

/** A figure of a row with the ends of its interval, `null` where there is none. */
export function figureOf(
  { intervals = [] }: Pick<Table, "intervals">,
  name: string,
  { cells }: TableFigures,
) {
  const ends = intervals.find(([figure]) => figure === name)?.slice(1);
  const [low, high] = ends ?? [`${name} low`, `${name} high`];
  return {
    value: cells[name] ?? null,
    low: cells[low!] ?? null,
    high: cells[high!] ?? null,
  };
}

/** Whether rows are truths and columns answers, of the same names. */
export function isConfusion({ columns, rows }: Table): boolean {
  const answers = new Set(columns.slice(1));
  return (
    rows.length > 1 &&
    rows.every(
      ([name, ...cells]) =>
        typeof name === "string" &&
        answers.has(name) &&
        cells.every((cell) => typeof cell === "number"),
    )
  );
}

/** Columns that name rows: those of words at the left, or the first where it counts. */
function keyCount({ columns, rows }: Table): number {
  let count = 0;
  for (let at = 0; at < columns.length - 1; at++) {
    if (rows.some((row) => typeof row[at] === "number")) break;
    if (rows.some((row) => typeof row[at] === "string")) count = at + 1;
  }
  return Math.max(1, count);
}

/**
 * Columns to draw, of the same table of several systems: fractions and rates; not counts
 * and positions, which say little without what they are of, nor what is the same for all, since it
 * is about the data.
 */
export function measuresOf(
  tables: readonly Table[],
  ofAllSystems: readonly Table[] = tables,
): readonly TableMeasure[] {
  const [first] = tables;
  if (!first || first.rows.length === 0) return [];
  const ends = new Set(
    tables.flatMap(({ intervals = [] }) => intervals.flatMap((one) => one.slice(1))),
  );
  const numeric = first.columns.slice(keyCount(first)).flatMap((name, offset) => {
    const at = keyCount(first) + offset;
    const valuesOf = ({ rows }: Table) => rows.map((row) => row[at] ?? null);
    const numbers = tables.flatMap(valuesOf).filter((value) => typeof value === "number");
    const isFraction = first.fractions?.includes(name) ?? false;
    const isSame =
      ofAllSystems.length > 1 &&
      new Set(ofAllSystems.map((table) => JSON.stringify(valuesOf(table)))).size === 1;
    const isSide = / (?:low|high|error)$/u.test(name) || ends.has(name);
    return numbers.length === 0 || isSide || (isSame && !isFraction)
      ? []
      : [{ name, isFraction, isRate: numbers.some((one) => !Number.isInteger(one)) }];
  });
  return numeric
    .filter(({ isFraction, isRate }) => isFraction || isRate)
    .slice(0, mostMeasures)
    .map(({ name, isFraction }) => ({ name, unit: isFraction ? "percent" : "plain" }));
}

/** The rows of a table by which of its keys they have: by level, by level and group. */
export function divisionsOf(table: Table): readonly TableDivision[] {
  const count = keyCount(table);
  const keys = table.columns.slice(0, count);
  const groups = Map.groupBy(table.rows, (row) =>
    keys.filter((_, at) => row[at] !== null).join("\n"),
  );
  return [...groups.entries()].map(([joined, rows]) => ({
    keys: joined.split("\n"),
    rows: rows.map((row) => ({
      names: row.slice(0, count).flatMap((cell) => (cell === null ? [] : [String(cell)])),
      cells: Object.fromEntries(
        table.columns.slice(count).map((name, at) => {
          const cell = row[count + at];
          return [name, typeof cell === "number" ? cell : null];
        }),
      ),
    })),
  }));
}
