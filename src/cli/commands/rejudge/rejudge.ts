import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { yamlSource } from "../../../config/yaml-source.ts";
import { isRecord, type Json } from "../../../core/json.ts";
import { UserError } from "../../../core/user-error.ts";
import { runFacts } from "../../../evaluation/output/run-files.ts";
import { planRejudge, type RejudgeRequest, rejudge } from "../../../evaluation/rejudge/rejudge.ts";
import { retriedOutcomes } from "../../../evaluation/run/check-request.ts";
import { makeFolder } from "../../../files/make-folder.ts";
import { writeAtomically } from "../../../files/write-atomically.ts";
import { rejudgeText } from "../../../report/text/rejudge-text.ts";
import { runStores } from "../../../store/run-stores.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { adoptEnvFiles } from "../../flags/adopt-env-files.ts";
import { labelsOf } from "../../flags/file-task.ts";
import { keepHeapSmall } from "../../keep-heap-small.ts";
import { onInterrupt } from "../../terminal/interrupt.ts";
import { showProgress } from "../../terminal/progress.ts";
import { showEvents } from "../../terminal/show-events.ts";
import { terminalStyle } from "../../terminal/terminal-style.ts";
import { pageWidth } from "../../terminal/terminal-width.ts";
import type { Flags } from "../command.ts";
import { printPlan } from "../run/print-plan.ts";

/** `vidimus rejudge`. */
export async function run(argument: string | undefined, flags: Flags): Promise<ExitCode> {
  const parts = /^(.*?)(?:#([^#/]+))?$/.exec(argument ?? "")!;
  const directory = resolve(parts[1]!);
  if (!(await runStores.header(directory)))
    throw new UserError(`no run in ${parts[1]}`, "name the folder of a run");
  const text = (name: string) => flags[name] as string | undefined;
  const { base } = await runFacts(runStores.files(directory));
  // A file .env beside the configuration counts here as it did in the run.
  adoptEnvFiles({ config: join(base, "vidimus.yaml"), file: text("envFile") }, process.env);
  const isJson = flags.json === true;
  const mostListed = (flags.disagreements as number | undefined) ?? 20;
  using progress = showProgress();
  using interrupt = onInterrupt((message) => progress.say(message));
  const request: RejudgeRequest = {
    directory,
    name: parts[1]!,
    system: parts[2],
    judge: {
      role: text("role"),
      grader: text("grader") === undefined ? undefined : graderIn(text("grader")!),
      settings: Object.fromEntries(
        ["model", "provider", "baseUrl"].flatMap((name) =>
          flags[name] === undefined ? [] : [[name, flags[name] as Json]],
        ),
      ),
      set: (flags.set as readonly string[] | undefined) ?? [],
    },
    labels: labelsOf(flags),
    calibration: text("calibration"),
    retry: retriedOutcomes(flags.retry as readonly string[] | undefined),
    mostListed,
    base: text("base") === undefined ? undefined : resolve(text("base")!),
    isOffline: flags.offline === true ? true : undefined,
    onEvent: showEvents(progress, { isQuiet: isJson }),
    interrupt,
  };
  if (flags.dryRun === true) {
    const plan = await planRejudge(request);
    progress[Symbol.dispose]();
    printPlan(plan, { json: isJson, start: "keep the new grades beside the run, in rejudged/" });
    return exitCode.fine;
  }
  using _heap = keepHeapSmall();
  const rejudged = await rejudge(request);
  progress[Symbol.dispose]();
  if (!rejudged) {
    process.stderr.write("interrupted: the same command goes on\n");
    return exitCode.incomplete;
  }
  const { document, calibration } = rejudged;
  saveCalibration(text("saveCalibration"), calibration);
  process.stdout.write(
    isJson
      ? `${JSON.stringify(document)}\n`
      : rejudgeText(
          document,
          { all: flags.all === true, mostListed },
          { style: terminalStyle, width: pageWidth() },
        ),
  );
  return document.complete ? exitCode.fine : exitCode.incomplete;
}

/** A grader as a configuration lists it, in a file of its own. */
function graderIn(path: string): Readonly<Record<string, Json>> {
  let text: string;
  try {
    text = readFileSync(resolve(path), "utf8");
  } catch {
    throw new UserError(`${path}: no such file`, "named as --grader");
  }
  const { value } = yamlSource(text, path);
  if (!isRecord(value) || typeof value.kind !== "string")
    throw new UserError(
      `${path}: is no grader`,
      "it must hold what a configuration lists under graders, such as { kind: chat, provider: openai, model: gpt-5-mini }",
    );
  return value as Readonly<Record<string, Json>>;
}

function saveCalibration(path: string | undefined, calibration: unknown): void {
  if (path === undefined) return;
  if (calibration === undefined)
    throw new UserError(
      "--save-calibration: people labelled none of the answers",
      "name their labels: --labels <file>",
    );
  const target = resolve(path);
  makeFolder(dirname(target));
  writeAtomically(target, `${JSON.stringify(calibration, null, 2)}\n`);
}
