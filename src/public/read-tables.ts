import type { LentTables } from "../core/data/lent-tables.ts";
import type { Sample } from "../core/data/sample.ts";
import type { Family } from "../core/family.ts";
import { UserError } from "../core/user-error.ts";
import { tableReader } from "../evaluation/task/task-tables.ts";

export interface ReadTablesOptions {
  /** What places are relative to; the working directory if left out. */
  readonly directory?: string;
}

/**
 * Reads the tables that metrics of a family can do with, by role, from the places that a
 * configuration's `tables:` may name; `scorer` is lent them. METEOR's (`{ meteor: "meteor-1.5.jar"
 * }`) take seconds and, with paraphrases, about a gigabyte: read them once.
 */
export async function readTables<Id extends string, S extends Sample, Prediction, Options>(
  { id, data: { tables: roles = [] } }: Family<Id, S, Prediction, Options>,
  places: Readonly<Record<string, string>>,
  { directory = process.cwd() }: ReadTablesOptions = {},
): Promise<LentTables> {
  const unknown = Object.keys(places).find((role) => !roles.some((known) => known.role === role));
  if (unknown !== undefined)
    throw new UserError(
      `the family ${id} reads no tables "${unknown}"`,
      `it knows ${roles.map(({ role }) => role).join(", ") || "none at all"}`,
    );
  return (await tableReader()({ tables: places }, directory)) ?? {};
}
