import { applySet } from "../../config/apply-set.ts";
import type {
  Config,
  LabelsConfig,
  Registries,
  SystemConfig,
  TaskConfig,
} from "../../config/config.ts";
import { namedParts } from "../../config/named-parts.ts";
import { resolveConfig } from "../../config/resolve-config.ts";
import type { ReplyCache } from "../../core/asking/reply-cache.ts";
import type { DirectSystem, System } from "../../core/asking/system.ts";
import type { SystemContext } from "../../core/asking/system-kind.ts";
import { isRecord, type Json } from "../../core/json.ts";
import { findById } from "../../core/registry.ts";
import type { OutcomeKind } from "../../core/run/outcome.ts";
import type { KeptRun } from "../../core/run/run-store.ts";
import { UserError } from "../../core/user-error.ts";
import type { Selection } from "../../datasets/select-samples.ts";
import { sentSamples } from "../../systems/sent-samples.ts";
import { makeGraders } from "../cell/graders.ts";
import { journalOf, makeGrader } from "../cell/make-system.ts";
import { noteRegraded } from "../cell/note-regraded.ts";
import { cellsFromLog } from "../cell/prepare-cell.ts";
import { replyCache } from "../cell/reply-cache.ts";
import type { OnEvent } from "../evaluation-event.ts";
import { loadRegistries } from "../extend/load-registries.ts";
import { withMachine } from "../machine/watch-machine.ts";
import { runFacts } from "../output/run-files.ts";
import { saidOnce } from "../said-once.ts";
import { closing } from "../task/closing.ts";
import { withDataChanges } from "../task/data-changes.ts";
import { lendTables } from "../task/lend-tables.ts";
import { openTask, type Task } from "../task/open-task.ts";
import { systemTask } from "../task/system-task.ts";
import { meteorSettings, tableReader } from "../task/task-tables.ts";
import { chooseMetrics, chooseTargets } from "./choose-metrics.ts";
import { damageText } from "./damage-text.ts";
import { type Evaluated, type Evaluation, evaluateTasks } from "./evaluate-tasks.ts";
import { specIdentity } from "./run-directory.ts";
import { checkPrice, spentIn } from "./run-spending.ts";
import { selectionText } from "./selection-text.ts";
import { withSettings } from "./with-settings.ts";

export interface Rescoring {
  readonly store: KeptRun;
  readonly onEvent: OnEvent;
  /** Stops the scoring. */
  readonly signal?: AbortSignal | undefined;
  /** `path=value`, stronger than the run's own settings. */
  readonly set: readonly string[];
  /**
   * The folder that paths of the configuration are relative to, where the run's own is not right
   * any more.
   */
  readonly base?: string | undefined;
  /** What a sample without an answer counts as; as the run says if absent. */
  readonly unanswered?: string | undefined;
  /**
   * What people say of the answers, for the tasks whose family can be asked about; as the run says
   * if absent.
   */
  readonly labels?: LabelsConfig | undefined;
  /** Where METEOR's tables are, for the families that have METEOR. */
  readonly meteorResources?: string | undefined;
  readonly isOffline: boolean | undefined;
  /** Which samples, where not those of the run. */
  select(config: Config): Selection | undefined;
  /**
   * Called with the tasks and the ids of the systems before anything is scored; what it returns is
   * called with every sample.
   */
  onTasks?(tasks: readonly Task[], systems: readonly string[]): Promise<Evaluation["onSample"]>;
  readonly onScored?: Evaluation["onScored"];
  /** The task as it is read, once it is opened; as it is if absent. */
  readAs?(task: Task, config: TaskConfig, directory: string): Promise<Task>;
  /** Whether evidence is gathered for `onScored` and nothing is scored. */
  readonly onlyEvidence?: boolean;
  /** Which systems; all of them if absent. */
  systems?(config: Config, known: Registries): readonly string[];
  /** Ids of the tasks; all of them if absent. */
  readonly taskIds?: ReadonlySet<string> | undefined;
  /** The run's configuration as it is to be read; as it stands if absent. */
  change?(spec: Json): Json;
  /** Who grades stored answers in the place of the graders of the run; nobody if absent. */
  readonly regrading?: Regrading | undefined;
}

/** Graders of the changed configuration that are asked about answers in the log. */
export interface Regrading {
  /** The role that they fill. */
  readonly role: string;
  readonly retry: ReadonlySet<OutcomeKind>;
  /** Ends what is in flight; `signal` takes no more work. */
  readonly abort: AbortSignal;
  /** Set where nothing is asked: told what a grader would need to be. */
  readonly lacksKey?: SystemContext["lacksKey"];
}

export interface Rescored {
  readonly config: Config;
  readonly tasks: readonly Task[];
  readonly evaluated: NonNullable<Evaluated>;
}

/** A run as it stands, read without a word and without fetching anything. */
export function asItStands(
  store: KeptRun,
): Pick<Rescoring, "store" | "onEvent" | "set" | "isOffline" | "select"> {
  const nothing = () => undefined;
  return { store, onEvent: nothing, set: [], isOffline: true, select: nothing };
}

/**
 * Scores a run again from its log; no system is asked. `undefined` where it was left before it
 * ended.
 */
export async function rescoreRun(rescoring: Rescoring): Promise<Rescored | undefined> {
  const { store, set, isOffline } = rescoring;
  const onEvent = saidOnce(rescoring.onEvent);
  const note = (text: string) => onEvent({ type: "note", text });
  const { base: usual, selection: own, metrics, spec: latest } = await runFacts(store.files);
  const base = rescoring.base ?? usual;
  const { regrading } = rescoring;
  const given = latestSpec(store.header.spec, latest);
  const spec = rescoring.change?.(given) ?? given;
  const { meteorResources: place } = rescoring;
  const named = namedParts(applySet(spec, set).tree, base);
  // The message about families without METEOR lists those that have it: all are loaded.
  const known = await loadRegistries(place === undefined ? named : { use: named.use });
  const source = {
    value: withMetrics(withPolicy(spec, rescoring.unanswered), metrics, known),
    problems: [],
    locate: () => ({ label: `${store.logName}:1`, order: 0 }),
  };
  const needed = regrading ? variablesOf(applySet(spec, set).tree, regrading.role) : new Set();
  const resolving = { registries: known, environment: keysMayBeUnset(needed) };
  const { config: plain, secrets } = resolveConfig(source, { ...resolving, set });
  const tables = place === undefined ? [] : meteorSettings(plain.tasks, place, known.families);
  const resolved =
    tables.length === 0
      ? plain
      : resolveConfig(source, { ...resolving, set: [...set, ...tables] }).config;
  const config = rescoring.labels ? withLabels(resolved, rescoring.labels, known) : resolved;
  const selection = rescoring.select(config) ?? own ?? { seed: config.seed };
  const read = tableReader();
  const tasks: Task[] = [];
  for (const task of config.tasks) {
    if (rescoring.taskIds?.has(task.id) === false) continue;
    const opened = openMoved(task, {
      directory: base,
      families: known.families,
      selection,
      seed: config.seed,
      repeats: config.repeats,
      prices: config.prices,
      graders: config.graders,
      systemKinds: known.systemKinds,
      isOffline,
      keepsMedia: false,
      onWarning: (text) => onEvent({ type: "warning", text }),
      onNote: note,
    });
    const watching = { store, selection, notes: false, say: note };
    const lent = await lendTables(opened, task, { directory: base, read });
    const other = await rescoring.readAs?.(lent, task, base);
    tasks.push(other ?? withDataChanges(lent, watching));
  }
  await using _tasks = closing(tasks);
  const systems = rescoring.systems?.(config, known) ?? config.systems.map(({ id }) => id);
  const onSample = await rescoring.onTasks?.(tasks, systems);
  const loaded = { config, directory: base, secrets, registries: known };
  const helpersOf = regradersOf(loaded, { regrading, store, isOffline });
  using cache = regrading
    ? replyCache(config, (text) => onEvent({ type: "warning", text }))
    : undefined;
  const evaluated = await evaluateTasks({
    ...onlyRead(selection, rescoring.signal),
    ...(regrading ? await regradingParts(regrading, { config, store, cache }) : {}),
    name: config.name,
    directory: base,
    tasks,
    systems,
    keepsGoing: config.keepGoing,
    store,
    onEvent,
    asks: false,
    onlyEvidence: rescoring.onlyEvidence,
    ...(onSample ? { onSample } : {}),
    ...(rescoring.onScored ? { onScored: rescoring.onScored } : {}),
    prepare: async (id, given) => {
      const task = await systemTask(given, id, {
        systems: config.systems,
        registries: known,
        asks: false,
      });
      const sends = sentUnder(task, id, config.systems);
      const helpers = await helpersOf(given);
      const prepared = await cellsFromLog(task, id, { store, sends, helpers });
      if (!regrading) return { task, ...prepared };
      if (!regrading.lacksKey) await noteRegraded(prepared.cells, store);
      return { task, ...checkPrice(prepared, config, { asksSystem: false }) };
    },
  });
  // Where the index spared us reading a line, its damage shows only when it was needed.
  const damage = damageText(store.damage, store.logName);
  if (damage !== undefined) onEvent({ type: "warning", text: damage });
  if (!evaluated) return undefined;
  const summary = withSettings(await withMachine(evaluated.summary, store), config, tasks);
  return { config, tasks, evaluated: { ...evaluated, summary } };
}

interface RegradedRun {
  readonly regrading: Regrading | undefined;
  readonly store: KeptRun;
  readonly isOffline: boolean | undefined;
}

/** Makes the graders that are asked, once for each task. */
function regradersOf(
  loaded: Parameters<typeof makeGrader>[0],
  { regrading, store, isOffline }: RegradedRun,
): (task: Task) => Promise<Readonly<Record<string, System>> | undefined> {
  const made = new Map<string, Promise<Readonly<Record<string, System>>>>();
  return async (task) => {
    if (!regrading) return undefined;
    const { role, lacksKey } = regrading;
    const asked = task.graders[role];
    const known =
      made.get(task.id) ??
      makeGraders({ ...task, graders: asked ? { [role]: asked } : {} }, (grader) =>
        makeGrader(loaded, grader, {
          task,
          isOffline,
          ...(lacksKey ? { lacksKey } : { journal: journalOf(store) }),
        }),
      );
    made.set(task.id, known);
    return known;
  };
}

interface RegradingContext {
  readonly config: Config;
  readonly store: KeptRun;
  readonly cache: ReplyCache | undefined;
}

/** What the budget of the run leaves is what may be spent. */
async function regradingParts(
  { role, retry, abort, lacksKey }: Regrading,
  { config, store, cache }: RegradingContext,
): Promise<Partial<Evaluation>> {
  if (lacksKey) return {};
  const before = config.budget === undefined ? {} : await spentIn(store, config.prices);
  return { asking: { ...config, cache, before }, gradesBy: new Set([role]), retry, abort };
}

/** Names of the variables that the graders of a role are configured with. */
function variablesOf(spec: unknown, role: string): ReadonlySet<string> {
  const list = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : []);
  const { tasks, graders } = isRecord(spec) ? spec : {};
  const used = new Set(
    list(tasks).map((task) => (isRecord(task.graders) ? task.graders[role] : undefined)),
  );
  const text = JSON.stringify(list(graders).filter(({ id }) => used.has(id)));
  return new Set([...text.matchAll(/\$\{([A-Za-z_]\w*)/g)].map(([, name]) => name!));
}

/** What a system was sent about a sample, as a probe changes it where it is one. */
function sentUnder(
  { family, probe }: Task,
  id: string,
  systems: readonly SystemConfig[],
): DirectSystem["sends"] {
  const own = systems.find((system) => system.id === (probe?.of ?? id))!;
  const sends = sentSamples(own, { id, family });
  return sends && ((sample) => sends(probe?.condition.sample?.(sample).sample ?? sample));
}

/** Data that is not where it was may have been moved, or the run was. */
function openMoved(...[task, options]: Parameters<typeof openTask>): Task {
  try {
    return openTask(task, options);
  } catch (error) {
    if (
      !(error instanceof UserError) ||
      error.hint !== undefined ||
      !error.message.startsWith("no such file")
    )
      throw error;
    throw new UserError(
      error.message,
      "if the run or its data was moved, say where it is now: --data <place> of score and compare, --base <folder> of gate, verify and explain",
    );
  }
}

const never = new AbortController().signal;

/** What an evaluation that asks no system says of itself. */
export function onlyRead(
  selection: Selection,
  signal: AbortSignal = never,
): Pick<Evaluation, "retry" | "stop" | "abort" | "selection"> {
  return { retry: new Set(), stop: signal, abort: signal, selection: selectionText(selection) };
}

/**
 * A run may go on with other settings of how it is scored, such as slices, labels and tables: the
 * last ones count.
 */
export function latestSpec(first: Json, latest: Json | undefined): Json {
  return latest !== undefined && specIdentity(latest) === specIdentity(first) ? latest : first;
}

function withLabels(config: Config, labels: LabelsConfig, { families }: Registries): Config {
  const hasAspects = ({ family }: TaskConfig) =>
    (findById(families, family, "family").people.aspects ?? []).length > 0;
  if (!config.tasks.some(hasAspects))
    throw new UserError("labels: people cannot be asked anything about the answers of this run");
  return {
    ...config,
    tasks: config.tasks.map((task) => (hasAspects(task) ? { ...task, labels } : task)),
  };
}

/** What the command line of the run asked for; weaker than what is set now. */
function withMetrics(
  spec: unknown,
  names: readonly string[] | undefined,
  { families }: Registries,
): unknown {
  if (!names || !isRecord(spec) || !Array.isArray(spec.tasks)) return spec;
  const { tasks } = chooseMetrics(spec.tasks as readonly TaskConfig[], names, families);
  return {
    ...spec,
    tasks,
    targets: chooseTargets((spec.targets ?? {}) as Config["targets"], tasks),
  };
}

function withPolicy(spec: unknown, policy: string | undefined): unknown {
  if (policy === undefined || !isRecord(spec) || !Array.isArray(spec.tasks)) return spec;
  return { ...spec, tasks: spec.tasks.map((task: object) => ({ ...task, unanswered: policy })) };
}

/** Scoring needs no keys: a variable that is not set gets a stand-in, but for those that are needed. */
function keysMayBeUnset(needed: ReadonlySet<unknown>): Record<string, string | undefined> {
  const standIn = (name: string) => (needed.has(name) ? undefined : "(not set)");
  return new Proxy(
    { ...process.env },
    { get: (all, name) => (typeof name === "string" ? (all[name] ?? standIn(name)) : undefined) },
  );
}
