import type { MatrixSummary, MatrixSystem, MatrixTask } from "../../summary/matrix-summary.ts";
import { matrixVerdict, readingNote } from "../notes/matrix-verdict.ts";
import {
  metricRows,
  otherMetricRows,
  settingsTable,
  sortedSystems,
  systemsNotes,
} from "../table/matrix-tables.ts";
import type { ReportTable } from "../table/report-table.ts";
import { markdownTable, plainMarkdown } from "./markdown-table.ts";

/** A matrix as GitHub Markdown: the facts of the terminal's tables. */
export function matrixMarkdown(matrix: MatrixSummary): string {
  const { text, selection, shortfall } = matrixVerdict(matrix);
  const blocks = [
    shortfall === null ? "" : `**${sentence(shortfall)}**`,
    `# ${plainMarkdown(matrix.name)}`,
    sentence(text),
    selection === null ? "" : `**${sentence(selection)}**`,
    sentence(readingNote(matrix)),
    "## Rows",
    ...tableBlocks(settingsTable(matrix)),
    ...matrix.tasks.flatMap((task) => taskBlocks(matrix, task)),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function taskBlocks(matrix: MatrixSummary, task: MatrixTask): string[] {
  const systems = sortedSystems(task);
  return [
    `## ${plainMarkdown(task.id)}`,
    ...systems.compared.flatMap((system) => systemBlocks(matrix, system)),
    systemsNotes(systems).map(sentence).join(" "),
  ];
}

function systemBlocks(matrix: MatrixSummary, system: MatrixSystem): string[] {
  const headline = system.metrics.find(({ id }) => id === system.headline);
  const others = otherMetricRows(matrix, system);
  return [
    `### ${plainMarkdown(system.id)}${headline ? `: ${plainMarkdown(headline.title)}` : ""}`,
    ...(headline ? tableBlocks(metricRows(matrix, headline)) : []),
    ...(others.rows.length === 0 ? [] : [`#### ${others.title}`, ...tableBlocks(others)]),
  ];
}

function tableBlocks(table: ReportTable): string[] {
  return [
    markdownTable(table),
    (table.notes ?? []).map((note) => `- ${plainMarkdown(note)}`).join("\n"),
  ];
}

function sentence(text: string): string {
  return plainMarkdown(`${text.charAt(0).toUpperCase()}${text.slice(1)}.`);
}
