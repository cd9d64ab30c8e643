import { UserError } from "../../../core/user-error.ts";
import type { RatingsTable } from "../../../metrics/agreement/rating-table.ts";
import { cellText, type TableRow, tableGroups, tableRows } from "./table-rows.ts";

/** Columns that name an item or its group, and hold no ratings. */
const namingColumns = ["item", "id", "group", "video"];

/**
 * Reads a table of ratings: a column per rater, or one row per rating with the columns item, rater
 * and rating.
 */
export async function readRatings(path: string): Promise<RatingsTable> {
  const rows = await tableRows(path);
  const columns = [...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))];
  return ["item", "rater", "rating"].every((name) => columns.includes(name))
    ? pivoted(rows)
    : wide(rows, columns, path);
}

function wide(rows: readonly TableRow[], columns: readonly string[], path: string): RatingsTable {
  const raters = columns.filter((name) => !namingColumns.includes(name));
  if (raters.length < 2)
    throw new UserError(
      `${path}: has ${raters.length} column${raters.length === 1 ? "" : "s"} of ratings${raters.length === 1 ? ` (${raters[0]})` : ""}, but agreement needs two`,
      "one row per item, one column per rater; or the columns item, rater and rating",
    );
  refuseTwice(rows);
  return {
    raters,
    rows: rows.map(({ cells }) => raters.map((rater) => cellText(cells[rater]))),
    ...groups(rows),
  };
}

function refuseTwice(rows: readonly TableRow[]): void {
  const places = new Map<string, string>();
  for (const { cells, place } of rows) {
    const item = cellText(cells.item);
    if (item === null) continue;
    if (places.has(item))
      throw new UserError(
        `${place}: the item ${item} stands at ${places.get(item)} already`,
        "one row per item",
      );
    places.set(item, place);
  }
}

function groups(rows: readonly TableRow[]): Pick<RatingsTable, "groups"> {
  const found = tableGroups(rows);
  return found ? { groups: found } : {};
}

function pivoted(rows: readonly TableRow[]): RatingsTable {
  const raters = [...new Set(rows.map((row) => required(row, "rater")))];
  const items = new Map<
    string,
    { readonly ratings: (string | null)[]; readonly first: TableRow }
  >();
  for (const row of rows) {
    const item = required(row, "item");
    if (!items.has(item)) items.set(item, { ratings: raters.map(() => null), first: row });
    const { ratings } = items.get(item)!;
    const at = raters.indexOf(required(row, "rater"));
    if (ratings[at] !== null)
      throw new UserError(
        `${row.place}: ${raters[at]} rates ${item} a second time`,
        "one rating per item and rater",
      );
    ratings[at] = cellText(row.cells.rating);
  }
  const all = [...items.values()];
  return {
    raters,
    rows: all.map(({ ratings }) => ratings),
    ...groups(all.map(({ first }) => first)),
  };
}

function required({ cells, place }: TableRow, column: string): string {
  const text = cellText(cells[column]);
  if (text === null) throw new UserError(`${place}: the column ${column} is blank`);
  return text;
}

/** The table with some of its raters, in the order named. */
export function chosenRaters(
  table: RatingsTable,
  names: readonly string[],
  path: string,
): RatingsTable {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined)
    throw new UserError(
      `the rater "${twice}" is named twice`,
      `raters here: ${table.raters.join(", ")}`,
    );
  const places = names.map((name) => {
    const at = table.raters.indexOf(name);
    if (at < 0)
      throw new UserError(
        `${path}: has no rater "${name}"`,
        `raters here: ${table.raters.join(", ")}`,
      );
    return at;
  });
  return {
    ...table,
    raters: names,
    rows: table.rows.map((row) => places.map((at) => row[at] ?? null)),
  };
}
