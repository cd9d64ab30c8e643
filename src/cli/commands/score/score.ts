import { resolve } from "node:path";
import type { LabelsConfig, TaskConfig } from "../../../config/config.ts";
import { usualQuoteRule } from "../../../core/aspect.ts";
import type { FrameRef } from "../../../core/chat.ts";
import type { Family } from "../../../core/family.ts";
import { isRecord } from "../../../core/json.ts";
import { type Minimums, usualMinimums } from "../../../core/minimums.ts";
import { findById } from "../../../core/registry.ts";
import { UserError } from "../../../core/user-error.ts";
import { openDataFile } from "../../../datasets/open-data-file.ts";
import type { Selection } from "../../../datasets/select-samples.ts";
import { makeGraders } from "../../../evaluation/cell/graders.ts";
import { modelOpener } from "../../../evaluation/cell/model-opener.ts";
import { prepareCells } from "../../../evaluation/cell/prepare-cell.ts";
import { registries } from "../../../evaluation/extend/registries.ts";
import { exportResults } from "../../../evaluation/output/export-results.ts";
import { rescoreAt } from "../../../evaluation/rescore.ts";
import { evaluateTasks } from "../../../evaluation/run/evaluate-tasks.ts";
import { onlyRead } from "../../../evaluation/run/rescore-run.ts";
import { dataName } from "../../../evaluation/task/data-name.ts";
import { defaultTask } from "../../../evaluation/task/default-task.ts";
import { lendTables } from "../../../evaluation/task/lend-tables.ts";
import { openTask } from "../../../evaluation/task/open-task.ts";
import { meteorFlag } from "../../../evaluation/task/task-tables.ts";
import { ephemeralRunStore } from "../../../store/ephemeral-run-store.ts";
import { runStores } from "../../../store/run-stores.ts";
import type { UnansweredPolicy } from "../../../summary/score-summary.ts";
import { isReadable, withMinimums } from "../../../summary/shortfalls.ts";
import type { Summary } from "../../../summary/summary.ts";
import { predictions } from "../../../systems/predictions.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { type FamilyFlags, familyFlags } from "../../flags/family-flags.ts";
import { optionValues } from "../../flags/option-values.ts";
import { requireTargets, targetRule } from "../../flags/require-targets.ts";
import { keepHeapSmall } from "../../keep-heap-small.ts";
import { exportedLines } from "../../terminal/exported-lines.ts";
import { printSummary } from "../../terminal/print-summary.ts";
import { showProgress } from "../../terminal/progress.ts";
import { showEvents } from "../../terminal/show-events.ts";
import type { Flags } from "../command.ts";
import { movedData } from "./moved-data.ts";
import { UnansweredSplits } from "./unanswered-splits.ts";

/** `vidimus score`: from a run's log, or from a predictions file; no system is asked. */
export async function run(_argument: string | undefined, flags: Flags, rest: readonly string[]): Promise<ExitCode> {
  keepHeapSmall();
  const directory = rest[0]?.startsWith("-") ? undefined : rest[0];
  const words = directory === undefined ? rest : rest.slice(1);
  if (directory === undefined) return scorePredictions(flags, words);
  if (flags.predictions !== undefined) throw new UserError("give the directory of a run or --predictions, not both");
  if (words.length > 0) throw new UserError(`unknown option ${words[0]}`, "a run knows its own data; change its settings with --set");
  return scoreRun(resolve(directory), flags);
}

function selectionOf(flags: Flags, seed: number): Selection {
  const { limit, sample, id } = flags as { limit?: number; sample?: number; id?: readonly string[] };
  return { limit, sample, ids: id, seed };
}

async function scoreRun(directory: string, flags: Flags): Promise<ExitCode> {
  for (const name of ["family", "format", "predictionsFormat", "predictionsVariant", "option", "minCoverage", "minAnswered"])
    if (flags[name] !== undefined)
      throw new UserError(
        `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} goes with --predictions, not with a run`,
        "a run knows its own data; change its settings with --set",
      );
  const header = await runStores.header(directory);
  if (!header) throw new UserError(`no run in ${directory}`, "name the folder of a run");
  const { spec } = header;
  const extractors = flags.extractors === undefined ? [] : [`extractors=[${(flags.extractors as readonly string[]).join(",")}]`];
  const moved = flags.data === undefined ? undefined : movedData(flags.data as string, spec);
  using progress = showProgress();
  const { document, config } = await rescoreAt(directory, {
    onEvent: showEvents(progress),
    set: [
      ...(moved?.set ?? []),
      ...((flags.set as readonly string[] | undefined) ?? []),
      ...taskIds(spec).flatMap((id) => extractors.map((one) => `tasks.${id}.${one}`)),
    ],
    base: moved?.base,
    limit: flags.limit as number | undefined,
    sample: flags.sample as number | undefined,
    ids: flags.id as readonly string[] | undefined,
    seed: flags.seed as number | undefined,
    unanswered: flags.unanswered as UnansweredPolicy | undefined,
    labels: labelsOf(flags),
    meteorResources: flags.meteorResources as string | undefined,
    exports: flags.export as readonly string[] | undefined,
    output: flags.output as string | undefined,
    isOffline: flags.offline === true ? true : undefined,
  });
  progress[Symbol.dispose]();
  const { directory: _, ...summary } = document;
  printSummary(summary, { json: flags.json === true, all: flags.all === true, directory });
  return requireTargets([summary], targetRule(flags.requireTargets, [config]), isReadable(summary));
}

function taskIds(spec: unknown): readonly string[] {
  const tasks = isRecord(spec) && Array.isArray(spec.tasks) ? spec.tasks : [];
  return tasks.flatMap((task: unknown) => (isRecord(task) && typeof task.id === "string" ? [task.id] : []));
}

async function scorePredictions(flags: Flags, words: readonly string[]): Promise<ExitCode> {
  const { family: familyId, data } = flags as { family?: string; data?: string };
  const own = familyId === undefined ? undefined : bothInOne(familyId, flags);
  const answers = (flags.predictions as string | undefined) ?? (own === undefined ? undefined : data);
  const missing = Object.entries({ family: familyId, data, predictions: answers }).flatMap(([name, value]) =>
    value === undefined ? [`--${name}`] : [],
  );
  if (familyId === undefined || data === undefined || answers === undefined)
    throw new UserError(`missing: ${missing.join(", ")}`, "name the directory of a run, or --family, --data and --predictions");
  if (flags.requireTargets !== undefined) throw new UserError("--require-targets goes with a run", "its configuration names the targets");
  if (flags.set !== undefined) throw new UserError("--set goes with a run", "options of the family are given by --option name=value");
  const minimums = minimumsOf(flags);
  const known = familyFlags(findById(registries.families, familyId, "family"), words);
  const config = taskConfig(familyId, data, { flags, known });
  using progress = showProgress();
  const seed = (flags.seed as number | undefined) ?? 1;
  const selection = selectionOf(flags, seed);
  const opened = openTask(config, {
    directory: process.cwd(),
    selection,
    seed,
    isOffline: flags.offline === true ? true : undefined,
    keepsMedia: false,
    graders: Object.values(known.graders),
    systemKinds: registries.systemKinds,
    onWarning: (message) => progress.say(`warning: ${message}`),
  });
  const task = await lendTables(opened, config, { directory: process.cwd() });
  const store = ephemeralRunStore({ schema: "vidimus-run/1", name: config.id, spec: null, createdAt: 0 });
  const id = dataName(answers);
  const context = {
    task: task.id,
    family: task.family,
    seed,
    open: (path: string) => openDataFile(resolve(path)),
    frame: async (frame: FrameRef) => (await task.media.open()).bytes(frame),
  };
  const system = await predictions.create(
    {
      path: answers,
      // Recognised by their content, as in a run, unless one file holds both data and answers.
      format: (flags.predictionsFormat as string | undefined) ?? (flags.predictions === undefined ? own : undefined),
      variant: flags.predictionsVariant as string | undefined,
    },
    { ...context, id },
  );
  const model = modelOpener(flags.offline === true ? true : undefined);
  const helpers = await makeGraders(task, (grader) =>
    findById(registries.systemKinds, grader.kind, "kind of system").create(grader.settings, { ...context, model, id: grader.id }),
  );
  const tasks = [task];
  const splits = new UnansweredSplits();
  const evaluated = await evaluateTasks({
    ...onlyRead(selection),
    name: config.id,
    directory: process.cwd(),
    tasks,
    systems: [id],
    store,
    onEvent: showEvents(progress),
    asks: true,
    prepare: () => prepareCells(task, async () => system, { store, helpers }),
    onSample: (_, sample, { outcome }) => splits.add(sample, outcome),
  });
  if (!evaluated) return exitCode.incomplete;
  const unanswered = splits.warning();
  if (unanswered !== undefined) progress.say(`warning: ${unanswered}`);
  refuseUngraded(evaluated.summary);
  const ids = (flags.export as readonly string[] | undefined) ?? [];
  const target = resolve((flags.output as string | undefined) ?? ".");
  const exported = await exportResults({ ids, tasks, ...evaluated, store, asks: true, directory: target });
  for (const line of exportedLines(exported, target)) progress.say(line);
  progress[Symbol.dispose]();
  const summary = withMinimums(evaluated.summary, minimums);
  printSummary(summary, { json: flags.json === true, all: flags.all === true });
  return isReadable(summary) ? exitCode.fine : exitCode.incomplete;
}

/** Without a configuration, flags say what a configuration would. */
function minimumsOf(flags: Flags): Minimums {
  const shares = (["minCoverage", "minAnswered"] as const).map((name) => {
    const value = flags[name] === undefined ? usualMinimums[name] : Number(flags[name]);
    if (value >= 0 && value <= 1) return [name, value] as const;
    const flag = name === "minCoverage" ? "--min-coverage" : "--min-answered";
    throw new UserError(`${flag}: expected a share from 0 to 1, got ${String(flags[name])}`);
  });
  return Object.fromEntries(shares) as unknown as Minimums;
}

/** The format of the answers, where the data holds them as well. */
function bothInOne(familyId: string, { format, predictionsFormat }: Flags): string | undefined {
  const family = findById(registries.families, familyId, "family");
  const name = (predictionsFormat ?? format) as string | undefined;
  return family.predictionFormats.some(({ id }) => id === name) && family.formats.some(({ id }) => id === name) ? name : undefined;
}

/** A grader that lacks what it was asked is a mistake in the files, not a score with less coverage. */
function refuseUngraded({ tasks }: Summary): void {
  for (const { systems } of tasks)
    for (const { reasons, graders = [] } of systems) {
      const isUngraded = reasons.some(({ outcome, reason }) => outcome === "failed" && reason.startsWith("not graded"));
      const lacking = graders.find((grader) => grader.graded < grader.due);
      if (isUngraded && lacking) throw new UserError(`not graded (${lacking.role}): ${lacking.reasons[0]?.reason ?? "no grade was given"}`);
    }
}

function taskConfig(familyId: string, data: string, { flags, known }: { readonly flags: Flags; readonly known: FamilyFlags }): TaskConfig {
  const family = findById(registries.families, familyId, "family");
  const usual = defaultTask(family, {
    data: { path: data, split: flags.split as string | undefined },
    format: flags.format as string | undefined,
  });
  const unanswered = (flags.unanswered as string | undefined) ?? "empty";
  if (unanswered !== "empty" && unanswered !== "exclude")
    throw new UserError(`--unanswered: unknown policy "${unanswered}"`, "one of empty, exclude");
  const policy: UnansweredPolicy = unanswered;
  const labels = labelsOf(flags);
  const options = optionValues(family, [...((flags.option as readonly string[] | undefined) ?? []), ...known.options]);
  const { id } = usual;
  const place = flags.meteorResources as string | undefined;
  return {
    ...usual,
    options,
    graders: Object.fromEntries(Object.entries(known.graders).map(([role, { id: name }]) => [role, name])),
    extractors: extractorsOf(family, flags.extractors as readonly string[] | undefined),
    unanswered: policy,
    ...(place === undefined ? {} : { tables: meteorFlag([{ id, family: familyId }], place, registries.families).get(id)! }),
    ...(labels ? { labels } : {}),
  };
}

/** Of a file as it is named here, not where a configuration lies. */
function labelsOf({ labels, kappaBy: limit }: Flags): LabelsConfig | undefined {
  if (limit !== undefined && labels === undefined)
    throw new UserError("--kappa-by goes with --labels", "for the labels that a run names itself: --set tasks.<id>.labels.kappaBy=lower");
  const kappaBy = limit ?? usualQuoteRule.kappaBy;
  if (kappaBy !== "point" && kappaBy !== "lower")
    throw new UserError(`--kappa-by: unknown limit "${String(kappaBy)}"`, "one of point, lower");
  return labels === undefined ? undefined : { ...usualQuoteRule, path: resolve(labels as string), kappaBy };
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
