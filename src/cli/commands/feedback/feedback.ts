import { basename, dirname, join, relative, resolve } from "node:path";
import { UserError } from "../../../core/user-error.ts";
import { applyFeedback } from "../../../evaluation/review/apply-feedback.ts";
import { usedCorrections } from "../../../evaluation/review/gold.ts";
import {
  type ImportedFeedback,
  importFeedback,
} from "../../../evaluation/review/import-feedback.ts";
import { readQueue } from "../../../evaluation/review/queue-file.ts";
import { newestRun } from "../../../evaluation/run/newest-run.ts";
import { shortPath } from "../../../files/short-path.ts";
import { runStores } from "../../../store/run-stores.ts";
import { formatInterval, formatPercent, formatQuantity } from "../../../summary/format-number.ts";
import type { FeedbackRate } from "../../../summary/review/feedback-rate.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import type { Flags } from "../command.ts";

/** More than this share of answers should come back with feedback (VIGIL's framework). */
const target = 0.05;
const mostNamed = 5;

/** `vidimus feedback`: what users of a system say becomes a queue, and then data. */
export async function run(
  _argument: string | undefined,
  flags: Flags,
  [action, ...names]: readonly string[],
): Promise<ExitCode> {
  if (action === "import") return importFiles(names, flags);
  if (action === "apply") return apply(names, flags);
  throw new UserError(`feedback: unknown action "${action}"`, "one of import, apply");
}

async function importFiles(files: readonly string[], flags: Flags): Promise<ExitCode> {
  if (files.length === 0)
    throw new UserError("name a file of feedback", "vidimus feedback import feedback.jsonl");
  const directory = resolve((flags.run as string | undefined) ?? (await newest()));
  if (!(await runStores.header(directory)))
    throw new UserError(`no run in ${shortPath(directory)}`, "name the folder of a run as --run");
  const folder = resolve((flags.folder as string | undefined) ?? dirname(directory));
  if (relative(folder, directory).startsWith(".."))
    throw new UserError(`--folder: ${shortPath(directory)} does not lie in ${shortPath(folder)}`);
  const threshold = Number(flags.threshold ?? 0.5);
  if (!Number.isFinite(threshold))
    throw new UserError(`--threshold: expected a number, got ${String(flags.threshold)}`);
  const imported = await importFeedback({
    ...{ files, directory, folder, threshold, target },
    task: flags.task as string | undefined,
    name: flags.name as string | undefined,
    answers: flags.answers as number | undefined,
    raters: (flags.raters as number | undefined) ?? 1,
  });
  process.stdout.write(
    flags.json === true ? `${JSON.stringify(imported, null, 2)}\n` : importedText(imported, folder),
  );
  return imported.queue ? exitCode.fine : exitCode.incomplete;
}

async function newest(): Promise<string> {
  const run = await newestRun("runs");
  if (run === undefined) throw new UserError("no run in runs", "name the folder of a run as --run");
  return run;
}

function importedText({ rate, kinds, queue, leftOut }: ImportedFeedback, folder: string): string {
  const { correction, missed, "false-alarm": alarms } = kinds;
  const lines = [
    `rate      ${rate ? rateText(rate) : "not known: say how many answers were given with --answers"}`,
    `feedback  ${[
      formatQuantity(correction, "correction"),
      formatQuantity(alarms, "false alarm"),
      `${missed} missed`,
    ].join(", ")}`,
    ...leftOut
      .slice(0, mostNamed)
      .map(({ where, reason }) => `left out  ${shortPath(where)}: ${reason}`),
    ...(leftOut.length > mostNamed ? [`          and ${leftOut.length - mostNamed} more`] : []),
    ...(queue
      ? [
          `queue     ${shortPath(queue.directory)} (${formatQuantity(queue.items, "item")}, most uncertain first)`,
          "",
          `Review it:  vidimus view ${shortPath(folder)}`,
          `Then:       vidimus feedback apply ${shortPath(queue.directory)}`,
        ]
      : ["queue     none: nothing can be reviewed"]),
  ];
  return `${lines.join("\n")}\n`;
}

function rateText({ feedback, answers, rate, low, high, verdict }: FeedbackRate): string {
  return `${formatPercent(rate)} (95 % interval ${formatInterval(low, high, "percent")}), ${feedback} of ${formatQuantity(answers, "answer")}; target above ${formatPercent(target, 0)}: ${verdict}`;
}

async function apply([name, ...more]: readonly string[], flags: Flags): Promise<ExitCode> {
  if (name === undefined || more.length > 0)
    throw new UserError("name one queue", "vidimus feedback apply runs/reviews/qa-feedback");
  const directory = resolve(name);
  const folder = dirname(dirname(directory));
  const place = await readQueue(folder, basename(directory));
  const { run: id } = place.queue;
  if (id === undefined) throw new UserError(`${name}: is about no run`);
  const written = await applyFeedback(place, { folder, directory: join(folder, id) });
  const { file, changed, added } = written;
  const { command } = await usedCorrections(
    { directory: join(folder, id), task: place.queue.task },
    file,
  );
  process.stdout.write(
    flags.json === true
      ? `${JSON.stringify(written, null, 2)}\n`
      : [
          `corrections  ${shortPath(file)} (${changed} changed, ${added} added)`,
          "",
          `Score with it:  ${command}`,
          "",
        ].join("\n"),
  );
  return exitCode.fine;
}
