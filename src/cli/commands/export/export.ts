import { join, resolve } from "node:path";
import { closest } from "../../../core/suggest.ts";
import { UserError } from "../../../core/user-error.ts";
import { exportMlflow } from "../../../evaluation/output/export-mlflow.ts";
import { exportFailures, exportResults } from "../../../evaluation/output/export-results.ts";
import {
  type SampleTable,
  sampleMetrics,
  sampleTables,
  type TableForm,
  tableForms,
} from "../../../evaluation/output/sample-tables.ts";
import { rescoreRun } from "../../../evaluation/run/rescore-run.ts";
import type { Task } from "../../../evaluation/task/open-task.ts";
import { makeFolder } from "../../../files/make-folder.ts";
import { shortPath } from "../../../files/short-path.ts";
import { runStores } from "../../../store/run-stores.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { showProgress } from "../../terminal/progress.ts";
import { showEvents } from "../../terminal/show-events.ts";
import type { Flags } from "../command.ts";

/**
 * `vidimus export`: results of a run as tables, or in the layouts that its families know.
 * Everything is read from the log.
 */
export async function run(argument: string | undefined, flags: Flags): Promise<ExitCode> {
  const directory = resolve(argument ?? "");
  if (flags.to !== undefined) return track(directory, flags);
  for (const name of ["url", "experiment"])
    if (flags[name] !== undefined) throw new UserError(`--${name} is about --to mlflow`);
  const wanted = (flags.format as readonly string[] | undefined) ?? ["csv"];
  const target = resolve((flags.output as string | undefined) ?? join(directory, "exports"));
  const forms = wanted.filter((form): form is TableForm =>
    (tableForms as readonly string[]).includes(form),
  );
  const layouts = wanted.filter((form) => !(tableForms as readonly string[]).includes(form));
  await using store = await runStores.read(directory);
  using progress = showProgress();
  let table: SampleTable | undefined;
  const rescored = await rescoreRun({
    store,
    onEvent: showEvents(progress),
    set: [],
    isOffline: flags.offline === true ? true : undefined,
    select: () => undefined,
    async onTasks(tasks) {
      refuseUnknown(layouts, tasks);
      if (forms.length === 0) return undefined;
      makeFolder(target);
      const opened = await sampleTables(target, sampleMetrics(tasks), forms);
      table = opened;
      return (place, sample, marked) => opened.add(place, sample, marked);
    },
  });
  if (rescored) table?.finish();
  else table?.discard();
  if (!rescored) return exitCode.incomplete;
  const { tasks, evaluated } = rescored;
  const written = forms.map((form) => join(target, `samples.${form}`));
  for (const id of layouts) {
    const { cells, summary } = evaluated;
    written.push(
      ...(await exportResults({
        ids: [id],
        tasks,
        cells,
        summary,
        failures: exportFailures(summary, tasks),
        store,
        asks: false,
        directory: target,
      })),
    );
  }
  progress[Symbol.dispose]();
  const files = written.map(shortPath);
  process.stdout.write(
    flags.json === true
      ? `${JSON.stringify({ schema: "vidimus-export/1", files })}\n`
      : `${files.join("\n")}\n`,
  );
  return exitCode.fine;
}

/** Sends scores to a tracker. */
async function track(directory: string, flags: Flags): Promise<ExitCode> {
  if (flags.to !== "mlflow")
    throw new UserError(`--to: unknown tracker "${String(flags.to)}"`, "there is mlflow");
  for (const name of ["format", "output"])
    if (flags[name] !== undefined)
      throw new UserError(`--${name} is about files, and --to writes none`, "leave one out");
  const url = (flags.url as string | undefined) ?? process.env.MLFLOW_TRACKING_URI;
  if (url === undefined || !/^https?:\/\//.test(url))
    throw new UserError(
      url === undefined ? "no address of the tracking server" : `--url: "${url}" is no address`,
      "name it: --url http://127.0.0.1:5000, or as MLFLOW_TRACKING_URI",
    );
  const runs = await exportMlflow(runStores.files(directory), {
    url,
    experiment: (flags.experiment as string | undefined) ?? "vidimus",
    token: process.env.MLFLOW_TRACKING_TOKEN,
  });
  process.stdout.write(
    flags.json === true
      ? `${JSON.stringify({ schema: "vidimus-export/1", runs })}\n`
      : runs
          .map(
            ({ name, id, isKnown }) => `${id}  ${name}${isKnown ? " (was there already)" : ""}\n`,
          )
          .join(""),
  );
  return exitCode.fine;
}

/**
 * A layout must be one of a task's family; where a run has tasks of several families, those that
 * know it are written.
 */
function refuseUnknown(layouts: readonly string[], tasks: readonly Task[]): void {
  const known = [
    ...new Set<string>([
      ...tableForms,
      ...tasks.flatMap(({ family }) => family.display.exports.map(({ id }) => id)),
    ]),
  ];
  for (const id of layouts) {
    if (known.includes(id)) continue;
    const near = closest(id, known);
    throw new UserError(
      `unknown format "${id}"`,
      near ? `did you mean "${near}"? (${known.join(", ")})` : `of this run: ${known.join(", ")}`,
    );
  }
}
