import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Command } from "../src/cli/commands/command.ts";
import { commands } from "../src/cli/commands/commands.ts";
import type { Registries } from "../src/config/config.ts";
import { configJsonSchema } from "../src/config/schema/json-schema.ts";
import { nothingLent } from "../src/core/family/lent.ts";
import type { Family } from "../src/core/family.ts";
import { loadRegistries } from "../src/evaluation/extend/load-registries.ts";
import { episodePage, readmePage, systemsPage } from "./family-sections.ts";
import { libraryPage } from "./library-page.ts";
import { licencesPage } from "./licences-page.ts";
import { metricReference } from "./metric-reference.ts";
import type { LockFile } from "./sbom.ts";

/** Path within the repository and content of every generated file. */
export async function generatedFiles(): Promise<Readonly<Record<string, string>>> {
  const registries = await loadRegistries();
  return {
    "schemas/config.schema.json": json(configJsonSchema(registries)),
    ...Object.fromEntries(
      registries.families.flatMap(({ id, data }) => {
        const [plain] = data.formats;
        if (plain?.reads !== "rows" || !plain.row) return [];
        const title = `One line of a ${id} dataset in the plain JSONL format`;
        const schema = { ...z.toJSONSchema(plain.row, { io: "input" }), title };
        return [[`schemas/${id}.schema.json`, json(schema)]];
      }),
    ),
    "docs/cli.md": commandLine(commands),
    "docs/reference.md": reference(registries),
    "docs/metrics.md": await metricReference(note),
    "docs/library.md": libraryPage(note),
    "docs/licences.md": licencesPage(note, lockFile()),
    "docs/systems.md": systemsPage(registries.families),
    "docs/families/episode.md": episodePage(),
    "README.md": readmePage(registries.families),
  };
}

function lockFile(): LockFile {
  return JSON.parse(
    readFileSync(new URL("../package-lock.json", import.meta.url), "utf8"),
  ) as LockFile;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

const note = "<!-- Written by `npm run generate`; change the code, not this file. -->";

function commandLine(commands: readonly Command[]): string {
  return `# The command line

${note}

Results go to standard output, progress and messages to standard error. \`--json\` prints one document. Hyphens and underscores in
options mean the same. From a checkout, \`npm run -s vidimus -- <arguments>\` is the same program.

| exit code | meaning |
|---|---|
| 0 | fine |
| 1 | a defect of the program |
| 2 | wrong usage, configuration or data |
| 3 | work is left to do, or less was covered or answered than \`minCoverage\` and \`minAnswered\` ask for; also where targets are not kept (\`--require-targets\`); a gate that could not check everything |
| 100 | a check that was asked for does not hold |
| 130 | left at once on a second Ctrl-C |

${commands.map(command).join("\n")}`;
}

function command({ name, summary, argument, options, examples }: Command): string {
  const rows = options.map(
    (option) => `| \`${option.flags.replaceAll("|", "\\|")}\` | ${option.summary} |`,
  );
  return `## vidimus ${name}${argument ? ` ${argument.flags}` : ""}

${sentence(summary)}${argument ? ` \`${argument.flags}\`: ${argument.summary}.` : ""}

| option | meaning |
|---|---|
${rows.join("\n")}

\`\`\`
${examples.join("\n")}
\`\`\`
`;
}

/** What a configuration can name. */
function reference(registries: Registries): string {
  const systems = registries.systemKinds.map(
    ({ id, summary, configSchema }) => `| \`${id}\` | ${summary} | ${settings(configSchema)} |`,
  );
  return `# Families, formats, metrics and systems

${note}

## Systems

| kind | what it is | settings |
|---|---|---|
${systems.join("\n")}

${registries.families.map(family).join("\n")}`;
}

function family({
  id,
  version,
  summary,
  data: { options, formats, predictionFormats, tables = [], checks },
  asking: { extractors },
  scoring,
  proof: { degradations },
  display: { exports },
}: Family): string {
  const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
    [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  const named = (items: readonly { readonly id: string; readonly summary: string }[]) =>
    items.map((item) => [`\`${item.id}\``, item.summary.replaceAll("|", "\\|")]);
  return `## Family \`${id}\` (version ${version})

${sentence(summary)} Options: ${settings(options)}. Extractors, the first being the default: ${extractors.map((name) => `\`${name}\``).join(", ")}.${tables.map((one) => ` Tables that a task may lend: \`${one.role}\`: ${one.summary}`).join("")}

${table(
  ["format of samples", "what it reads", "its pictures and videos"],
  formats.map((format) => [
    `\`${format.id}\``,
    format.summary.replaceAll("|", "\\|"),
    format.media ?? "–",
  ]),
)}

${table(["format of predictions", "what it reads"], named(predictionFormats))}

${table(["export", "what it writes"], named(exports))}

${table(
  ["metric", "title", "kind", "signature"],
  scoring(options.parse({}), nothingLent).metrics.map((metric) => [
    `\`${metric.id}\``,
    metric.title,
    metric.kind,
    `\`${metric.signature.replaceAll("|", "\\|")}\``,
  ]),
)}

${table(["degradation", "what it makes worse"], named(degradations))}

${table(["check", "what it looks for"], named(checks))}
`;
}

/** The members of a schema with their descriptions. */
function settings(schema: z.ZodType): string {
  const { properties = {} } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as {
    properties?: Record<string, { description?: string; deprecated?: boolean }>;
  };
  const current = Object.entries(properties).filter(([, { deprecated }]) => !deprecated);
  const members = current.map(
    ([name, { description }]) => `\`${name}\`${description ? `: ${description}` : ""}`,
  );
  return members.length === 0 ? "none" : members.join("; ").replaceAll("|", "\\|");
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?!]$/.test(text) ? "" : "."}`;
}
