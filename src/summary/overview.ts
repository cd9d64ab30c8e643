import { isReference } from "./baseline-systems.ts";
import type { DifferenceVerdict, TaskComparisons } from "./comparison-summary.ts";
import type { Unit } from "./format-number.ts";
import type { ScoreSummary } from "./score-summary.ts";
import type { Summary, TaskSummary } from "./summary.ts";
import type { SystemSummary } from "./system-summary.ts";
import { headlineMetric } from "./task-metrics.ts";

/** Systems by tasks, as far as one look at them goes. */
export interface Overview {
  readonly columns: readonly OverviewColumn[];
  readonly rows: readonly OverviewRow[];
}

/** One metric of one task. */
export interface OverviewColumn {
  readonly task: string;
  readonly metric: string;
  readonly title: string;
  readonly unit: Unit;
}

export interface OverviewRow {
  readonly system: string;
  /** Where systems of several runs have the same name. */
  readonly run?: string;
  readonly role: "system" | "probe" | "people" | "baseline" | "published";
  /** One for each column; `null` where it has no score there. */
  readonly cells: readonly (OverviewCell | null)[];
  /** Of results that were published elsewhere. */
  readonly source?: string;
}

export interface OverviewCell {
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
  /**
   * `best`: no system has a better score. `unclear`: not shown to be worse than the best one.
   * `worse`: shown to be. `untested`: there is no test against the best one. `apart`: scored on other
   * data or by other rules than the first. `null`: no system that competes.
   */
  readonly mark: "best" | "unclear" | "worse" | "untested" | "apart" | null;
}

/** A run with the name that it is told apart by. */
export interface NamedSummary {
  readonly name: string;
  readonly summary: Summary;
}

export interface OverviewOptions {
  /** Metrics beside the headline of each task. */
  readonly metrics?: readonly string[];
  /** Whether there are columns for the time and cost of each task. */
  readonly hasResources?: boolean;
  /** Tests between systems of several runs; those of a run itself where absent. */
  readonly tests?: OverviewTests;
}

/** Tests between systems of several runs, which are known by `systemName`. */
export interface OverviewTests {
  readonly byTask: ReadonlyMap<string, TaskComparisons>;
  /** Systems that no test of a task takes in, and why. */
  readonly left: ReadonlyMap<string, ReadonlyMap<string, "untested" | "apart">>;
}

/** Some rows of an overview, and the columns in which any of them has a score. */
export function withRows(
  { columns, rows }: Overview,
  isWanted: (row: OverviewRow) => boolean,
): Overview {
  const wanted = rows.filter(isWanted);
  const isFilled = (at: number) => wanted.some(({ cells }) => cells[at] !== null);
  return {
    columns: columns.filter((_, at) => isFilled(at)),
    rows: wanted.map((row) => ({ ...row, cells: row.cells.filter((_, at) => isFilled(at)) })),
  };
}

interface Entry {
  readonly run: string;
  readonly task: TaskSummary;
  readonly system: SystemSummary;
}

/** Puts the systems of one or more runs side by side. */
export function overviewOf(
  runs: readonly NamedSummary[],
  { metrics = [], hasResources = false, tests }: OverviewOptions = {},
): Overview {
  const entries = runs.flatMap(({ name, summary }) =>
    summary.tasks.flatMap((task) =>
      task.systems.map((system): Entry => ({ run: name, task, system })),
    ),
  );
  const columns = columnsOf(entries, metrics, hasResources);
  const rows = Map.groupBy(entries, ({ run, system }) => JSON.stringify([run, system.id]));
  const ambiguous = ambiguousNames(entries);
  const found = [...rows.values()].map((own): OverviewRow => {
    const { run, system } = own[0]!;
    const cells = columns.map((column) => cellOf(column, { own, entries, tests }));
    const place = ambiguous.has(system.id) ? { run } : {};
    return { system: system.id, ...place, role: roleOf(system), cells };
  });
  const order = ["system", "probe", "people", "baseline", "published"];
  const all = [
    ...withoutTwins(found),
    ...peopleRows(runs, columns),
    ...publishedRows(runs, columns),
  ];
  return {
    columns,
    rows: all.toSorted((a, b) => order.indexOf(a.role) - order.indexOf(b.role)),
  };
}

const resources = [
  { id: "seconds-median", title: "seconds per sample, median", unit: "plain" },
  { id: "cost-usd", title: "cost, USD", unit: "plain" },
] as const;

/** What a task took of a system, by the ids of `resources`. */
function resourceOf({ resources: own }: SystemSummary, id: string): number | null {
  if (id === "cost-usd") return own?.cost ?? null;
  const total = own?.times.total;
  return total === undefined ? null : total.median / 1000;
}

function columnsOf(
  entries: readonly Entry[],
  metrics: readonly string[],
  hasResources: boolean,
): OverviewColumn[] {
  const tasks = new Map(entries.map(({ task }) => [task.id, task]));
  return [...tasks.values()].flatMap((task) => {
    const headline = headlineMetric(task);
    if (!headline) return [];
    const more = metrics.flatMap((id) => {
      const known = id === headline.id ? undefined : headlineMetric(withHeadline(task, id));
      return known?.id === id ? [known] : [];
    });
    const taken = resources.filter(
      ({ id }) =>
        hasResources &&
        entries.some((one) => one.task.id === task.id && resourceOf(one.system, id) !== null),
    );
    return [headline, ...more, ...taken].map(({ id, title, unit }) => ({
      task: task.id,
      metric: id,
      title,
      unit,
    }));
  });
}

function withHeadline(task: TaskSummary, headline: string): TaskSummary {
  return { ...task, systems: task.systems.map((system) => ({ ...system, headline })) };
}

/** Names that systems of several runs have, baselines aside. */
function ambiguousNames(entries: readonly Entry[]): ReadonlySet<string> {
  const runs = new Map<string, Set<string>>();
  for (const { run, system } of entries)
    runs.set(system.id, (runs.get(system.id) ?? new Set()).add(run));
  return new Set([...runs].flatMap(([id, own]) => (own.size > 1 ? [id] : [])));
}

/** Baselines of several runs on the same data say the same: one of them will do. */
function withoutTwins(rows: readonly OverviewRow[]): readonly OverviewRow[] {
  const known = new Set<string>();
  return rows.flatMap((row) => {
    if (row.role !== "baseline") return [row];
    const { run: _, ...own } = row;
    const id = JSON.stringify([row.system, row.cells]);
    if (known.has(id)) return [];
    known.add(id);
    const isAlone = !rows.some(
      (other) => other.system === row.system && JSON.stringify([other.system, other.cells]) !== id,
    );
    return [isAlone ? own : row];
  });
}

function roleOf(system: SystemSummary): OverviewRow["role"] {
  if (isReference(system)) return "baseline";
  return system.probe ? "probe" : "system";
}

interface Around {
  readonly own: readonly Entry[];
  readonly entries: readonly Entry[];
  readonly tests: OverviewOptions["tests"];
}

function cellOf(
  { task, metric }: OverviewColumn,
  { own, entries, tests }: Around,
): OverviewCell | null {
  const entry = own.find((one) => one.task.id === task);
  if (entry && resources.some(({ id }) => id === metric)) {
    const value = resourceOf(entry.system, metric);
    return value === null ? null : { value, low: null, high: null, mark: null };
  }
  const score = entry?.system.metrics[metric];
  if (!entry || !score || score.value === null) return null;
  const { value, low, high } = score;
  const rivals = entries.filter((one) => one.task.id === task && roleOf(one.system) === "system");
  const isAlone = roleOf(entry.system) !== "system" || rivals.length < 2;
  const isUnknown = tests === undefined && rivals.some(({ run }) => run !== rivals[0]!.run);
  const mark = isAlone || isUnknown ? null : markOf(entry, { rivals, metric, tests });
  return { value, low, high, mark };
}

interface Rivals extends Pick<Around, "tests"> {
  readonly rivals: readonly Entry[];
  readonly metric: string;
}

function markOf(entry: Entry, { rivals, metric, tests }: Rivals): OverviewCell["mark"] {
  const { id: task } = entry.task;
  const name = ({ run, system }: Entry) => (tests ? systemName(run, system.id) : system.id);
  const left = tests?.left.get(task);
  const why = left?.get(name(entry));
  if (why !== undefined) return why;
  const scoreOf = ({ system }: Entry) => system.metrics[metric];
  const best = rivals
    .filter((one) => left?.has(name(one)) !== true)
    .reduce((leader, one) => (isBetter(scoreOf(one), scoreOf(leader)) ? one : leader));
  if (scoreOf(entry)!.value === scoreOf(best)?.value) return "best";
  const compared = tests ? tests.byTask.get(task) : entry.task;
  const found = compared && verdictOf(compared, { metric, own: name(entry), best: name(best) });
  if (found === "worse") return "worse";
  // Better than the one with the best score: they are compared on the samples of both alone.
  const isTested = found !== undefined && found !== "none";
  return isTested ? "unclear" : "untested";
}

/** What a system is called among those of several runs. */
export function systemName(run: string, system: string): string {
  return `${run}#${system}`;
}

function isBetter(one: ScoreSummary | undefined, other: ScoreSummary | undefined): boolean {
  if (!one || one.value === null) return false;
  if (!other || other.value === null) return true;
  const isLess = one.worst === null ? one.best === 0 : one.worst > one.best;
  return isLess ? one.value < other.value : one.value > other.value;
}

const opposite: Readonly<Record<DifferenceVerdict, DifferenceVerdict>> = {
  better: "worse",
  worse: "better",
  unclear: "unclear",
  same: "same",
  none: "none",
};

/** What the tests say of one system against the best, whichever came first in them. */
function verdictOf(
  { comparisons = [], pairs = [] }: Partial<TaskComparisons>,
  { metric, own, best }: { readonly metric: string; readonly own: string; readonly best: string },
): DifferenceVerdict | undefined {
  const straight = comparisons.find((one) => one.system === own && one.baseline === best);
  if (straight?.metrics[metric]) return straight.metrics[metric].verdict;
  const turned = comparisons.find((one) => one.system === best && one.baseline === own);
  if (turned?.metrics[metric]) return opposite[turned.metrics[metric].verdict];
  if (comparisons.some(({ headline }) => headline !== metric)) return undefined;
  const pair = pairs.find(({ first, second }) => first === own && second === best);
  if (pair) return pair.verdict;
  const other = pairs.find(({ first, second }) => first === best && second === own);
  return other && opposite[other.verdict];
}

/** What second annotators reach, in one row; runs on the same data say the same. */
function peopleRows(
  runs: readonly NamedSummary[],
  columns: readonly OverviewColumn[],
): readonly OverviewRow[] {
  const tasks = runs.flatMap(({ summary }) => summary.tasks).filter(({ people }) => people);
  const cells = columns.map(({ task, metric }): OverviewCell | null => {
    const score = tasks.find(({ id }) => id === task)?.people?.scores[metric];
    return score && score.value !== null
      ? { value: score.value, low: score.low, high: score.high, mark: null }
      : null;
  });
  return cells.some((cell) => cell !== null) ? [{ system: "people", role: "people", cells }] : [];
}

/** What others published, one row for each name. */
function publishedRows(
  runs: readonly NamedSummary[],
  columns: readonly OverviewColumn[],
): readonly OverviewRow[] {
  const all = runs.flatMap(({ summary }) =>
    summary.tasks.flatMap(({ id, published = [] }) =>
      published.map((result) => ({ task: id, ...result })),
    ),
  );
  return [...Map.groupBy(all, ({ name }) => name)].map(([name, results]) => ({
    system: name,
    role: "published" as const,
    source: [...new Set(results.map(({ source }) => source))].join("; "),
    cells: columns.map(({ task, metric }) => {
      const found = results.find((one) => one.task === task && one.metric === metric);
      return found
        ? { value: found.value, low: found.low ?? null, high: found.high ?? null, mark: null }
        : null;
    }),
  }));
}
