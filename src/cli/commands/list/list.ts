import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { findById } from "../../../core/registry.ts";
import { registries } from "../../../evaluation/extend/registries.ts";
import { readSummary } from "../../../evaluation/output/run-files.ts";
import { readRunHeader } from "../../../store/journal-file.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { fittedRows } from "../../terminal/fitted-rows.ts";
import { terminalWidth } from "../../terminal/terminal-width.ts";
import type { Flags } from "../command.ts";

interface Listing {
  readonly id: string;
  readonly columns: readonly string[];
  /** How many of the columns terminals have room for; all where left out. */
  readonly fitting?: number;
  rows(flags: Flags): Promise<readonly (readonly string[])[]>;
}

const listings: readonly Listing[] = [
  {
    id: "families",
    columns: ["family", "version", "what it asks"],
    rows: async () => registries.families.map(({ id, version, summary }) => [id, String(version), summary]),
  },
  {
    id: "formats",
    columns: ["family", "format", "of", "what it reads"],
    rows: async () =>
      registries.families.flatMap(({ id, formats, predictionFormats, exports }) => [
        ...formats.map((format) => [id, format.id, "samples", format.summary]),
        ...predictionFormats.map((format) => [id, format.id, "predictions", format.summary]),
        ...exports.map((format) => [id, format.id, "export", format.summary]),
      ]),
  },
  {
    id: "metrics",
    columns: ["family", "metric", "kind", "title", "measure", "signature"],
    fitting: 4,
    rows: async () =>
      registries.families.flatMap(({ id, metrics, optionsSchema }) =>
        metrics(optionsSchema.parse({})).map((metric) => [
          id,
          metric.id,
          metric.kind,
          metric.title,
          metric.measure.split("|")[0]!,
          metric.signature,
        ]),
      ),
  },
  {
    id: "systems",
    columns: ["kind", "what it is"],
    rows: async () => registries.systemKinds.map(({ id, summary }) => [id, summary]),
  },
  { id: "runs", columns: ["run", "name", "state", "started"], rows: runs },
];

/** `vidimus list`. */
export async function run(argument: string | undefined, flags: Flags): Promise<ExitCode> {
  const listing = findById(listings, argument ?? "families", "listing");
  const rows = await listing.rows(flags);
  if (flags.json === true) {
    const records = rows.map((row) => Object.fromEntries(listing.columns.map((column, i) => [column, row[i]])));
    process.stdout.write(`${JSON.stringify({ schema: "vidimus-list/1", [listing.id]: records })}\n`);
  } else process.stdout.write(rows.length === 0 ? `no ${listing.id} here\n` : listingText(listing, rows));
  return exitCode.fine;
}

function listingText({ columns, fitting = columns.length }: Listing, rows: readonly (readonly string[])[]): string {
  const width = terminalWidth();
  const most = width === undefined ? columns.length : fitting;
  const left = columns.slice(most);
  const table = fittedRows(
    columns.slice(0, most),
    rows.map((row) => row.slice(0, most)),
    width,
  );
  return left.length === 0 ? table : `${table}\n--json has also: ${left.join(", ")}\n`;
}

/** Runs in the directory and, as the demo's, one level below. */
async function runs(flags: Flags): Promise<readonly (readonly string[])[]> {
  const output = resolve((flags.output as string | undefined) ?? "runs");
  const rows: string[][] = [];
  for (const entry of foldersIn(output).flatMap((folder) => [
    folder,
    ...foldersIn(join(output, folder)).map((inner) => join(folder, inner)),
  ])) {
    const directory = join(output, entry);
    const header = await readRunHeader(directory).catch(() => undefined);
    if (!header) continue;
    const summary = readSummary(directory).stored?.summary;
    const state = !summary ? "not scored" : summary.complete ? "complete" : "incomplete";
    rows.push([entry, header.name, state, new Date(header.createdAt).toISOString().slice(0, 19)]);
  }
  return rows;
}

function foldersIn(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}
