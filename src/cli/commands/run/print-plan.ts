import type { Plan, RunPlan } from "../../../evaluation/estimate/dry-run.ts";
import { shortPath } from "../../../files/short-path.ts";
import { formatCount } from "../../../summary/format-number.ts";
import { estimateText } from "../../terminal/estimate-text.ts";
import { terminalRows } from "../../terminal/fitted-rows.ts";

interface PlanPrint {
  readonly json: boolean;
  /** What would be done where there is nothing to continue. */
  readonly start: string;
}

/** Puts what a run would do on standard output. */
export function printPlan({ run, plans, budget }: RunPlan, { json, start }: PlanPrint): void {
  if (json) {
    process.stdout.write(`${JSON.stringify({ schema: "vidimus-plan/1", run, plans, budget })}\n`);
    return;
  }
  const rows = plans.map((plan) => [plan.task, plan.system, ...planCells(plan)]);
  process.stdout.write(terminalRows(["task", "system", "samples", "settled", "to do"], rows));
  process.stdout.write(estimateText(plans, budget));
  process.stdout.write(run ? `\nwould continue ${shortPath(run)}\n` : `\nwould ${start}\n`);
}

/** How many samples, how many of them settled, how many left. */
export function planCells({
  samples,
  settled,
  remaining,
}: Pick<Plan, "samples" | "settled" | "remaining">): string[] {
  return [samples, settled, remaining].map(formatCount);
}
