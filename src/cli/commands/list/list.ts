import { nothingLent } from "../../../core/family/lent.ts";
import { findById, loadListed } from "../../../core/registry.ts";
import { familyList } from "../../../families/list.ts";
import { systemKinds } from "../../../systems/index.ts";
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
    rows: async () => familyList.map(({ id, version, summary }) => [id, String(version), summary]),
  },
  {
    id: "formats",
    columns: ["family", "format", "of", "what it reads"],
    rows: async () =>
      (await loadListed(familyList)).flatMap(
        ({ id, data: { formats, predictionFormats }, display: { exports } }) => [
          ...formats.map((format) => [id, format.id, "samples", format.summary]),
          ...predictionFormats.map((format) => [id, format.id, "predictions", format.summary]),
          ...exports.map((format) => [id, format.id, "export", format.summary]),
        ],
      ),
  },
  {
    id: "metrics",
    columns: ["family", "metric", "kind", "title", "measure", "signature"],
    fitting: 4,
    rows: async () =>
      (await loadListed(familyList)).flatMap(({ id, data, scoring }) =>
        scoring(data.options.parse({}), nothingLent).metrics.map((metric) => [
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
    rows: async () => (await loadListed(systemKinds)).map(({ id, summary }) => [id, summary]),
  },
  {
    id: "runs",
    columns: ["run", "name", "state", "started"],
    rows: async (flags) => (await import("./list-runs.ts")).runs(flags),
  },
];

/** `vidimus list`. */
export async function run(argument: string | undefined, flags: Flags): Promise<ExitCode> {
  const listing = findById(listings, argument ?? "families", "listing");
  const rows = await listing.rows(flags);
  if (flags.json === true) {
    const records = rows.map((row) =>
      Object.fromEntries(listing.columns.map((column, i) => [column, row[i]])),
    );
    process.stdout.write(
      `${JSON.stringify({ schema: "vidimus-list/1", [listing.id]: records })}\n`,
    );
  } else
    process.stdout.write(
      rows.length === 0 ? `no ${listing.id} here\n` : listingText(listing, rows),
    );
  return exitCode.fine;
}

function listingText(
  { columns, fitting = columns.length }: Listing,
  rows: readonly (readonly string[])[],
): string {
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
