import { join, resolve } from "node:path";
import { closest } from "../../../core/suggest.ts";
import { UserError } from "../../../core/user-error.ts";
import { type ChartFormat, chartFormats } from "../../../evaluation/plot/draw-chart.ts";
import { gatherPlotted } from "../../../evaluation/plot/gather-plotted.ts";
import { type WrittenChart, writeCharts } from "../../../evaluation/plot/write-charts.ts";
import { newestRun } from "../../../evaluation/run/newest-run.ts";
import { shortPath } from "../../../files/short-path.ts";
import {
  type Chart,
  type ChartLook,
  type ChartWidth,
  chartKinds,
  chartWidths,
} from "../../../report/plot/chart.ts";
import { chartsOf, shownSideBySide } from "../../../report/plot/charts-of.ts";
import { plotTasks, signatureNotes } from "../../../report/plot/plotted-run.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import type { Flags } from "../command.ts";

/** `vidimus plot`: charts of what runs came to. */
export async function run(
  _argument: string | undefined,
  flags: Flags,
  rest: readonly string[],
): Promise<ExitCode> {
  const formats = formatsOf(flags.format as readonly string[] | undefined);
  const look = lookOf(flags);
  const marks = marksOf((flags.mark as readonly string[] | undefined) ?? []);
  const directories = rest.length > 0 ? rest.map((path) => resolve(path)) : [await newest()];
  const { runs, matrices } = await gatherPlotted(directories, marks);
  const metrics = (flags.metrics as readonly string[] | undefined) ?? [];
  const all = chartsOf({ runs, matrices, metrics }, look);
  const charts = chosen(all, flags.chart as readonly string[] | undefined);
  const directory = resolve(
    (flags.output as string | undefined) ??
      (directories.length === 1 ? join(directories[0]!, "plots") : "plots"),
  );
  const isListed = flags.list === true;
  const written: readonly WrittenChart[] = isListed
    ? charts.map(({ id, kind, title }) => ({ id, kind, title, files: [] }))
    : await writeCharts(charts, {
        directory,
        formats,
        onWarning: (text) => process.stderr.write(`${text}\n`),
      });
  const notes = [
    ...(shownSideBySide(runs).length < runs.length
      ? ["of names with more than three runs, all charts but trends show the newest"]
      : []),
    ...signatureNotes(plotTasks(runs, metrics)),
  ];
  if (flags.json === true)
    process.stdout.write(
      `${JSON.stringify({ schema: "vidimus-plots/1", ...(isListed ? {} : { directory }), charts: written, notes })}\n`,
    );
  else process.stdout.write(listed(written, { directory, formats, isListed, notes }));
  return exitCode.fine;
}

function formatsOf(names: readonly string[] = chartFormats): readonly ChartFormat[] {
  const known = [...chartFormats, "spec"] as const;
  const wrong = names.find((name) => !known.some((one) => one === name));
  if (wrong !== undefined)
    throw new UserError(`unknown format ${wrong}`, `known: ${known.join(", ")}`);
  return chartFormats.filter((format) => names.includes(format));
}

function lookOf(flags: Flags): ChartLook {
  const width = (flags.width as string | undefined) ?? "column";
  if (!Object.hasOwn(chartWidths, width))
    throw new UserError(
      `unknown width ${width}`,
      `known: ${Object.entries(chartWidths)
        .map(([name, millimetres]) => `${name} (${millimetres} mm)`)
        .join(", ")}`,
    );
  return { width: width as ChartWidth, hasTitles: flags.titles !== false };
}

function marksOf(given: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    given.map((one) => {
      const at = one.indexOf("=");
      if (at < 1 || at === one.length - 1)
        throw new UserError(
          `--mark ${one} is not of the form run=label`,
          "--mark 20261115-120000-plant=v1.2",
        );
      return [one.slice(0, at).replace(/\/+$/, "").split("/").at(-1)!, one.slice(at + 1)];
    }),
  );
}

async function newest(): Promise<string> {
  const run = await newestRun("runs");
  if (run === undefined)
    throw new UserError(
      "no runs in the folder runs",
      "name directories of runs: vidimus plot <run>",
    );
  return resolve(run);
}

function chosen(charts: readonly Chart[], names: readonly string[] | undefined): readonly Chart[] {
  if (charts.length === 0) throw new UserError("the runs have no scores to draw");
  if (names === undefined) return charts;
  return names
    .flatMap((name) => {
      const found = charts.filter(({ id, kind }) => id === name || kind === name);
      if (found.length > 0) return found;
      throw unknownChart(name, charts);
    })
    .filter((chart, at, all) => all.indexOf(chart) === at);
}

function unknownChart(name: string, charts: readonly Chart[]): UserError {
  if (Object.hasOwn(chartKinds, name))
    return new UserError(
      `the runs have no charts of the kind ${name}`,
      `there are: ${[...new Set(charts.map(({ kind }) => kind))].join(", ")}`,
    );
  const near = closest(name, [...Object.keys(chartKinds), ...charts.map(({ id }) => id)]);
  return new UserError(
    `unknown chart ${name}`,
    near
      ? `did you mean ${near}? --list names all`
      : `kinds: ${Object.keys(chartKinds).join(", ")}; --list names all charts`,
  );
}

interface Listing {
  readonly directory: string;
  readonly formats: readonly ChartFormat[];
  readonly isListed: boolean;
  readonly notes: readonly string[];
}

function listed(
  charts: readonly WrittenChart[],
  { directory, formats, isListed, notes }: Listing,
): string {
  const groups = [...Map.groupBy(charts, ({ kind }) => kind)];
  const lines = groups.flatMap(([kind, own]) => [
    `${kind}: ${chartKinds[kind]}`,
    ...own.map(({ id }) => `  ${id}`),
  ]);
  const many = charts.length === 1 ? "1 chart" : `${charts.length} charts`;
  const kinds = [...formats, "vl.json"].join(", ");
  const last = isListed ? many : `${many} as ${kinds} in ${shortPath(directory)}`;
  return `${[...lines, "", ...notes, last].join("\n")}\n`;
}
