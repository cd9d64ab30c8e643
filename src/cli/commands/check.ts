import { existsSync } from "node:fs";
import { extname, resolve } from "node:path";
import { loadConfig } from "../../config/load-config.ts";
import { isRecord } from "../../core/json.ts";
import { findById } from "../../core/registry.ts";
import { UserError } from "../../core/user-error.ts";
import { isGlob } from "../../datasets/folder/glob.ts";
import { openDataFile } from "../../datasets/open-data-file.ts";
import { adoptEnvFiles } from "../adopt-env-files.ts";
import { type CheckedSamples, checkSamples, UnreadableRows } from "../check-samples.ts";
import type { Flags } from "../command.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { fittedRows, terminalWidth } from "../fitted-rows.ts";
import { type OpenOptions, openTask, type Task } from "../open-task.ts";
import { plainTask } from "../plain-task.ts";
import { showProgress } from "../progress.ts";
import { registries } from "../registries.ts";

interface Checked extends CheckedSamples {
  readonly task: string;
  readonly family: string;
  /** Pictures and videos that nobody looked for, because their folder is not known. */
  readonly mediaNotLookedFor: number;
}

interface Opened {
  readonly task: Task;
  /** Whether it is known where media lie. */
  readonly hasMedia: boolean;
}

/** `vidimus check`: a dataset, or the data of every task of a configuration, by the rules of its family. */
export async function run(argument: string | undefined, flags: Flags): Promise<ExitCode> {
  const path = argument ?? "";
  const checked: Checked[] = [];
  using progress = showProgress();
  let unreadable = new UnreadableRows();
  const telling: Telling = {
    onWarning: (message) => progress.say(`warning: ${message}`),
    onUnreadable: ({ message }) => unreadable.add(message),
  };
  for (const { task, hasMedia } of flags.family === undefined ? await ofConfig(path, flags, telling) : [ofData(path, flags, telling)]) {
    let mediaNotLookedFor = 0;
    const mediaProblem = async (media: string) => {
      if (hasMedia) return task.media.problem(media);
      mediaNotLookedFor++;
      return undefined;
    };
    unreadable = new UnreadableRows();
    const found = await checkSamples(task, { unreadable, mediaProblem });
    checked.push({ task: task.id, family: task.family.id, ...found, mediaNotLookedFor });
  }
  progress[Symbol.dispose]();
  const isWell = checked.every(({ findings }) => findings.every(({ level }) => level !== "error"));
  if (flags.json === true) process.stdout.write(`${JSON.stringify({ schema: "vidimus-check/1", well: isWell, tasks: checked })}\n`);
  else process.stdout.write(checked.map(table).join("\n"));
  return isWell ? exitCode.fine : exitCode.usage;
}

type Telling = Pick<OpenOptions, "onWarning" | "onUnreadable">;

function ofData(path: string, flags: Flags, telling: Telling): Opened {
  const media = flags.media as string | undefined;
  const config = plainTask({ family: flags.family as string, format: flags.format as string | undefined, data: path, media });
  return { task: openTask(config, { ...reading(flags, telling), directory: process.cwd() }), hasMedia: media !== undefined };
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

async function ofConfig(path: string, flags: Flags, telling: Telling): Promise<readonly Opened[]> {
  if (path !== "" && !isGlob(path) && !existsSync(path)) throw new UserError(`no such file: ${path}`);
  if (!(await isConfig(path)))
    throw new UserError(
      `${path}: of which family is it?`,
      `name it: --family ${registries.families.map(({ id }) => id).join("|")}, and --format`,
    );
  if (flags.format !== undefined) findById([], flags.format as string, "format");
  adoptEnvFiles({ config: path, file: undefined }, process.env);
  const { config, directory, registries: known } = await loadConfig(resolve(path), { registries, set: [], environment: process.env });
  // Nothing is graded where data is only looked at.
  return config.tasks.map((task) => ({
    task: openTask({ ...task, graders: {} }, { ...reading(flags, telling), directory, families: known.families }),
    hasMedia: true,
  }));
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

function table({ task, family, samples, findings, mediaNotLookedFor }: Checked): string {
  const rows = findings.map(({ level, check, count, samples: ids, message }) => [
    level,
    check,
    count === 0 ? "the set" : String(count),
    `${message}${ids.length > 0 ? ` (${ids.join(", ")}${count > ids.length ? ", …" : ""})` : ""}`,
  ]);
  const errors = findings.filter(({ level }) => level === "error").length;
  const verdict = findings.length === 0 ? "nothing found" : `${counted(errors, "error")}, ${counted(findings.length - errors, "warning")}`;
  const head = `${task}: ${counted(samples, "sample")} of family ${family}, ${verdict}\n`;
  const found = rows.length === 0 ? "" : fittedRows(["level", "check", "samples", "what"], rows, terminalWidth());
  const media = counted(mediaNotLookedFor, "picture or video", "pictures and videos");
  const unseen = mediaNotLookedFor === 0 ? "" : `${media} not looked for: name their folder with --media\n`;
  return `${head}${found}${unseen}`;
}

function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
