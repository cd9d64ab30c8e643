import { resolve } from "node:path";
import type { Config, Registries } from "../../config/config.ts";
import { findById } from "../../core/registry.ts";
import { closest } from "../../core/suggest.ts";
import { UserError } from "../../core/user-error.ts";
import type { Selection } from "../../datasets/select-samples.ts";
import { runStores } from "../../store/run-stores.ts";
import { isReference } from "../../summary/baseline-systems.ts";
import type { OnEvent } from "../evaluation-event.ts";
import { rescoreRun } from "../run/rescore-run.ts";
import { knownNoise } from "../selfcheck/known-noise.ts";
import type { GatheredSystem } from "./gathered-system.ts";

export interface RunSource {
  readonly directory: string;
  /** The system that is meant; all that are neither references nor probes if absent. */
  readonly system?: string | undefined;
}

export interface RunGathering {
  readonly onEvent: OnEvent;
  readonly set: readonly string[];
  /** The folder that paths of the configuration are relative to, where that is another now. */
  readonly base?: string | undefined;
  readonly unanswered?: string | undefined;
  readonly meteorResources?: string | undefined;
  readonly isOffline: boolean | undefined;
  select(config: Config): Selection | undefined;
  /** Ids of the tasks; all of them if absent. */
  readonly taskIds?: ReadonlySet<string> | undefined;
  /** Called with the probes that are left out, where no system is named and there are any. */
  onProbes?(ids: readonly string[]): void;
}

/** What the scores of a run's systems are computed from, read from its log and its data. */
export async function gatherRun(
  { directory, system }: RunSource,
  gathering: RunGathering,
): Promise<readonly GatheredSystem[]> {
  const found: GatheredSystem[] = [];
  let wanted: readonly string[] = [];
  await using store = await runStores.read(resolve(directory));
  const noise = await knownNoise(store.files);
  const rescored = await rescoreRun({
    ...gathering,
    store,
    onlyEvidence: true,
    systems: (config, known) => {
      wanted = wantedSystems(config, { system, known, directory });
      const probes = config.systems.filter(({ id }) => isProbe(id, config, known));
      if (system === undefined && probes.length > 0)
        gathering.onProbes?.(probes.map(({ id }) => id));
      // What a probe is of, or goes on from, has to be read with it.
      const hasProbe = wanted.some((id) => isProbe(id, config, known));
      return hasProbe ? config.systems.map(({ id }) => id) : wanted;
    },
    onScored: (place, scored, scoring) => {
      if (wanted.includes(place.system))
        found.push({ ...place, scored, scoring, noise: noise(place.task, place.system) });
    },
  });
  if (!rescored) throw new Error("reading the run ended before all was read");
  const tasks = rescored.config.tasks.map(({ id }) => id);
  // Systems are read side by side and end in any order; tasks come as the configuration has them.
  return found.sort(
    (a, b) =>
      tasks.indexOf(a.task) - tasks.indexOf(b.task) ||
      wanted.indexOf(a.system) - wanted.indexOf(b.system),
  );
}

/** What is to be said of probes that a comparison leaves out. */
export function probesNote(source: string, ids: readonly string[]): string {
  const are = ids.length === 1 ? "is a probe and is" : "are probes and are";
  return `${ids.join(", ")} of ${source} ${are} not compared unless named, as in ${source}#${ids[0]}`;
}

interface Wanted {
  readonly system: string | undefined;
  readonly known: Registries;
  readonly directory: string;
}

function wantedSystems(config: Config, { system, known, directory }: Wanted): readonly string[] {
  if (system !== undefined) return [systemNamed(system, config, directory)];
  const own = config.systems.filter((one) => !isReference(one) && !isProbe(one.id, config, known));
  if (own.length === 0)
    throw new UserError(
      `${directory} has baselines and probes only: ${config.systems.map(({ id }) => id).join(", ")}`,
      `name the one that is meant, as in ${directory}#${config.systems[0]?.id ?? "system"}`,
    );
  return own.map(({ id }) => id);
}

/** @throws {UserError} where the run has no system of that name. */
function systemNamed(name: string, { systems }: Config, directory: string): string {
  const ids = systems.map(({ id }) => id);
  if (ids.includes(name)) return name;
  const near = closest(name, ids);
  throw new UserError(
    `${directory} has no system "${name}"`,
    `${near ? `did you mean "${near}"? ` : ""}it has ${ids.join(", ")}`,
  );
}

function isProbe(id: string, { systems }: Config, { systemKinds }: Registries): boolean {
  const { kind } = systems.find((system) => system.id === id)!;
  return findById(systemKinds, kind, "kind of system").probe !== undefined;
}
