import type { Estimate } from "../../../evaluation/estimate/ask-meter.ts";
import type { BudgetPlan, Plan } from "../../../evaluation/estimate/dry-run.ts";
import type { MatrixPlan, RowPlan } from "../../../evaluation/matrix/matrix-run.ts";
import { formatQuantity } from "../../../summary/format-number.ts";
import { dollars, limitsText, sumEstimates } from "../../terminal/estimate-text.ts";
import { terminalRows } from "../../terminal/fitted-rows.ts";
import { planCells } from "./print-plan.ts";

/** Puts what a matrix would do on standard output: every row, and all together. */
export function printMatrixPlan({ rows, directory }: MatrixPlan, json: boolean): void {
  const total = sum(rows.flatMap(({ plans }) => plans));
  const budget = budgetOf(rows);
  if (json) {
    const told = rows.map(({ name, run, plans }) => ({ name, run, plans }));
    process.stdout.write(
      `${JSON.stringify({ schema: "vidimus-matrix-plan/1", directory, rows: told, total, budget })}\n`,
    );
    return;
  }
  const lines = rows.flatMap(({ name, plans }) =>
    plans.map((plan) => [name, plan.task, plan.system, ...planCells(plan)]),
  );
  process.stdout.write(
    terminalRows(
      ["row", "task", "system", "samples", "settled", "to do"],
      [...lines, ["all", "", "", ...planCells(total)]],
    ),
  );
  process.stdout.write(estimateText(rows, budget));
}

function estimateText(rows: readonly RowPlan[], budget: BudgetPlan | undefined): string {
  const estimates = rows.flatMap(({ plans }) => plans.flatMap(estimatesOf));
  if (estimates.length === 0) return "";
  const total = sumEstimates(estimates);
  const { asks, images, videos, cost } = total;
  const media = [
    formatQuantity(images, "image"),
    ...(videos > 0 ? [formatQuantity(videos, "video")] : []),
  ].join(", ");
  const price = cost === null ? "" : `, ${dollars(cost)}`;
  const estimate = `estimate, by rule of thumb (docs/running.md): ${formatQuantity(asks, "ask")}, ${media}${price}; rows share their caches`;
  return `\n${estimate}\n${limitsText(total, budget)}`;
}

function estimatesOf({ estimate, graders = [] }: Plan): readonly Estimate[] {
  return [...(estimate ? [estimate] : []), ...graders.map(({ estimate: own }) => own)];
}

/** All rows spend from one budget. */
function budgetOf(rows: readonly RowPlan[]): BudgetPlan | undefined {
  const budgets = rows.flatMap(({ budget }) => (budget ? [budget] : []));
  const [first] = budgets;
  return (
    first && {
      usd: first.usd,
      spentUsd: budgets.reduce((spent, { spentUsd }) => spent + spentUsd, 0),
    }
  );
}

function sum(plans: readonly Plan[]): Pick<Plan, "samples" | "settled" | "remaining"> {
  const of = (part: "samples" | "settled" | "remaining") =>
    plans.reduce((total, plan) => total + plan[part], 0);
  return { samples: of("samples"), settled: of("settled"), remaining: of("remaining") };
}
