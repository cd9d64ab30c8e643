import { existsSync } from "node:fs";
import { extname, resolve } from "node:path";
import type { TaskConfig } from "../../../config/config.ts";
import { type LoadedConfig, loadConfig } from "../../../config/load-config.ts";
import type { Family } from "../../../core/family.ts";
import { isRecord } from "../../../core/json.ts";
import { findById } from "../../../core/registry.ts";
import { UserError } from "../../../core/user-error.ts";
import { isGlob } from "../../../datasets/folder/glob.ts";
import { openDataFile } from "../../../datasets/open-data-file.ts";
import { loadFamily, loadRegistries } from "../../../evaluation/extend/load-registries.ts";
import {
  type DistinctPart,
  distinctParts,
  mergedParts,
  readingOf,
  rowsText,
} from "../../../evaluation/matrix/distinct-parts.ts";
import { defaultTask } from "../../../evaluation/task/default-task.ts";
import { folderTasks } from "../../../evaluation/task/folder-tasks.ts";
import { MediaSurvey } from "../../../evaluation/task/media-survey.ts";
import { type OpenOptions, openTask, type Task } from "../../../evaluation/task/open-task.ts";
import type { SecondAnnotation } from "../../../evaluation/task/second-annotation.ts";
import { showsMedia } from "../../../evaluation/task/shows-media.ts";
import { familyList } from "../../../families/list.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { adoptEnvFiles } from "../../flags/adopt-env-files.ts";
import { familyFlags } from "../../flags/family-flags.ts";
import { optionValues } from "../../flags/option-values.ts";
import { withSplit } from "../../flags/with-split.ts";
import { showProgress } from "../../terminal/progress.ts";
import type { Flags } from "../command.ts";
import { checkSamples, UnreadableRows } from "./check-samples.ts";
import { type Checked, checkedText } from "./check-text.ts";
import { type MissingFile, missingFiles } from "./missing-files.ts";
import { SplitDuplicates } from "./split-duplicates.ts";
import { type UnfitSystem, unfitSystems, unfitText } from "./unfit-systems.ts";
import { UnusableNumbers } from "./unusable-numbers.ts";

interface Opened {
  readonly task: Task;
  /** Rows of a matrix that read it so. */
  readonly names: readonly string[];
  /** Whether it was said where media lie. */
  readonly isPlaced: boolean;
  /** Whether it is asked of systems that look; `undefined` where it is not known of whom. */
  readonly isLookedAt?: boolean | undefined;
  /** Reads the second annotation, where there is one. */
  readonly openSecond?: (() => Promise<SecondAnnotation>) | undefined;
}

/**
 * `vidimus check`: a dataset, or the data of every task of a configuration and of the rows of its
 * matrix, by the rules of its family.
 */
export async function run(
  _argument: string | undefined,
  flags: Flags,
  rest: readonly string[],
): Promise<ExitCode> {
  const argument = rest[0]?.startsWith("-") ? undefined : rest[0];
  const words = argument === undefined ? rest : rest.slice(1);
  if (argument === undefined && (flags.family ?? flags.profile) !== undefined)
    throw new UserError("there is no data to check", "name it: vidimus check <data> --family <id>");
  const path = argument ?? "vidimus.yaml";
  const checked: DistinctPart<Checked>[] = [];
  using progress = showProgress();
  let unreadable = new UnreadableRows();
  const warned = new Set<string>();
  const telling: Telling = {
    // Rows that read the same file would all say the same of it.
    onWarning: (message) => {
      if (!warned.has(message)) progress.say(`warning: ${message}`);
      warned.add(message);
    },
    onUnreadable: ({ message }) => unreadable.add(message),
  };
  const { rows, opened, missing, unfit } =
    flags.family === undefined && !(await isProfiledData(path, flags))
      ? await ofConfig(path, { ...flags, words }, telling)
      : await ofData(path, { ...flags, words }, telling);
  const numbers = new UnusableNumbers();
  for (const { task, names, isPlaced, isLookedAt, openSecond } of opened) {
    const survey = new MediaSurvey(task);
    unreadable = new UnreadableRows();
    const second = openSecond && (await openSecond());
    const duplicates = task.isWithoutMedia ? undefined : new SplitDuplicates(task);
    const profile = await profileOf(task.family, flags, task);
    const found = await checkSamples(task, {
      unreadable,
      survey,
      isPlaced,
      isLookedAt: task.isWithoutMedia || !isPutToLookers(task.family) ? false : isLookedAt,
      onSample(planned) {
        second?.add(planned);
        profile?.add(planned);
        duplicates?.add(planned.sample);
      },
    });
    const isRead = found.findings.every(({ check }) => check !== "readable");
    const unusable = isRead
      ? await numbers.findings(task, isSelected(flags) ? task.samples : task.all)
      : [];
    const annotators = second?.finish();
    const sayOpening = (files: number) =>
      progress.say(
        `opening ${files} pictures and videos to look for near-duplicates between splits (--skip-duplicates leaves it out)`,
      );
    const apart = await duplicates?.finish(flags.skipDuplicates === true ? undefined : sayOpening);
    await task.media[Symbol.asyncDispose]();
    await task.arrays[Symbol.asyncDispose]();
    const mediaNotFound = !isPlaced && survey.missing.length === survey.count ? survey.count : 0;
    checked.push({
      part: {
        task: task.id,
        family: task.family.id,
        samples: found.samples,
        findings: [...unusable, ...found.findings, ...(apart?.findings ?? [])],
        mediaNotFound,
        ...(apart?.compared ? { splits: apart.compared } : {}),
        ...(annotators ? { second: annotators } : {}),
        ...(profile ? { profile: profile.finish(annotators) } : {}),
      },
      names,
    });
  }
  progress[Symbol.dispose]();
  const different = mergedParts(checked, (part) => part);
  // A run would stop for want of files, and at a system that it cannot ask.
  const isWell =
    missing.length + unfit.length === 0 &&
    different.every(({ part }) => part.findings.every(({ level }) => level !== "error"));
  if (flags.json === true) {
    const tasks = different.map(({ part, names }) => ({
      ...part,
      ...(names.length === rows.length ? {} : { rows: names }),
    }));
    const files = missing.length === 0 ? {} : { missingFiles: missing };
    const systems = unfit.length === 0 ? {} : { unfitSystems: unfit };
    const found = { schema: "vidimus-check/1", well: isWell, tasks, ...files, ...systems };
    process.stdout.write(`${JSON.stringify(found)}\n`);
  } else {
    const tables = withoutRepeats(
      different.map(({ part, names }) => ({
        ...part,
        task: `${part.task}${rowsText(names, { rows })}`,
      })),
    ).map(checkedText);
    const unopened = opened.some(({ isLookedAt }) => isLookedAt) ? [unopenedText(path)] : [];
    const notes = [...unfit.map(unfitText), ...missing.map(missingText), ...unopened].join("");
    process.stdout.write([...tables, ...(notes === "" ? [] : [notes])].join("\n"));
  }
  return isWell ? exitCode.fine : exitCode.usage;
}

/** Tasks that cannot be read for the same reason are one: their data is broken, not the tasks. */
function withoutRepeats(parts: readonly Checked[]): readonly Checked[] {
  const groups = Map.groupBy(parts, (part) =>
    part.samples === 0 && part.findings.length > 0 ? JSON.stringify(part.findings) : part.task,
  );
  return [...groups.values()].map((same) => ({
    ...same[0]!,
    task: same.map(({ task }) => task).join(", "),
  }));
}

/** Whether systems that look can be asked at all; heads that learn read numbers. */
function isPutToLookers({ asking: { protocols } }: Family): boolean {
  return Object.keys(protocols).length > 0;
}

/** What is to be checked, and the rows of the matrix that it is of. */
interface Checking {
  readonly rows: LoadedConfig["rows"];
  readonly opened: readonly Opened[];
  readonly missing: readonly MissingFile[];
  readonly unfit: readonly UnfitSystem[];
}

type Telling = Pick<OpenOptions, "onWarning" | "onUnreadable">;

async function ofData(path: string, flags: Flags, telling: Telling): Promise<Checking> {
  const media = flags.media as string | undefined;
  const family =
    flags.family === undefined
      ? await familyOfProfile(flags.profile as string)
      : await loadFamily(flags.family as string);
  const { options: named } = familyFlags(family, flags.words as readonly string[]);
  const pairs = [...((flags.option as readonly string[] | undefined) ?? []), ...named];
  const config = defaultTask(family, {
    data: { path, media },
    format: flags.format as string | undefined,
    options: optionValues(family, pairs),
  });
  const directory = process.cwd();
  const options = { ...reading(flags, telling), directory, families: [family] };
  if (flags.profile !== undefined) await requireProfile([family], flags.profile as string);
  const given = new Set(pairs.map((pair) => pair.slice(0, pair.indexOf("="))));
  const tasks = await folderTasks(config, { family, given, directory });
  const opened = (tasks ?? [config]).map((one) => {
    const task = openTask(withSplit(one, flags), options);
    const openSecond = secondOpener(one, { flags, options, task });
    return { task, names: [], isPlaced: media !== undefined, openSecond };
  });
  return { rows: [], opened, missing: [], unfit: [] };
}

const configEndings = new Set([".yaml", ".yml", ".json", ".ts", ".mts", ".js", ".mjs"]);

/** A configuration in JSON is one object with tasks; everything else in JSON is data. */
async function isConfig(path: string): Promise<boolean> {
  const ending = extname(path).toLowerCase();
  if (ending !== ".json") return configEndings.has(ending);
  const head = await openDataFile(resolve(path))
    .head()
    .catch(() => ({ tasks: "unreadable" }));
  return isRecord(head) && "tasks" in head;
}

async function ofConfig(path: string, flags: Flags, telling: Telling): Promise<Checking> {
  const [unknown] = [
    ...(flags.words as readonly string[]),
    ...((flags.option as readonly string[] | undefined) ?? []),
  ];
  if (unknown !== undefined)
    throw new UserError(
      `unknown option ${unknown}`,
      "options of a family go with data and --family; those of a configuration are in its file",
    );
  if (path !== "" && !isGlob(path) && !existsSync(path))
    throw new UserError(`no such file: ${path}`);
  if (!(await isConfig(path)))
    throw new UserError(
      `${path}: of which family is it?`,
      `name it: --family ${familyList.map(({ id }) => id).join("|")}, and --format`,
    );
  if (flags.format !== undefined) findById([], flags.format as string, "format");
  adoptEnvFiles({ config: path, file: undefined }, process.env);
  const loaded = await loadConfig(resolve(path), {
    loadRegistries,
    set: [],
    environment: process.env,
  });
  const { directory, registries: known } = loaded;
  // Nothing is graded where data is only looked at.
  const parts = distinctParts(loaded, { pick: ({ tasks }) => tasks, identify: readingOf });
  if (flags.second !== undefined && parts.length > 1)
    throw new UserError(
      `--second: ${path} has several sets of data, so that it is open which of them it annotates`,
      "name the data itself, with --family and --format",
    );
  const options = { ...reading(flags, telling), directory, families: known.families };
  const opened = parts.map(({ part, names }) => {
    const config = { ...withSplit(part, flags), graders: {} };
    const task = openTask(config, options);
    return {
      task,
      names,
      isPlaced: true,
      // Who says where videos lie wants to know whether they do, whoever is asked now.
      isLookedAt: showsMedia(part, loaded) || (part.data.media === undefined ? false : undefined),
      openSecond: secondOpener(config, { flags, options, task }),
    };
  });
  if (flags.profile !== undefined)
    await requireProfile(
      opened.map(({ task }) => task.family),
      flags.profile as string,
    );
  const missing = await missingFiles(loaded);
  return { rows: loaded.rows, opened, missing, unfit: unfitSystems(loaded) };
}

/** Data that was named with a checklist alone: the checklist says of which family it is. */
async function isProfiledData(path: string, flags: Flags): Promise<boolean> {
  return flags.profile !== undefined && existsSync(path) && !(await isConfig(path));
}

function profilesOf(families: readonly Family[]) {
  return families.flatMap(({ data: { profiles = [] } }) => profiles);
}

async function familyOfProfile(id: string): Promise<Family> {
  const { families } = await loadRegistries({ systemKinds: [] });
  const profile = findById(profilesOf(families), id, "profile");
  return families.find(({ data }) => data.profiles?.includes(profile))!;
}

/** Tasks of other families are passed over, but one must know the checklist. */
async function requireProfile(families: readonly Family[], id: string): Promise<void> {
  if (profilesOf(families).some((profile) => profile.id === id)) return;
  const { id: family } = await familyOfProfile(id);
  throw new UserError(
    `--profile ${id}: is for data of the family ${family}`,
    `here is data of ${[...new Set(families.map((one) => one.id))].join(", ")}`,
  );
}

async function profileOf(family: Family, flags: Flags, task: Task) {
  const profile = family.data.profiles?.find(({ id }) => id === flags.profile);
  if (profile === undefined) return undefined;
  const { ProfileCheck } = await import("./profile-check.ts");
  return new ProfileCheck(profile, task);
}

interface SecondRequest {
  readonly flags: Flags;
  readonly options: OpenOptions;
  readonly task: Task;
}

/** The second annotation is a local file of the same format, whatever the first came from. */
function secondOpener(
  config: TaskConfig,
  { flags, options, task }: SecondRequest,
): (() => Promise<SecondAnnotation>) | undefined {
  const named = flags.second as string | undefined;
  const own = config.second === undefined ? undefined : resolve(options.directory, config.second);
  const file = named ?? own;
  if (file === undefined) return undefined;
  if (!isGlob(file) && !existsSync(file)) throw new UserError(`no such file: ${file}`);
  const { format, media, where } = config.data;
  // Its own mistakes are errors: samples that are left out would look like disagreement.
  const { onUnreadable: _, ...strict } = options;
  return async () => {
    const { SecondAnnotation } = await import("../../../evaluation/task/second-annotation.ts");
    const second = openTask(
      { ...config, data: { format, media, where, path: resolve(file) } },
      { ...strict, selection: { seed: 1 } },
    );
    return SecondAnnotation.read(file, second, task);
  };
}

function isSelected({ limit, id, split }: Flags): boolean {
  return [limit, id, split].some((one) => one !== undefined);
}

function reading(flags: Flags, telling: Telling) {
  return {
    selection: {
      limit: flags.limit as number | undefined,
      ids: flags.id as readonly string[] | undefined,
      seed: 1,
    },
    seed: 1,
    isOffline: flags.offline === true ? true : undefined,
    keepsMedia: false,
    ...telling,
  };
}

function missingText({ systems, file, problem, hint }: MissingFile): string {
  const need = systems.length === 1 ? "needs" : "need";
  if (problem !== undefined) return `error: ${problem} (${systems.join(", ")} ${need} it)\n`;
  const how = hint === undefined ? "" : `; ${hint}`;
  return `error: ${file} is not there, which ${systems.join(", ")} ${need}${how}\n`;
}

/** Opening takes long and is a command of its own. */
function unopenedText(path: string): string {
  return `pictures and videos were looked for and not opened: vidimus probe ${path} opens them all, vidimus doctor ${path} tries the systems\n`;
}
