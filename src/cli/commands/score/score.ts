import { resolve } from "node:path";
import type { Family } from "../../../core/family.ts";
import { isRecord } from "../../../core/json.ts";
import { type Minimums, usualMinimums } from "../../../core/scores/minimums.ts";
import { UserError } from "../../../core/user-error.ts";
import type { Selection } from "../../../datasets/select-samples.ts";
import { loadFamily } from "../../../evaluation/extend/load-registries.ts";
import { rescoreAt } from "../../../evaluation/rescore.ts";
import {
  type PredictionsRequest,
  scoreFolder,
  scorePredictions,
} from "../../../evaluation/score-predictions.ts";
import { folderTasks } from "../../../evaluation/task/folder-tasks.ts";
import { runStores } from "../../../store/run-stores.ts";
import type { UnansweredPolicy } from "../../../summary/score-summary.ts";
import { isReadable, withMinimums } from "../../../summary/shortfalls.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { familyFlags } from "../../flags/family-flags.ts";
import { fileTask, labelsOf } from "../../flags/file-task.ts";
import { requireTargets, targetRule } from "../../flags/require-targets.ts";
import { keepHeapSmall } from "../../keep-heap-small.ts";
import { printSummary } from "../../terminal/print-summary.ts";
import { showProgress } from "../../terminal/progress.ts";
import { showEvents } from "../../terminal/show-events.ts";
import type { Flags } from "../command.ts";
import { movedData } from "./moved-data.ts";
import { UnansweredSplits } from "./unanswered-splits.ts";

/** `vidimus score`: from a run's log, or from a predictions file; no system is asked. */
export async function run(
  _argument: string | undefined,
  flags: Flags,
  rest: readonly string[],
): Promise<ExitCode> {
  using _heap = keepHeapSmall();
  const directory = rest[0]?.startsWith("-") ? undefined : rest[0];
  const words = directory === undefined ? rest : rest.slice(1);
  if (directory === undefined) return scoreFile(flags, words);
  if (flags.predictions !== undefined)
    throw new UserError("give the directory of a run or --predictions, not both");
  if (words.length > 0)
    throw new UserError(
      `unknown option ${words[0]}`,
      "a run knows its own data; change its settings with --set",
    );
  return scoreRun(resolve(directory), flags);
}

function selectionOf(flags: Flags, seed: number): Selection {
  const { limit, sample, id } = flags as {
    limit?: number;
    sample?: number;
    id?: readonly string[];
  };
  return { limit, sample, ids: id, seed };
}

async function scoreRun(directory: string, flags: Flags): Promise<ExitCode> {
  for (const name of [
    "family",
    "format",
    "media",
    "predictionsFormat",
    "predictionsVariant",
    "option",
    "minCoverage",
    "minAnswered",
  ])
    if (flags[name] !== undefined)
      throw new UserError(
        `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} goes with --predictions, not with a run`,
        "a run knows its own data; change its settings with --set",
      );
  const header = await runStores.header(directory);
  if (!header) throw new UserError(`no run in ${directory}`, "name the folder of a run");
  const { spec } = header;
  const extractors =
    flags.extractors === undefined
      ? []
      : [`extractors=[${(flags.extractors as readonly string[]).join(",")}]`];
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
    judge: flags.judgedBy as string | undefined,
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
  return tasks.flatMap((task: unknown) =>
    isRecord(task) && typeof task.id === "string" ? [task.id] : [],
  );
}

async function scoreFile(flags: Flags, words: readonly string[]): Promise<ExitCode> {
  const { family: familyId, data } = flags as { family?: string; data?: string };
  const family = familyId === undefined ? undefined : await loadFamily(familyId);
  const own = family && bothInOne(family, flags);
  const answers =
    (flags.predictions as string | undefined) ?? (own === undefined ? undefined : data);
  const missing = Object.entries({ family: familyId, data, predictions: answers }).flatMap(
    ([name, value]) => (value === undefined ? [`--${name}`] : []),
  );
  if (family === undefined || data === undefined || answers === undefined)
    throw new UserError(
      `missing: ${missing.join(", ")}`,
      "name the directory of a run, or --family, --data and --predictions",
    );
  if (flags.requireTargets !== undefined)
    throw new UserError("--require-targets goes with a run", "its configuration names the targets");
  if (flags.judgedBy !== undefined)
    throw new UserError("--judged-by goes with a run", "vidimus rejudge <run> keeps such grades");
  if (flags.set !== undefined)
    throw new UserError(
      "--set goes with a run",
      "options of the family are given by --option name=value",
    );
  const minimums = minimumsOf(flags);
  const known = familyFlags(family, words);
  const config = await fileTask(family, data, { flags, known });
  const options = [...((flags.option as readonly string[] | undefined) ?? []), ...known.options];
  const given = new Set(options.map((pair) => pair.slice(0, pair.indexOf("="))));
  const tasks =
    flags.predictions === undefined
      ? await folderTasks(config, { family, given, directory: process.cwd() })
      : undefined;
  using progress = showProgress();
  const seed = (flags.seed as number | undefined) ?? 1;
  const splits = new UnansweredSplits();
  const request = {
    path: answers,
    format:
      (flags.predictionsFormat as string | undefined) ??
      (flags.predictions === undefined ? own : undefined),
    variant: flags.predictionsVariant as string | undefined,
    selection: selectionOf(flags, seed),
    seed,
    exports: (flags.export as readonly string[] | undefined) ?? [],
    output: resolve((flags.output as string | undefined) ?? "."),
    isOffline: flags.offline === true ? true : undefined,
    onEvent: showEvents(progress),
    onSample: ((_, sample, { outcome }) =>
      splits.add(sample, outcome)) satisfies PredictionsRequest["onSample"],
  };
  const scored = tasks
    ? await scoreFolder(tasks, request)
    : await scorePredictions({
        ...request,
        task: config,
        graders: Object.values(known.graders),
      });
  const unanswered = splits.warning();
  if (unanswered !== undefined) progress.say(`warning: ${unanswered}`);
  progress[Symbol.dispose]();
  const summary = withMinimums(scored, minimums);
  printSummary(summary, { json: flags.json === true, all: flags.all === true });
  return isReadable(summary) && !summary.failures ? exitCode.fine : exitCode.incomplete;
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
function bothInOne(family: Family, { format, predictionsFormat }: Flags): string | undefined {
  const name = (predictionsFormat ?? format) as string | undefined;
  const answers = family.data.predictionFormats.find(({ id }) => id === name);
  const samples = family.data.formats.find(({ id }) => id === name);
  // A folder of samples is no file of answers.
  return answers && samples && (samples.reads !== "folder" || answers.reads === "folder")
    ? name
    : undefined;
}
