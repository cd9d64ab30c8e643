import { overviewOf } from "../../summary/overview.ts";
import type { Summary, TaskSummary } from "../../summary/summary.ts";
import type { SystemSummary } from "../../summary/system-summary.ts";
import { headlineMetric, type TaskMetric } from "../../summary/task-metrics.ts";
import { systemNotes } from "../notes/system-notes.ts";
import { sizeText, taskNotes } from "../notes/task-notes.ts";
import { verdict } from "../notes/verdict.ts";
import { analysisTables } from "../table/analysis-tables.ts";
import { confusionTables } from "../table/aspect-tables.ts";
import { headlineTable } from "../table/headline-table.ts";
import { overviewTable } from "../table/overview-table.ts";
import { resourceTable, serverTable, timeTable } from "../table/resource-table.ts";
import { scoreTables } from "../table/score-tables.ts";
import { sliceTables } from "../table/slice-tables.ts";
import { warningTable } from "../table/warning-table.ts";
import { markdownTable, plainMarkdown } from "./markdown-table.ts";

/** A run's scores as GitHub Markdown: the facts of the terminal's table. */
export function summaryMarkdown(summary: Summary): string {
  const { text, selection, shortfall } = verdict(summary);
  const warning = shortfall === null ? "" : `**${plainMarkdown(sentence(shortfall))}**`;
  const selected = selection === null ? "" : `**${plainMarkdown(sentence(selection))}**`;
  const blocks = [
    warning,
    `## ${plainMarkdown(summary.name)}`,
    plainMarkdown(sentence(text)),
    selected,
    ...overviewBlocks(summary),
    ...summary.tasks.flatMap(taskBlocks),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

/** Systems by tasks; one task says it all in its own table. */
function overviewBlocks(summary: Summary): string[] {
  if (summary.tasks.length < 2) return [];
  const table = overviewTable(overviewOf([{ name: summary.name, summary }]));
  return [
    `### ${table.title}`,
    markdownTable(table),
    (table.notes ?? []).map((note) => `- ${plainMarkdown(note)}`).join("\n"),
  ];
}

function taskBlocks(task: TaskSummary): string[] {
  const metric = headlineMetric(task);
  const headline = headlineTable(task);
  const notes = [
    ...taskNotes(task, metric).map((note) => `- ${plainMarkdown(sentence(note))}`),
    ...task.systems.flatMap((system) => systemLines(system, metric)),
  ];
  return [
    `### ${plainMarkdown(task.id)}`,
    `${plainMarkdown(task.family)} · ${plainMarkdown(headline.title)} · ${sizeText(task)}`,
    markdownTable(headline),
    notes.join("\n"),
    ...[
      ...scoreTables(task),
      ...confusionTables(task),
      resourceTable(task),
      timeTable(task),
      serverTable(task),
      ...sliceTables(task),
      ...analysisTables(task),
      warningTable(task),
    ].flatMap((table) =>
      table.rows.length === 0
        ? []
        : [
            `#### ${plainMarkdown(table.title)}`,
            markdownTable(table),
            (table.notes ?? []).map((note) => `- ${plainMarkdown(note)}`).join("\n"),
          ],
    ),
  ];
}

function systemLines(system: SystemSummary, metric: TaskMetric | undefined): string[] {
  const [first, ...rest] = systemNotes(system, metric).map((note) => plainMarkdown(note.text));
  return first === undefined
    ? []
    : [`- **${plainMarkdown(system.id)}**: ${first}`, ...rest.map((text) => `  - ${text}`)];
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
