import { biasTable } from "./bias-table.ts";
import { singleLine } from "./display-width.ts";
import { gainTable } from "./gain-table.ts";
import { headlineTable } from "./headline-table.ts";
import { metricsTable } from "./metrics-table.ts";
import { repeatTable } from "./repeat-table.ts";
import type { ReportTable } from "./report-table.ts";
import { resourceTable, timeTable } from "./resource-table.ts";
import { sliceTables } from "./slice-tables.ts";
import type { Summary, SystemSummary, TaskSummary } from "./summary.ts";
import { systemNotes } from "./system-notes.ts";
import { headlineMetric, type TaskMetric } from "./task-metrics.ts";
import { sizeText, taskNotes } from "./task-notes.ts";
import { verdict } from "./verdict.ts";

/** A run's scores as GitHub Markdown: the facts of the terminal's table. */
export function summaryMarkdown(summary: Summary): string {
  const { text, selection } = verdict(summary);
  const selected = selection === null ? "" : `**${plain(sentence(selection))}**`;
  const blocks = [`## ${plain(summary.name)}`, plain(sentence(text)), selected, ...summary.tasks.flatMap(taskBlocks)];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function taskBlocks(task: TaskSummary): string[] {
  const metric = headlineMetric(task);
  const headline = headlineTable(task);
  const notes = [
    ...taskNotes(task, metric).map((note) => `- ${plain(sentence(note))}`),
    ...task.systems.flatMap((system) => systemLines(system, metric)),
  ];
  return [
    `### ${plain(task.id)}`,
    `${plain(task.family)} · ${plain(headline.title)} · ${sizeText(task)}`,
    markdownTable(headline),
    notes.join("\n"),
    ...[
      gainTable(task),
      biasTable(task),
      metricsTable(task),
      repeatTable(task),
      resourceTable(task),
      timeTable(task),
      ...sliceTables(task),
    ].flatMap((table) =>
      table.rows.length === 0
        ? []
        : [`#### ${plain(table.title)}`, markdownTable(table), (table.notes ?? []).map((note) => `- ${plain(note)}`).join("\n")],
    ),
  ];
}

function systemLines(system: SystemSummary, metric: TaskMetric | undefined): string[] {
  const [first, ...rest] = systemNotes(system, metric).map((note) => plain(note.text));
  return first === undefined ? [] : [`- **${plain(system.id)}**: ${first}`, ...rest.map((text) => `  - ${text}`)];
}

function markdownTable({ columns, rows }: ReportTable): string {
  const rule = columns.map((column) => (column.align === "right" ? "---:" : "---"));
  return [columns.map((column) => plain(column.title)), rule, ...rows.map((row) => row.map(plain))]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

/** Text that Markdown shows as it is: nothing in a name becomes markup, a link, a mention or a new cell. */
function plain(text: string): string {
  return singleLine(text)
    .replace(/[\\`*_[\]<>|~]/g, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("@", "&#64;");
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
