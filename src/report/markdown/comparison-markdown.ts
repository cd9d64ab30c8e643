import type { ComparedTask, ComparisonDocument } from "../../summary/comparison-summary.ts";
import {
  comparedMetricsTable,
  flipTable,
  noiseTable,
  pairTable,
  sliceDifferenceTable,
} from "../table/comparison-tables.ts";
import type { ReportTable } from "../table/report-table.ts";
import { comparedTaskTitle } from "../text/comparison-text.ts";
import { markdownTable, plainMarkdown } from "./markdown-table.ts";

/** A comparison as GitHub Markdown: all metrics, slices and the samples that differ. */
export function comparisonMarkdown({ tasks, notes }: ComparisonDocument): string {
  const blocks = [
    "# Comparison",
    notes.map((note) => `- ${plainMarkdown(note)}`).join("\n"),
    ...tasks.flatMap(taskBlocks),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function taskBlocks(task: ComparedTask): string[] {
  return [
    `## ${plainMarkdown(comparedTaskTitle(task))}`,
    ...task.comparisons.flatMap((comparison) => [
      ...tableBlocks(comparedMetricsTable(comparison)),
      ...tableBlocks(noiseTable(comparison)),
      ...tableBlocks(sliceDifferenceTable(comparison)),
      ...tableBlocks(flipTable(comparison)),
    ]),
    ...tableBlocks(pairTable(task)),
  ];
}

function tableBlocks(table: ReportTable): string[] {
  if (table.rows.length === 0) return [];
  return [
    `### ${plainMarkdown(table.title)}`,
    markdownTable(table),
    (table.notes ?? []).map((note) => `- ${plainMarkdown(note)}`).join("\n"),
  ];
}
