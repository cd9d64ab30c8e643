import { UserError } from "../../core/user-error.ts";
import { runStores } from "../../store/run-stores.ts";
import type {
  ComparedFlip,
  ComparedSide,
  ComparedTaskPage,
  ComparePage,
} from "../../summary/browse/compare-page.ts";
import type { ComparedTask, ComparisonDocument } from "../../summary/comparison-summary.ts";
import { compareSources } from "../compare/compare-sources.ts";
import { gatherRun } from "../compare/gather-run.ts";
import { gatherStored, storedNote } from "../compare/gather-stored.ts";
import type { GatheredSource, GatheredSystem } from "../compare/gathered-system.ts";
import { dataState } from "./data-state.ts";
import { logState } from "./open-logs.ts";
import type { SampleReader } from "./sample-reader.ts";

/** A run that is compared, or one system of it. */
export interface ComparedRun {
  readonly run: string;
  readonly directory: string;
  readonly system?: string | undefined;
}

export interface RunComparison {
  readonly baseline: ComparedRun;
  readonly other: ComparedRun;
  /** One task; all that both have if absent. */
  readonly task?: string | undefined;
  /** Whether they are compared although data or rules differ. */
  readonly allowsDifferent: boolean;
}

/** So many flips are listed of each task. */
const mostFlips = 100;
const mostKept = 24;

/** Comparisons of runs; each is made once, as long as logs and data stay what they are. */
export class RunComparer {
  readonly #samples: SampleReader;
  readonly #kept = new Map<string, Promise<ComparePage>>();

  constructor(samples: SampleReader) {
    this.#samples = samples;
  }

  async compare(comparison: RunComparison): Promise<ComparePage> {
    const states = [comparison.baseline, comparison.other].map(async ({ directory }) => [
      await logState(directory),
      await dataState(runStores.files(directory)),
    ]);
    const name = JSON.stringify([comparison, await Promise.all(states)]);
    const page = this.#kept.get(name) ?? this.#make(comparison);
    this.#kept.delete(name);
    this.#kept.set(name, page);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= mostKept) break;
      this.#kept.delete(oldest);
    }
    page.catch(() => this.#kept.delete(name));
    return page;
  }

  async #make(comparison: RunComparison): Promise<ComparePage> {
    const { baseline, other } = comparison;
    try {
      return await this.#compared(comparison);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return {
        sources: [sourceName(baseline), sourceName(other)],
        tasks: [],
        problem: { reason: error.message, hint: error.hint },
        problems: [],
        notes: [],
        probes: [],
      };
    }
  }

  async #compared(comparison: RunComparison): Promise<ComparePage> {
    const { baseline, other, allowsDifferent } = comparison;
    const { gathered, notes, probes } = await gatherBoth(comparison);
    const { document, problems } = await compareWhatCan(gathered, { allowsDifferent, notes });
    const tasks = document.tasks.map((task) => this.#taskPage(task, gathered, { baseline, other }));
    return {
      sources: [sourceName(baseline), sourceName(other)],
      tasks: await Promise.all(tasks),
      problems,
      notes: document.notes,
      probes,
    };
  }

  async #taskPage(
    task: ComparedTask,
    [first, second]: readonly GatheredSource[],
    { baseline, other }: Pick<RunComparison, "baseline" | "other">,
  ): Promise<ComparedTaskPage> {
    const sides = [sideOf(first!, task, baseline), sideOf(second!, task, other)] as const;
    const flips = task.comparisons[0]?.flips?.samples ?? [];
    const ids = [...new Set(flips.map(({ sample }) => sample))];
    const [own, others] = [
      await this.#samples.briefs(baseline.directory, sides[0].task, ids),
      await this.#samples.briefs(other.directory, sides[1].task, ids),
    ];
    return {
      task,
      baseline: sides[0],
      other: sides[1],
      flips: flips.map((flip): ComparedFlip => {
        const before = own.get(flip.sample)?.get(sides[0].system) ?? null;
        const after = others.get(flip.sample)?.get(sides[1].system) ?? null;
        const { asked, truth } = before ?? after ?? {};
        return { ...flip, asked, truth, answers: [before, after] };
      }),
    };
  }
}

interface Gathered {
  readonly gathered: readonly GatheredSource[];
  readonly notes: readonly string[];
  readonly probes: readonly string[];
}

/** Where the data of a run is gone, runs are compared by what they stored of their samples. */
async function gatherBoth({ baseline, other, task }: RunComparison): Promise<Gathered> {
  const both = [baseline, other];
  const sources = (systems: readonly (readonly GatheredSystem[])[]) =>
    both.map((one, at) => ({
      source: sourceName(one),
      systems: systems[at]!.filter((own) => task === undefined || own.task === task),
    }));
  const probes: (readonly string[])[] = [];
  const onProbes = (ids: readonly string[]) => probes.push(ids);
  const inBoth = () => probes[0]?.filter((id) => probes[1]?.includes(id)) ?? [];
  try {
    const systems: (readonly GatheredSystem[])[] = [];
    for (const one of both)
      systems.push(
        await gatherRun(one, {
          onEvent: () => undefined,
          set: [],
          isOffline: true,
          select: () => undefined,
          taskIds: task === undefined ? undefined : new Set([task]),
          onProbes,
        }),
      );
    return { gathered: sources(systems), notes: [], probes: inBoth() };
  } catch (error) {
    if (!(error instanceof UserError) || !error.message.startsWith("no such file")) throw error;
    probes.length = 0;
    const systems: (readonly GatheredSystem[])[] = [];
    for (const one of both) systems.push(await gatherStored(one, { onProbes }));
    return { gathered: sources(systems), notes: [storedNote(error)], probes: inBoth() };
  }
}

interface Comparing {
  readonly allowsDifferent: boolean;
  readonly notes: readonly string[];
}

/** Where some tasks cannot be compared, the others are, and of those it is said why. */
async function compareWhatCan(
  sources: readonly GatheredSource[],
  { allowsDifferent, notes }: Comparing,
): Promise<{
  readonly document: ComparisonDocument;
  readonly problems: ComparePage["problems"];
}> {
  const request = { allowsDifferent, mostFlips, notes };
  try {
    return { document: await compareSources(sources, request), problems: [] };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const ids = new Set(sources[0]!.systems.map(({ task }) => task));
    const problems: { readonly task: string; readonly reason: string }[] = [];
    for (const task of ids) {
      const reason = await problemOf(onTasks(sources, new Set([task])), request);
      if (reason !== undefined) problems.push({ task, reason });
    }
    for (const { task } of problems) ids.delete(task);
    if (ids.size === 0) throw error;
    return { document: await compareSources(onTasks(sources, ids), request), problems };
  }
}

async function problemOf(
  sources: readonly GatheredSource[],
  request: Parameters<typeof compareSources>[1],
): Promise<string | undefined> {
  try {
    await compareSources(sources, { ...request, mostFlips: 0 });
    return undefined;
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}

function onTasks(
  sources: readonly GatheredSource[],
  tasks: ReadonlySet<string>,
): readonly GatheredSource[] {
  return sources.map(({ source, systems }) => ({
    source,
    systems: systems.filter(({ task }) => tasks.has(task)),
  }));
}

/** Whose answers a comparison is about. */
function sideOf(
  { systems }: GatheredSource,
  { id, of }: ComparedTask,
  { run }: ComparedRun,
): ComparedSide {
  const own = systems.filter(({ system }) => of === undefined || system === of);
  const { task, system } = own.find((one) => one.task === id) ?? own[0]!;
  return { run, task, system };
}

function sourceName({ run, system }: ComparedRun): string {
  return system === undefined ? run : `${run}#${system}`;
}
