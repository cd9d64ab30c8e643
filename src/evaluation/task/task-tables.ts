import { resolve } from "node:path";
import type { TaskConfig } from "../../config/config.ts";
import type { LentTables } from "../../core/data/lent-tables.ts";
import type { Family } from "../../core/family.ts";
import { findById } from "../../core/registry.ts";
import { UserError } from "../../core/user-error.ts";

interface TableKind {
  /** Words that stand for tables which come with a package; everything else is a path. */
  readonly words: readonly string[];
  read(place: string): Promise<unknown>;
  /** What is read there. */
  files(place: string): Promise<readonly string[]>;
}

/** Most tasks lend none, so that what reads them is loaded where some are named. */
const meteorReader = () => import("../../resources/meteor-tables.ts");

const kinds: Readonly<Record<string, TableKind>> = {
  meteor: {
    words: ["wordnet"],
    read: async (place) => (await meteorReader()).meteorTables(place, undefined),
    files: async (place) => (await meteorReader()).meteorFiles(place),
  },
};

/** What names places of tables: a task, or a program without one. */
interface Lending extends Pick<TaskConfig, "tables"> {
  readonly id?: string;
}

/** Reads the tables that a task names, relative to the folder of its configuration. */
export type TableReader = (task: Lending, directory: string) => Promise<LentTables | undefined>;

/**
 * Reads every table once, however many tasks and rows of a matrix name it: METEOR's take seconds
 * and hundreds of megabytes.
 */
export function tableReader(): TableReader {
  const known = new Map<string, Promise<unknown>>();
  return async (task, directory) => {
    const tables: Record<string, unknown> = {};
    for (const named of placesOf(task, directory)) {
      const key = `${named.role} ${named.place}`;
      const table = known.get(key) ?? named.kind.read(named.place);
      known.set(key, table);
      tables[named.role] = await table.catch(refusal(named));
    }
    return Object.keys(tables).length === 0 ? undefined : tables;
  };
}

/**
 * The files that the tables of a task are read from; those that are not there are a user's mistake.
 */
export async function tableFiles(task: Lending, directory: string): Promise<readonly string[]> {
  const found = placesOf(task, directory).map((named) =>
    named.kind.files(named.place).catch(refusal(named)),
  );
  return (await Promise.all(found)).flat();
}

interface Place {
  /** What the places are of, as mistakes name it. */
  readonly whose: string;
  readonly role: string;
  readonly kind: TableKind;
  readonly place: string;
}

/** Where the tables of a task are named to lie, by role. */
export function placesOf({ id, tables = {} }: Lending, directory: string): readonly Place[] {
  return Object.entries(tables).map(([role, place]) => {
    const kind = kinds[role];
    const whose = id === undefined ? "" : `the task "${id}": `;
    if (!kind)
      throw new UserError(
        `${whose}nothing here reads tables.${role}`,
        `known: ${Object.keys(kinds).join(", ")}`,
      );
    return {
      whose,
      role,
      kind,
      place: kind.words.includes(place) ? place : resolve(directory, place),
    };
  });
}

function refusal({ whose, role }: Place): (error: unknown) => never {
  return (error) => {
    throw error instanceof UserError
      ? new UserError(`${whose}tables.${role}: ${error.message}`, error.hint)
      : error;
  };
}

type Scored = Pick<TaskConfig, "id" | "family">;

/**
 * `--meteor-resources` as the tables of every task whose family has METEOR, by task; `place` is
 * relative to where the command is given.
 */
export function meteorFlag(
  tasks: readonly Scored[],
  place: string,
  families: readonly Family[],
): ReadonlyMap<string, { readonly meteor: string }> {
  const lends = ({ data: { tables = [] } }: Family) => tables.some(({ role }) => role === "meteor");
  const able = tasks.filter(({ family }) =>
    lends(findById<string, Family>(families, family, "family")),
  );
  if (able.length === 0)
    throw new UserError(
      `METEOR's tables: no METEOR is among the scores of ${[...new Set(tasks.map(({ family }) => family))].join(", ")}`,
      `they go with ${families.flatMap((family) => (lends(family) ? [family.id] : [])).join(", ")}`,
    );
  const meteor = kinds.meteor!.words.includes(place) ? place : resolve(place);
  return new Map(able.map(({ id }) => [id, { meteor }]));
}

/** The same as `--set` would say it. */
export function meteorSettings(
  ...[tasks, place, families]: Parameters<typeof meteorFlag>
): readonly string[] {
  return [...meteorFlag(tasks, place, families)].map(
    ([id, { meteor }]) => `tasks.${id}.tables.meteor=${JSON.stringify(meteor)}`,
  );
}
