import { basename, resolve } from "node:path";
import { closest } from "../../../core/suggest.ts";
import { UserError } from "../../../core/user-error.ts";
import { type TestedRuns, testsAcrossRuns } from "../../../evaluation/compare/tests-across-runs.ts";
import { believedSummary } from "../../../evaluation/output/run-files.ts";
import { writeAtomically } from "../../../files/write-atomically.ts";
import { markdownTable, plainMarkdown } from "../../../report/markdown/markdown-table.ts";
import { overviewTable } from "../../../report/table/overview-table.ts";
import { csvLine } from "../../../report/text/csv.ts";
import { overviewLatex } from "../../../report/text/latex.ts";
import { joinBlocks, tableLines } from "../../../report/text/text-table.ts";
import { runStores } from "../../../store/run-stores.ts";
import {
  type NamedSummary,
  type Overview,
  overviewOf,
  withRows,
} from "../../../summary/overview.ts";
import { shortRunNames } from "../../../summary/short-run-names.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { showProgress } from "../../terminal/progress.ts";
import { showEvents } from "../../terminal/show-events.ts";
import { terminalStyle } from "../../terminal/terminal-style.ts";
import { pageWidth } from "../../terminal/terminal-width.ts";
import type { Flags } from "../command.ts";

/** `vidimus table`: runs side by side. */
export async function run(
  _argument: string | undefined,
  flags: Flags,
  rest: readonly string[],
): Promise<ExitCode> {
  const format = formatOf(flags.format as string | undefined);
  const found: (NamedSummary & { readonly directory: string })[] = [];
  for (const path of rest) {
    const directory = resolve(path);
    const read = await believedSummary(runStores.files(directory));
    if (!read.stored)
      throw new UserError(
        read.problem,
        "name folders of runs that have ended, or score them first",
      );
    found.push({ name: basename(directory), directory, summary: read.stored.summary });
  }
  checkMetrics((flags.metrics as readonly string[] | undefined) ?? [], found);
  // Programs want folders; people want rows that fit.
  const isForPrograms = flags.json === true || format === "csv";
  const names = shortRunNames(found.map(({ name }) => name));
  const runs = isForPrograms ? found : found.map((one, at) => ({ ...one, name: names[at]! }));
  const tested = await testsOf(runs, flags);
  const notes = tested?.notes ?? (runs.length > 1 ? ["nothing is marked without tests"] : []);
  const whole = overviewOf(runs, {
    metrics: (flags.metrics as readonly string[] | undefined) ?? [],
    hasResources: flags.resources === true,
    ...(tested ? { tests: tested.tests } : {}),
  });
  const overview = withRows(
    whole,
    ({ role }) => flags.baselines === true || ["system", "people", "published"].includes(role),
  );
  if (overview.rows.every(({ role }) => role === "people"))
    throw new UserError("the runs have baselines and probes only", "--baselines shows them");
  const text =
    flags.json === true
      ? `${JSON.stringify({ schema: "vidimus-table/1", ...overview, notes })}\n`
      : drawn(overview, format, notes);
  if (flags.output === undefined) process.stdout.write(text);
  else writeAtomically(resolve(flags.output as string), text);
  return exitCode.fine;
}

/** @throws {UserError} where no task has a metric of that name. */
function checkMetrics(names: readonly string[], runs: readonly NamedSummary[]): void {
  const systems = runs.flatMap(({ summary }) => summary.tasks.flatMap((task) => task.systems));
  const known = [...new Set(systems.flatMap(({ metrics }) => Object.keys(metrics)))];
  for (const name of names)
    if (!known.includes(name)) {
      const near = closest(name, known);
      throw new UserError(
        `--metrics: no task of these runs has a metric "${name}"`,
        `${near ? `did you mean "${near}"? ` : ""}names here: ${known.join(", ")}`,
      );
    }
}

const formats = ["text", "markdown", "latex", "csv"] as const;
type Format = (typeof formats)[number];

function formatOf(name = "text"): Format {
  const found = formats.find((one) => one === name);
  if (!found) throw new UserError(`unknown format ${name}`, `known: ${formats.join(", ")}`);
  return found;
}

/** Systems of one run were tested when it ended. */
async function testsOf(
  runs: readonly (NamedSummary & { readonly directory: string })[],
  flags: Flags,
): Promise<TestedRuns | undefined> {
  if (runs.length < 2 || flags.tests === false) return undefined;
  using progress = showProgress();
  return testsAcrossRuns(runs, showEvents(progress));
}

function drawn(overview: Overview, format: Format, more: readonly string[]): string {
  const table = overviewTable(overview, { namesHeadlines: format === "markdown" });
  const notes = [...(table.notes ?? []), ...more];
  switch (format) {
    case "csv":
      return csvRows(overview)
        .map((row) => csvLine(row))
        .join("");
    case "latex":
      return overviewLatex(overview, more);
    case "markdown":
      return `${markdownTable(table)}\n\n${notes.map((note) => `- ${plainMarkdown(note)}\n`).join("")}`;
    case "text":
      return joinBlocks([
        tableLines({ ...table, notes }, { style: terminalStyle, width: pageWidth() }),
      ]);
  }
}

/** One row for each score, in fractions, for programs. */
function csvRows({ columns, rows }: Overview): readonly (readonly (string | number | null)[])[] {
  return [
    ["run", "system", "role", "task", "metric", "value", "low", "high", "mark"],
    ...rows.flatMap(({ run = "", system, role, cells }) =>
      cells.flatMap((cell, at) => {
        const { task, metric } = columns[at]!;
        return cell
          ? [[run, system, role, task, metric, cell.value, cell.low, cell.high, cell.mark ?? ""]]
          : [];
      }),
    ),
  ];
}
