import { basename, resolve } from "node:path";
import type { TaskConfig } from "../../config/config.ts";
import { resolveConfig } from "../../config/resolve-config.ts";
import type { Family } from "../../core/family.ts";
import { isRecord } from "../../core/json.ts";
import { findById } from "../../core/registry.ts";
import { UserError } from "../../core/user-error.ts";
import { openDataFile } from "../../datasets/open-data-file.ts";
import type { Selection } from "../../datasets/select-samples.ts";
import type { UnansweredPolicy } from "../../report/summary.ts";
import { ephemeralRunStore } from "../../store/ephemeral-run-store.ts";
import { readLocalRun } from "../../store/local-run-store.ts";
import { predictions } from "../../systems/predictions.ts";
import type { Flags } from "../command.ts";
import { type Evaluation, evaluate } from "../evaluate.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { exportResults } from "../export-results.ts";
import { openTask } from "../open-task.ts";
import { optionValues } from "../option-values.ts";
import { cellsFromLog, prepareCells } from "../prepare-cell.ts";
import { printSummary, shortPath } from "../print-summary.ts";
import { probeTask } from "../probe-task.ts";
import { showProgress } from "../progress.ts";
import { registries } from "../registries.ts";
import { runFacts, writeSummary } from "../run-files.ts";
import { selectionText } from "../selection-text.ts";

/** `vidimus score`: from a run's log, or from a predictions file; no system is asked. */
export async function run(directory: string | undefined, flags: Flags): Promise<ExitCode> {
  if (directory !== undefined && flags.predictions !== undefined)
    throw new UserError("give the directory of a run or --predictions, not both");
  return directory === undefined ? scorePredictions(flags) : scoreRun(resolve(directory), flags);
}

function selectionOf(flags: Flags, seed: number): Selection {
  const { limit, sample, id } = flags as { limit?: number; sample?: number; id?: readonly string[] };
  return { limit, sample, ids: id, seed };
}

const never = new AbortController().signal;

function common(selection: Selection): Pick<Evaluation, "retry" | "stop" | "abort" | "selection"> {
  return { retry: new Set(), stop: never, abort: never, selection: selectionText(selection) };
}

async function scoreRun(directory: string, flags: Flags): Promise<ExitCode> {
  for (const name of ["family", "format", "data", "predictionsFormat", "option"])
    if (flags[name] !== undefined)
      throw new UserError(`--${name} goes with --predictions, not with a run`, "a run knows its own data; change its settings with --set");
  await using store = await readLocalRun(directory);
  const extractors = flags.extractors === undefined ? [] : [`extractors=[${(flags.extractors as readonly string[]).join(",")}]`];
  const set = [
    ...((flags.set as readonly string[] | undefined) ?? []),
    ...taskIds(store.header.spec).flatMap((id) => extractors.map((one) => `tasks.${id}.${one}`)),
  ];
  const policy = flags.unanswered as string | undefined;
  const source = {
    value: withPolicy(store.header.spec, policy),
    problems: [],
    locate: () => ({ label: `${shortPath(directory)}/run.jsonl:1`, order: 0 }),
  };
  const { config } = resolveConfig(source, { registries, set, environment: keysMayBeUnset() });
  using progress = showProgress();
  for (const { line, reason } of store.damage)
    progress.say(`warning: ${shortPath(directory)}/run.jsonl:${line}: damaged and left out: ${reason}`);
  const asked = selectionOf(flags, (flags.seed as number | undefined) ?? config.seed);
  const isSelected = asked.limit !== undefined || asked.sample !== undefined || asked.ids !== undefined;
  const { base, selection: own } = runFacts(directory);
  const selection = isSelected || !own ? asked : own;
  const onWarning = (message: string) => progress.say(`warning: ${message}`);
  const tasks = config.tasks.map((task) =>
    openTask(task, {
      directory: base,
      selection,
      seed: config.seed,
      repeats: config.repeats,
      prices: config.prices,
      isOffline: flags.offline === true ? true : undefined,
      keepsMedia: false,
      onWarning,
      onNote: (message) => progress.say(message),
    }),
  );
  const systems = config.systems.map(({ id }) => id);
  const evaluated = await evaluate({
    ...common(selection),
    name: config.name,
    tasks,
    systems,
    store,
    progress,
    asks: false,
    prepare: async (id, given) => {
      const task = await probeTask(given, id, { systems: config.systems, asks: false });
      return { task, ...(await cellsFromLog(task, id, store)) };
    },
  });
  if (!evaluated) return exitCode.incomplete;
  // What was asked for with other settings is shown, but does not replace the run's own figures.
  if (set.length === 0 && policy === undefined && !isSelected) writeSummary(directory, { summary: evaluated.summary, basis: "" });
  const target = resolve((flags.output as string | undefined) ?? resolve(directory, "exports"));
  const ids = (flags.export as readonly string[] | undefined) ?? [];
  const exported = await exportResults({ ids, tasks, cells: evaluated.cells, store, asks: false, directory: target });
  for (const path of exported) progress.say(`exported ${shortPath(path)}`);
  progress[Symbol.dispose]();
  printSummary(evaluated.summary, { json: flags.json === true, directory });
  return evaluated.summary.complete ? exitCode.fine : exitCode.incomplete;
}

function taskIds(spec: unknown): readonly string[] {
  const tasks = isRecord(spec) && Array.isArray(spec.tasks) ? spec.tasks : [];
  return tasks.flatMap((task: unknown) => (isRecord(task) && typeof task.id === "string" ? [task.id] : []));
}

function withPolicy(spec: unknown, policy: string | undefined): unknown {
  if (policy === undefined || !isRecord(spec) || !Array.isArray(spec.tasks)) return spec;
  return { ...spec, tasks: spec.tasks.map((task: object) => ({ ...task, unanswered: policy })) };
}

/** Scoring needs no keys: a variable that is not set gets a stand-in. */
function keysMayBeUnset(): Record<string, string | undefined> {
  return new Proxy({ ...process.env }, { get: (all, name) => (typeof name === "string" ? (all[name] ?? "(not set)") : undefined) });
}

async function scorePredictions(flags: Flags): Promise<ExitCode> {
  const { family: familyId, data, predictions: answers } = flags as { family?: string; data?: string; predictions?: string };
  const missing = Object.entries({ family: familyId, data, predictions: answers }).flatMap(([name, value]) =>
    value === undefined ? [`--${name}`] : [],
  );
  if (familyId === undefined || data === undefined || answers === undefined)
    throw new UserError(`missing: ${missing.join(", ")}`, "name the directory of a run, or --family, --data and --predictions");
  if (flags.set !== undefined) throw new UserError("--set goes with a run", "options of the family are given by --option name=value");
  const config = taskConfig(familyId, data, flags);
  using progress = showProgress();
  const seed = (flags.seed as number | undefined) ?? 1;
  const selection = selectionOf(flags, seed);
  const task = openTask(config, {
    directory: process.cwd(),
    selection,
    seed,
    isOffline: flags.offline === true ? true : undefined,
    keepsMedia: false,
    onWarning: (message) => progress.say(`warning: ${message}`),
  });
  const store = ephemeralRunStore({ schema: "vidimus-run/1", name: config.id, spec: null, createdAt: 0 });
  const id = basename(answers).replace(/\.[^.]+$/, "");
  const system = await predictions.create(
    { path: answers, format: flags.predictionsFormat as string | undefined },
    {
      id,
      task: task.id,
      family: task.family,
      seed,
      open: (path) => openDataFile(resolve(path)),
      frame: async (frame) => (await task.media.open()).bytes(frame),
    },
  );
  const tasks = [task];
  const evaluated = await evaluate({
    ...common(selection),
    name: config.id,
    tasks,
    systems: [id],
    store,
    progress,
    asks: true,
    prepare: () => prepareCells(task, async () => system, store),
  });
  if (!evaluated) return exitCode.incomplete;
  const ids = (flags.export as readonly string[] | undefined) ?? [];
  const target = resolve((flags.output as string | undefined) ?? ".");
  for (const path of await exportResults({ ids, tasks, cells: evaluated.cells, store, asks: true, directory: target }))
    progress.say(`exported ${shortPath(path)}`);
  progress[Symbol.dispose]();
  printSummary(evaluated.summary, { json: flags.json === true });
  return exitCode.fine;
}

function taskConfig(familyId: string, data: string, flags: Flags): TaskConfig {
  const family = findById(registries.families, familyId, "family");
  const format = (flags.format as string | undefined) ?? family.formats[0]?.id ?? "";
  findById(family.formats, format, "format");
  const unanswered = (flags.unanswered as string | undefined) ?? "empty";
  if (unanswered !== "empty" && unanswered !== "exclude")
    throw new UserError(`--unanswered: unknown policy "${unanswered}"`, "one of empty, exclude");
  const policy: UnansweredPolicy = unanswered;
  const options = optionValues(family, (flags.option as readonly string[] | undefined) ?? []);
  const id = basename(data).replace(/\.[^.]+$/, "");
  return {
    id,
    family: familyId,
    data: { format, path: data },
    frames: { strategy: "uniform", count: 8, longestSide: 768, format: "jpeg", quality: 90 },
    options,
    prompts: {},
    extractors: extractorsOf(family, flags.extractors as readonly string[] | undefined),
    unanswered: policy,
    slices: [],
  };
}

function extractorsOf(family: Family, names: readonly string[] | undefined): readonly string[] {
  if (!names) return family.extractors.slice(0, 1);
  for (const name of names)
    findById(
      family.extractors.map((id) => ({ id })),
      name,
      "extractor",
    );
  return names;
}
