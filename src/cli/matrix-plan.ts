import { type Plan, planCells, type RunPlan } from "./dry-run.ts";
import { terminalRows } from "./fitted-rows.ts";

interface RowPlan extends RunPlan {
  readonly name: string;
}

/** Puts what a matrix would do on standard output: every row, and all together. */
export function printMatrixPlan(
  rows: readonly RowPlan[],
  { json, directory }: { readonly json: boolean; readonly directory: string },
): void {
  const total = sum(rows.flatMap(({ plans }) => plans));
  if (json) {
    const told = rows.map(({ name, run, plans }) => ({ name, run, plans }));
    process.stdout.write(`${JSON.stringify({ schema: "vidimus-matrix-plan/1", directory, rows: told, total })}\n`);
    return;
  }
  const lines = rows.flatMap(({ name, plans }) => plans.map((plan) => [name, plan.task, plan.system, ...planCells(plan)]));
  const table = terminalRows(["row", "task", "system", "samples", "settled", "to do"], [...lines, ["all", "", "", ...planCells(total)]]);
  const { asks, images, cost, isPriced } = estimateOf(rows.flatMap(({ plans }) => plans));
  const dollars = isPriced ? `, ${cost.map((end) => end.toFixed(2)).join("–")} USD` : "";
  process.stdout.write(table);
  if (asks > 0)
    process.stdout.write(
      `\nestimate, by rule of thumb (docs/running.md): ${asks} asks, ${images} images${dollars}; rows share their caches\n`,
    );
}

function sum(plans: readonly Plan[]): Pick<Plan, "samples" | "settled" | "remaining"> {
  const of = (part: "samples" | "settled" | "remaining") => plans.reduce((total, plan) => total + plan[part], 0);
  return { samples: of("samples"), settled: of("settled"), remaining: of("remaining") };
}

function estimateOf(plans: readonly Plan[]) {
  const estimates = plans.flatMap(({ estimate, graders = [] }) => [
    ...(estimate ? [estimate] : []),
    ...graders.map(({ estimate: own }) => own),
  ]);
  const total = (of: (estimate: (typeof estimates)[number]) => number) => estimates.reduce((all, estimate) => all + of(estimate), 0);
  return {
    asks: total(({ asks }) => asks),
    images: total(({ images }) => images),
    cost: [total(({ cost }) => cost?.[0] ?? 0), total(({ cost }) => cost?.[1] ?? 0)],
    isPriced: estimates.length > 0 && estimates.every(({ cost }) => cost !== null),
  };
}
