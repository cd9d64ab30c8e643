import { shown } from "../core/asking/shown.ts";
import type { Where, WhereRange, WhereValue } from "../core/data/where.ts";
import { isRecord } from "../core/json.ts";
import { closest } from "../core/suggest.ts";
import { UserError } from "../core/user-error.ts";

/** Decides which rows are read, and notices conditions that no row meets. */
export interface RowFilter {
  wants(row: unknown): boolean;
  /**
   * To be called after all rows: a field that none of them had, and a filter that leaves nothing,
   * is a mistake.
   */
  check(where: string): void;
}

/** Conditions of a configuration as a filter of raw rows. */
export function rowFilter(where: Where): RowFilter {
  const conditions = Object.entries(where).map(
    ([field, condition]) => new Condition(field, conditionOf(condition)),
  );
  const seen = new Set<string>();
  let rows = 0;
  let kept = 0;
  return {
    wants(row) {
      rows++;
      if (rows <= 100 && isRecord(row)) for (const key of Object.keys(row)) seen.add(key);
      let isWanted = true;
      for (const condition of conditions)
        isWanted = condition.meet(fieldOf(row, condition.field)) && isWanted;
      if (isWanted) kept++;
      return isWanted;
    },
    check(path) {
      if (rows === 0) return;
      const stray = conditions.find(({ isThere }) => !isThere);
      if (stray) {
        const near = closest(stray.field, [...seen]);
        throw new UserError(
          `${path}: no row has the field "${stray.field}" that data.where names`,
          near ? `did you mean "${near}"?` : `fields here: ${[...seen].join(", ")}`,
        );
      }
      if (kept > 0) return;
      const never = conditions.filter(({ isMet }) => !isMet);
      throw new UserError(
        `${path}: none of ${rows} rows is as data.where says`,
        never.length > 0
          ? never.map((one) => one.found()).join("; ")
          : "every condition holds for some row, but all of them together for none",
      );
    },
  };
}

const shownValues = 8;

/** One condition, and what was met where it was looked for. */
class Condition {
  readonly field: string;
  readonly #holds: (value: unknown) => boolean;
  readonly #values = new Set<string>();
  isThere = false;
  isMet = false;

  constructor(field: string, holds: (value: unknown) => boolean) {
    this.field = field;
    this.#holds = holds;
  }

  meet(value: unknown): boolean {
    const holds = this.#holds(value);
    this.isMet ||= holds;
    if (value === undefined) return holds;
    this.isThere = true;
    if (!this.isMet && this.#values.size <= shownValues) this.#values.add(shown(value));
    return holds;
  }

  /** Says what values there are in place of the wanted one. */
  found(): string {
    const values = [...this.#values];
    return `"${this.field}" is ${values.slice(0, shownValues).join(", ")}${values.length > shownValues ? ", …" : ""}`;
  }
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

/**
 * Tables of texts know no numbers: `12` also equals the text "12", `true` the texts "true" and
 * "True", and `null` what is empty or missing.
 */
function isEqual(value: unknown, wanted: WhereValue): boolean {
  if (wanted === null) return value === null || value === undefined || value === "";
  if (typeof wanted === "number") return numberOf(value) === wanted;
  if (typeof wanted === "boolean" && typeof value === "string")
    return value.toLowerCase() === String(wanted);
  return value === wanted;
}

function numberOf(value: unknown): number {
  if (typeof value === "string") return value.trim() === "" ? Number.NaN : Number(value);
  return typeof value === "number" || typeof value === "bigint" ? Number(value) : Number.NaN;
}

function holdsRange(
  value: unknown,
  { not, atLeast, atMost, above, below, contains }: WhereRange,
): boolean {
  if (not !== undefined && (isList(not) ? not : [not]).some((unwanted) => isEqual(value, unwanted)))
    return false;
  const number = numberOf(value);
  if (atLeast !== undefined && !(number >= atLeast)) return false;
  if (atMost !== undefined && !(number <= atMost)) return false;
  if (above !== undefined && !(number > above)) return false;
  if (below !== undefined && !(number < below)) return false;
  if (contains === undefined) return true;
  const holds = (part: string) =>
    (typeof value === "string" || Array.isArray(value)) && value.includes(part);
  return typeof contains === "string" ? holds(contains) : contains.some(holds);
}
