import { existsSync } from "node:fs";
import { extname, resolve } from "node:path";
import { type LoadedConfig, loadConfig } from "../../../config/load-config.ts";
import { isRecord } from "../../../core/json.ts";
import { findById } from "../../../core/registry.ts";
import { UserError } from "../../../core/user-error.ts";
import { isGlob } from "../../../datasets/folder/glob.ts";
import { openDataFile } from "../../../datasets/open-data-file.ts";
import { registries } from "../../../evaluation/extend/registries.ts";
import {
  type DistinctPart,
  distinctParts,
  mergedParts,
  readingOf,
  rowsText,
} from "../../../evaluation/matrix/distinct-parts.ts";
import { defaultTask } from "../../../evaluation/task/default-task.ts";
import { MediaSurvey } from "../../../evaluation/task/media-survey.ts";
import { type OpenOptions, openTask, type Task } from "../../../evaluation/task/open-task.ts";
import { showsMedia } from "../../../evaluation/task/shows-media.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { adoptEnvFiles } from "../../flags/adopt-env-files.ts";
import { fittedRows } from "../../terminal/fitted-rows.ts";
import { showProgress } from "../../terminal/progress.ts";
import { terminalWidth } from "../../terminal/terminal-width.ts";
import type { Flags } from "../command.ts";
import { type CheckedSamples, checkSamples, UnreadableRows } from "./check-samples.ts";
import { type MissingFile, missingFiles } from "./missing-files.ts";

interface Checked extends CheckedSamples {
  readonly task: string;
  readonly family: string;
  /**
   * Pictures and videos of which none lies where a run would look, since nobody said where they
   * are.
   */
  readonly mediaNotFound: number;
}

interface Opened {
  readonly task: Task;
  /** Rows of a matrix that read it so. */
  readonly names: readonly string[];
  /** Whether it was said where media lie. */
  readonly isPlaced: boolean;
  /** Whether it is asked of systems that look; `undefined` where it is not known of whom. */
  readonly isLookedAt?: boolean | undefined;
}

/**
 * `vidimus check`: a dataset, or the data of every task of a configuration and of the rows of its
 * matrix, by the rules of its family.
 */
export async function run(argument: string | undefined, flags: Flags): Promise<ExitCode> {
  const path = argument ?? "";
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
  const { rows, opened, missing } =
    flags.family === undefined
      ? await ofConfig(path, flags, telling)
      : ofData(path, flags, telling);
  for (const { task, names, isPlaced, isLookedAt } of opened) {
    const survey = new MediaSurvey(task);
    unreadable = new UnreadableRows();
    const found = await checkSamples(task, {
      unreadable,
      survey,
      isPlaced,
      isLookedAt: task.isWithoutMedia ? false : isLookedAt,
    });
    const mediaNotFound = !isPlaced && survey.missing.length === survey.count ? survey.count : 0;
    checked.push({
      part: { task: task.id, family: task.family.id, ...found, mediaNotFound },
      names,
    });
  }
  progress[Symbol.dispose]();
  const different = mergedParts(checked, (part) => part);
  const isWell = different.every(({ part }) =>
    part.findings.every(({ level }) => level !== "error"),
  );
  if (flags.json === true) {
    const tasks = different.map(({ part, names }) => ({
      ...part,
      ...(names.length === rows.length ? {} : { rows: names }),
    }));
    const files = missing.length === 0 ? {} : { missingFiles: missing };
    const found = { schema: "vidimus-check/1", well: isWell, tasks, ...files };
    process.stdout.write(`${JSON.stringify(found)}\n`);
  } else {
    const tables = different.map(({ part, names }) =>
      table({ ...part, task: `${part.task}${rowsText(names, { rows })}` }),
    );
    const unopened = opened.some(({ isLookedAt }) => isLookedAt) ? [unopenedText(path)] : [];
    const notes = [...missing.map(missingText), ...unopened].join("");
    process.stdout.write([...tables, ...(notes === "" ? [] : [notes])].join("\n"));
  }
  return isWell ? exitCode.fine : exitCode.usage;
}

/** What is to be checked, and the rows of the matrix that it is of. */
interface Checking {
  readonly rows: LoadedConfig["rows"];
  readonly opened: readonly Opened[];
  readonly missing: readonly MissingFile[];
}

type Telling = Pick<OpenOptions, "onWarning" | "onUnreadable">;

function ofData(path: string, flags: Flags, telling: Telling): Checking {
  const media = flags.media as string | undefined;
  const family = findById(registries.families, flags.family as string, "family");
  const config = defaultTask(family, {
    data: { path, media },
    format: flags.format as string | undefined,
  });
  const task = openTask(config, { ...reading(flags, telling), directory: process.cwd() });
  return { rows: [], opened: [{ task, names: [], isPlaced: media !== undefined }], missing: [] };
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
  if (path !== "" && !isGlob(path) && !existsSync(path))
    throw new UserError(`no such file: ${path}`);
  if (!(await isConfig(path)))
    throw new UserError(
      `${path}: of which family is it?`,
      `name it: --family ${registries.families.map(({ id }) => id).join("|")}, and --format`,
    );
  if (flags.format !== undefined) findById([], flags.format as string, "format");
  adoptEnvFiles({ config: path, file: undefined }, process.env);
  const loaded = await loadConfig(resolve(path), { registries, set: [], environment: process.env });
  const { directory, registries: known } = loaded;
  // Nothing is graded where data is only looked at.
  const opened = distinctParts(loaded, { pick: ({ tasks }) => tasks, identify: readingOf }).map(
    ({ part, names }) => ({
      task: openTask(
        { ...part, graders: {} },
        { ...reading(flags, telling), directory, families: known.families },
      ),
      names,
      isPlaced: true,
      isLookedAt: showsMedia(part, loaded),
    }),
  );
  return { rows: loaded.rows, opened, missing: missingFiles(loaded) };
}

function reading(flags: Flags, telling: Telling) {
  return {
    selection: { limit: flags.limit as number | undefined, seed: 1 },
    seed: 1,
    isOffline: flags.offline === true ? true : undefined,
    keepsMedia: false,
    ...telling,
  };
}

function table({ task, family, samples, findings, mediaNotFound }: Checked): string {
  const rows = findings.map(({ level, check, count, samples: ids, message }) => [
    level,
    check,
    count === 0 ? "the set" : String(count),
    `${message}${ids.length > 0 ? ` (${ids.join(", ")}${count > ids.length ? ", …" : ""})` : ""}`,
  ]);
  const errors = findings.filter(({ level }) => level === "error").length;
  const verdict =
    findings.length === 0
      ? "nothing found"
      : `${counted(errors, "error")}, ${counted(findings.length - errors, "warning")}`;
  const head = `${task}: ${counted(samples, "sample")} of family ${family}, ${verdict}\n`;
  const found =
    rows.length === 0
      ? ""
      : fittedRows(["level", "check", "samples", "what"], rows, terminalWidth());
  const media = counted(mediaNotFound, "picture or video", "pictures and videos");
  const unseen =
    mediaNotFound === 0
      ? ""
      : `${media} not found beside the data: name their folder with --media\n`;
  return `${head}${found}${unseen}`;
}

function missingText({ systems, file, hint }: MissingFile): string {
  const need = systems.length === 1 ? "needs" : "need";
  const how = hint === undefined ? "" : `; ${hint}`;
  return `warning: ${file} is not there, which ${systems.join(", ")} ${need}${how}\n`;
}

/** Opening takes long and is a command of its own. */
function unopenedText(path: string): string {
  return `pictures and videos were looked for and not opened: vidimus probe ${path} opens them all, vidimus doctor ${path} tries the systems\n`;
}

function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
