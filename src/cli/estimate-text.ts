import type { Estimate } from "./ask-meter.ts";
import type { Estimates } from "./estimate.ts";
import { terminalRows } from "./fitted-rows.ts";

/** What a run may cost, and what it has cost already. */
export interface BudgetPlan {
  readonly usd: number;
  readonly spentUsd: number;
}

interface EstimatedPlan extends Estimates {
  readonly task: string;
  readonly system: string;
}

/** What asking would take: a line for each system and whoever grades it, the sum, and how it compares with the budget. */
export function estimateText(plans: readonly EstimatedPlan[], budget: BudgetPlan | undefined): string {
  const lines = plans.flatMap(({ task, system, estimate, graders = [] }) => [
    ...(estimate ? [{ task, system, estimate }] : []),
    ...graders.map(({ role, estimate: own }) => ({ task, system: `${role} of ${system}`, estimate: own })),
  ]);
  if (lines.length === 0) return "";
  const total = sum(lines.map(({ estimate }) => estimate));
  const hasVideos = total.videos > 0;
  const cells = ({ asks, images, videos, inputTokens, outputTokens, cost }: Estimate) => [
    ...[asks, images, ...(hasVideos ? [videos] : [])].map(String),
    ...[inputTokens.join("–"), outputTokens.join("–"), dollars(cost)],
  ];
  const rows = lines.map(({ task, system, estimate }) => [task, system, ...cells(estimate)]);
  const all = lines.length > 1 ? [["all", "", ...cells(total)]] : [];
  const media = hasVideos ? ["images", "videos"] : ["images"];
  const table = terminalRows(["task", "system", "asks", ...media, "input tokens", "output tokens", "cost"], [...rows, ...all]);
  const note = hasVideos ? "tokens of whole videos depend on their length and are not counted\n" : "";
  return `\nestimate, by rule of thumb (docs/running.md)\n${table}${note}${budget ? budgetText(budget, total) : ""}`;
}

function budgetText({ usd, spentUsd }: BudgetPlan, { cost, videos }: Estimate): string {
  const left = Math.max(0, usd - spentUsd);
  // Whole videos are not in the estimate, which then has no upper end.
  const range = cost && ([cost[0], videos > 0 ? Number.POSITIVE_INFINITY : cost[1]] as const);
  const spent = spentUsd > 0 ? `, ${spentUsd.toFixed(4)} USD of it spent` : "";
  return `budget: ${usd} USD${spent}${range === null ? "" : `; ${verdict(left, range)}`}\n`;
}

function verdict(left: number, [low, high]: NonNullable<Estimate["cost"]>): string {
  if (low > left) return "too little by the lowest estimate";
  return high > left ? "perhaps too little" : "enough by the highest estimate";
}

/** Has a cost only where all have one. */
function sum(estimates: readonly Estimate[]): Estimate {
  const of = (part: (estimate: Estimate) => number) => estimates.reduce((total, estimate) => total + part(estimate), 0);
  const isPriced = estimates.every(({ cost }) => cost !== null);
  return {
    asks: of(({ asks }) => asks),
    images: of(({ images }) => images),
    videos: of(({ videos }) => videos),
    inputTokens: [of(({ inputTokens }) => inputTokens[0]), of(({ inputTokens }) => inputTokens[1])],
    outputTokens: [of(({ outputTokens }) => outputTokens[0]), of(({ outputTokens }) => outputTokens[1])],
    cost: isPriced ? [of(({ cost }) => cost![0]), of(({ cost }) => cost![1])] : null,
  };
}

function dollars(cost: Estimate["cost"]): string {
  return cost === null ? "no price known" : `${cost.map((end) => end.toFixed(cost[1] < 1 ? 4 : 2)).join("–")} USD`;
}
