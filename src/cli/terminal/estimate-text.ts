import type { Estimate } from "../../evaluation/estimate/ask-meter.ts";
import type { BudgetPlan } from "../../evaluation/estimate/dry-run.ts";
import type { Estimates } from "../../evaluation/estimate/estimate.ts";
import { formatCount, formatDollars } from "../../summary/format-number.ts";
import { terminalRows } from "./fitted-rows.ts";

interface EstimatedPlan extends Estimates {
  readonly task: string;
  readonly system: string;
}

/**
 * What asking would take: a line for each system and its graders, the sum, and how it
 * compares with the budget.
 */
export function estimateText(
  plans: readonly EstimatedPlan[],
  budget: BudgetPlan | undefined,
): string {
  const lines = plans.flatMap(({ task, system, estimate, graders = [] }) => [
    ...(estimate ? [{ task, system, estimate }] : []),
    ...graders.map(({ role, estimate: own }) => ({
      task,
      system: `${role} of ${system}`,
      estimate: own,
    })),
  ]);
  if (lines.length === 0) return "";
  const total = sumEstimates(lines.map(({ estimate }) => estimate));
  const hasVideos = total.videos > 0;
  const cells = ({ asks, images, videos, inputTokens, outputTokens, cost }: Estimate) => [
    ...[asks, images, ...(hasVideos ? [videos] : [])].map(formatCount),
    ...[inputTokens, outputTokens].map((range) => range.map(formatCount).join("–")),
    dollars(cost),
  ];
  const rows = lines.map(({ task, system, estimate }) => [task, system, ...cells(estimate)]);
  const all = lines.length > 1 ? [["all", "", ...cells(total)]] : [];
  const media = hasVideos ? ["images", "videos"] : ["images"];
  const table = terminalRows(
    ["task", "system", "asks", ...media, "input tokens", "output tokens", "cost"],
    [...rows, ...all],
  );
  return `\nestimate, by rule of thumb (docs/running.md)\n${table}${limitsText(total, budget)}`;
}

/** What an estimate leaves out, and how it compares with the budget: whole lines. */
export function limitsText(total: Estimate, budget: BudgetPlan | undefined): string {
  const whole =
    total.videos > 0 ? "tokens of whole videos depend on their length and are not counted\n" : "";
  const least = total.isLeast
    ? "frames of videos that could not be looked into count as one each: images, tokens and cost are at least so many\n"
    : "";
  const listed = total.pricesAsOf
    ? `cost by list prices as of ${total.pricesAsOf}; prices in the configuration replace them\n`
    : "";
  return `${whole}${least}${listed}${budget ? budgetText(budget, total) : ""}`;
}

function budgetText({ usd, spentUsd }: BudgetPlan, { cost, videos, isLeast }: Estimate): string {
  const left = Math.max(0, usd - spentUsd);
  // What is not in the estimate leaves it without an upper end.
  const range =
    cost && ([cost[0], videos > 0 || isLeast ? Number.POSITIVE_INFINITY : cost[1]] as const);
  const spent = spentUsd > 0 ? `, ${formatDollars(spentUsd)} USD of it spent` : "";
  return `budget: ${usd} USD${spent}${range === null ? "" : `; ${verdict(left, range)}`}\n`;
}

function verdict(left: number, [low, high]: NonNullable<Estimate["cost"]>): string {
  if (low > left) return "too little by the lowest estimate";
  return high > left ? "perhaps too little" : "enough by the highest estimate";
}

/** Has a cost only where all have one. */
export function sumEstimates(estimates: readonly Estimate[]): Estimate {
  const of = (part: (estimate: Estimate) => number) =>
    estimates.reduce((total, estimate) => total + part(estimate), 0);
  const isPriced = estimates.every(({ cost }) => cost !== null);
  return {
    asks: of(({ asks }) => asks),
    images: of(({ images }) => images),
    videos: of(({ videos }) => videos),
    inputTokens: [of(({ inputTokens }) => inputTokens[0]), of(({ inputTokens }) => inputTokens[1])],
    outputTokens: [
      of(({ outputTokens }) => outputTokens[0]),
      of(({ outputTokens }) => outputTokens[1]),
    ],
    cost: isPriced ? [of(({ cost }) => cost![0]), of(({ cost }) => cost![1])] : null,
    ...oldestPrices(estimates),
    ...(estimates.some(({ isLeast }) => isLeast) ? { isLeast: true } : {}),
  };
}

/** A sum is as old as the oldest of the list prices in it. */
function oldestPrices(estimates: readonly Estimate[]): Pick<Estimate, "pricesAsOf"> {
  const [oldest] = estimates.flatMap(({ pricesAsOf }) => pricesAsOf ?? []).sort();
  return oldest === undefined ? {} : { pricesAsOf: oldest };
}

/** "0.0120–0.3400 USD". */
export function dollars(cost: Estimate["cost"]): string {
  return cost === null ? "no price known" : `${cost.map(formatDollars).join("–")} USD`;
}
