import type { TaskSummary } from "../../summary/summary.ts";
import { judgeTable, peopleTable } from "./aspect-tables.ts";
import { biasTable } from "./bias-table.ts";
import { differenceTable, otherDifferenceTable, pairTable } from "./comparison-tables.ts";
import { errorCostTable } from "./error-table.ts";
import { gainTable } from "./gain-table.ts";
import { metricsTable } from "./metrics-table.ts";
import { repeatTable } from "./repeat-table.ts";
import type { ReportTable } from "./report-table.ts";
import { targetTable } from "./target-table.ts";

/**
 * What texts show of a task's scores beside its headline, in this order; what a task does not have
 * is a table without rows.
 */
export function scoreTables(task: TaskSummary): readonly ReportTable[] {
  return [
    targetTable,
    differenceTable,
    pairTable,
    gainTable,
    errorCostTable,
    biasTable,
    metricsTable,
    otherDifferenceTable,
    repeatTable,
    peopleTable,
    judgeTable,
  ].map((table) => table(task));
}
