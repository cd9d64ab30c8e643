import { basename } from "node:path";
import { UserError } from "../../core/user-error.ts";
import type { GatheredSource, GatheredSystem } from "./gathered-system.ts";

/** Systems that are set against the first of them on one task. */
export interface LineUp {
  readonly task: string;
  /** Set where several systems of the same names are compared between sources. */
  readonly of?: string;
  readonly entries: readonly LineUpEntry[];
}

export interface LineUpEntry extends GatheredSystem {
  /** Tells it apart from the others. */
  readonly name: string;
}

interface LineUps {
  readonly lineUps: readonly LineUp[];
  /** Tasks that cannot be compared, in words. */
  readonly notes: readonly string[];
}

/**
 * Who is compared with whom: the systems of one source with each other, one system of each source,
 * or systems of the same names between sources.
 */
export function lineUps(sources: readonly GatheredSource[]): LineUps {
  const rows = sources.length === 1 ? withinOne(sources[0]!) : betweenSources(sources);
  const found = rows.map((row) => byTask(row));
  return {
    lineUps: found.flatMap(({ lineUps: own }) => own),
    notes: [...new Set(found.flatMap(({ notes }) => notes))],
  };
}

/** One system of each column; its tasks may be several. */
interface Row {
  readonly of?: string;
  readonly columns: readonly Column[];
}

interface Column {
  readonly source: string;
  readonly system: string;
  readonly systems: readonly GatheredSystem[];
}

function withinOne(one: GatheredSource): readonly Row[] {
  const ids = systemIds(one);
  if (ids.length < 2)
    throw new UserError(
      `${one.source} has but one system to compare (${ids.join(", ")})`,
      "name a second run, run#system or file of predictions",
    );
  return [{ columns: ids.map((id) => columnOf(one, id)) }];
}

function betweenSources(sources: readonly GatheredSource[]): readonly Row[] {
  const ids = sources.map(systemIds);
  if (ids.every((own) => own.length === 1))
    return [{ columns: sources.map((one, at) => columnOf(one, ids[at]![0]!)) }];
  const common = ids[0]!.filter((id) => ids.every((own) => own.includes(id)));
  if (common.length === 0 || ids.some((own) => own.length === 1)) {
    const at = ids.findIndex((own) => own.length > 1);
    const { source } = sources[at]!;
    throw new UserError(
      `${source} has several systems: ${ids[at]!.join(", ")}`,
      `name the one that is meant, as in ${source}#${ids[at]![0]}`,
    );
  }
  return common.map((id) => ({ of: id, columns: sources.map((one) => columnOf(one, id)) }));
}

function systemIds({ systems }: GatheredSource): readonly string[] {
  return [...new Set(systems.map(({ system }) => system))];
}

function columnOf({ source, systems }: GatheredSource, id: string): Column {
  return { source, system: id, systems: systems.filter(({ system }) => system === id) };
}

function byTask({ of, columns }: Row): LineUps {
  const names = distinctNames(columns);
  const tasks = columns[0]!.systems.map(({ task }) => task);
  const isOneEach = columns.every(({ systems }) => systems.length === 1);
  const notes: string[] = [];
  const found = tasks.flatMap((task): LineUp[] => {
    const entries = columns.flatMap(({ systems }, at) => {
      const own = isOneEach ? systems[0] : systems.find((one) => one.task === task);
      return own ? [{ ...own, name: names[at]! }] : [];
    });
    if (entries.length === columns.length) return [{ task, entries, ...(of ? { of } : {}) }];
    notes.push(`task ${task}: not compared, since ${missingIn(columns, task)} does not have it`);
    return [];
  });
  const others = new Set(
    columns.slice(1).flatMap(({ systems }) => systems.map(({ task }) => task)),
  );
  if (!isOneEach)
    for (const task of others)
      if (!tasks.includes(task))
        notes.push(`task ${task}: not compared, since ${columns[0]!.source} does not have it`);
  return { lineUps: found, notes };
}

function missingIn(columns: readonly Column[], task: string): string {
  return columns
    .filter(({ systems }) => !systems.some((one) => one.task === task))
    .map(({ source }) => source)
    .join(" and ");
}

/** Ids of systems where they differ, else the names of their files or runs, else where they are. */
function distinctNames(columns: readonly Column[]): readonly string[] {
  const candidates = [
    columns.map(({ system }) => system),
    columns.map(({ source }) => basename(source)),
    columns.map(({ source }) => source),
  ];
  return (
    candidates.find((names) => new Set(names).size === names.length) ??
    columns.map(({ source }, at) => `${source} (${at + 1})`)
  );
}
