import { basename, resolve, sep } from "node:path";
import { UserError } from "../../core/user-error.ts";
import { shortRunNames } from "../../summary/short-run-names.ts";
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
  if (sources.length === 1) return withinOne(sources[0]!);
  const found = betweenSources(sources).map((row) => byTask(row));
  return {
    lineUps: found.flatMap(({ lineUps: own }) => own),
    notes: [...new Set(found.flatMap(({ notes }) => notes))],
  };
}

/** The systems of each task: tasks may have other systems than their neighbours. */
function withinOne({ source, systems }: GatheredSource): LineUps {
  const tasks = [...Map.groupBy(systems, ({ task }) => task)];
  const found = tasks.flatMap(([task, own]): LineUp[] =>
    own.length < 2 ? [] : [{ task, entries: own.map((one) => ({ ...one, name: one.system })) }],
  );
  const alone = tasks.filter(([, own]) => own.length < 2);
  if (found.length === 0)
    throw new UserError(
      `${source} has but one system to compare (${alone.map(([task, [one]]) => `${one!.system} on ${task}`).join(", ")})`,
      "name a second run, run#system or file of predictions",
    );
  return {
    lineUps: found,
    notes: alone.map(
      ([task, [one]]) => `task ${task}: not compared, since ${one!.system} is its only system`,
    ),
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

function betweenSources(sources: readonly GatheredSource[]): readonly Row[] {
  const ids = sources.map(systemIds);
  if (ids.every((own) => own.length === 1))
    return [{ columns: sources.map((one, at) => columnOf(one, ids[at]![0]!)) }];
  const empty = sources.find((_, at) => ids[at]!.length === 0);
  if (empty) throw new UserError(`${empty.source} has no answers that could be compared`);
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
  const without = columns.filter(({ systems }) => !systems.some((one) => one.task === task));
  return [...new Set(without.map(({ source }) => source))].join(" and ");
}

/**
 * Ids of systems where they differ, else the names of their runs or files, else their paths from the
 * folder that all are in.
 */
function distinctNames(columns: readonly Column[]): readonly string[] {
  const names = columns.map(({ source }) => basename(source));
  const candidates = [
    columns.map(({ system }) => system),
    shortRunNames(names),
    fromCommonFolder(columns.map(({ source }) => resolve(source))),
  ];
  return (
    candidates.find((own) => new Set(own).size === own.length) ??
    columns.map(({ source }, at) => `${basename(source)} (${at + 1})`)
  );
}

function fromCommonFolder(paths: readonly string[]): readonly string[] {
  const parts = paths.map((path) => path.split(sep));
  const shortest = Math.min(...parts.map(({ length }) => length));
  let common = 0;
  while (common < shortest - 1 && parts.every((own) => own[common] === parts[0]![common])) common++;
  return parts.map((own) => own.slice(common).join(sep));
}
