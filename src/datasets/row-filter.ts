import { isRecord } from "../core/json.ts";
import { closest } from "../core/suggest.ts";
import { UserError } from "../core/user-error.ts";
import type { Where, WhereRange, WhereValue } from "../core/where.ts";

/** Decides which rows are read, and notices conditions on fields that no row has. */
export interface RowFilter {
  wants(row: unknown): boolean;
  /** To be called after all rows: a field that none of them had is a mistake. */
  check(where: string): void;
}

/** Conditions of a configuration as a filter of raw rows. */
export function rowFilter(where: Where): RowFilter {
  const conditions = Object.entries(where).map(([field, condition]) => ({ field, holds: conditionOf(condition), isMet: false }));
  const seen = new Set<string>();
  let rows = 0;
  return {
    wants(row) {
      rows++;
      if (rows <= 100 && isRecord(row)) for (const key of Object.keys(row)) seen.add(key);
      let isWanted = true;
      for (const condition of conditions) {
        const value = fieldOf(row, condition.field);
        condition.isMet ||= value !== undefined;
        isWanted &&= condition.holds(value);
      }
      return isWanted;
    },
    check(path) {
      const stray = rows > 0 ? conditions.find(({ isMet }) => !isMet) : undefined;
      if (!stray) return;
      const near = closest(stray.field, [...seen]);
      throw new UserError(
        `${path}: no row has the field "${stray.field}" that data.where names`,
        near ? `did you mean "${near}"?` : `fields here: ${[...seen].join(", ")}`,
      );
    },
  };
}

/** A field of a row, or of a record within it; a key that holds dots itself comes first. */
function fieldOf(row: unknown, field: string): unknown {
  if (!isRecord(row)) return undefined;
  if (Object.hasOwn(row, field)) return row[field];
  const dot = field.indexOf(".");
  return dot < 0 ? undefined : fieldOf(row[field.slice(0, dot)], field.slice(dot + 1));
}

function conditionOf(condition: Where[string]): (value: unknown) => boolean {
  if (isRange(condition)) return (value) => holdsRange(value, condition);
  const values = isList(condition) ? condition : [condition];
  return (value) => values.some((wanted) => isEqual(value, wanted));
}

function isList(condition: unknown): condition is readonly WhereValue[] {
  return Array.isArray(condition);
}

function isRange(condition: Where[string]): condition is WhereRange {
  return typeof condition === "object" && condition !== null && !isList(condition);
}

/** Tables of texts know no numbers: `12` also equals the text "12", `true` the texts "true" and "True", and `null` what is empty or missing. */
function isEqual(value: unknown, wanted: WhereValue): boolean {
  if (wanted === null) return value === null || value === undefined || value === "";
  if (typeof wanted === "number") return numberOf(value) === wanted;
  if (typeof wanted === "boolean" && typeof value === "string") return value.toLowerCase() === String(wanted);
  return value === wanted;
}

function numberOf(value: unknown): number {
  if (typeof value === "string") return value.trim() === "" ? Number.NaN : Number(value);
  return typeof value === "number" || typeof value === "bigint" ? Number(value) : Number.NaN;
}

function holdsRange(value: unknown, { not, atLeast, atMost, above, below, contains }: WhereRange): boolean {
  if (not !== undefined && (isList(not) ? not : [not]).some((unwanted) => isEqual(value, unwanted))) return false;
  const number = numberOf(value);
  if (atLeast !== undefined && !(number >= atLeast)) return false;
  if (atMost !== undefined && !(number <= atMost)) return false;
  if (above !== undefined && !(number > above)) return false;
  if (below !== undefined && !(number < below)) return false;
  if (contains === undefined) return true;
  return typeof value === "string" ? value.includes(contains) : Array.isArray(value) && value.includes(contains);
}
