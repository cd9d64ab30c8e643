import { formatCount, formatDollars, formatQuantity } from "../../../summary/format-number.ts";
import { terminalRows } from "../../terminal/fitted-rows.ts";
import type { SightReport } from "./check-sight.ts";

/**
 * What was shown to each system and what it made of it, with what the asking cost; whole lines.
 * Empty where nothing was asked.
 */
export function sightText(reports: readonly SightReport[], seed: number): string {
  if (reports.length === 0) return "";
  const header = ["system", "shown", "input tokens", "more", "codes named", ""];
  const table = terminalRows(header, reports.flatMap(rowsOf));
  return `\nsight: a generated clip of random codes and colours (--seed ${seed} shows it again)\n${table}${costText(reports)}`;
}

function rowsOf({
  system,
  shownAs,
  asks,
  arrived,
  of,
}: SightReport): readonly (readonly string[])[] {
  return asks.map(({ shown, inputTokens, named, reply }, at) => {
    const before = asks[at - 1]?.inputTokens ?? null;
    const more =
      inputTokens === null || before === null
        ? ""
        : `${inputTokens >= before ? "+" : "−"}${formatCount(Math.abs(inputTokens - before))}`;
    const isLast = at === asks.length - 1;
    const count = reply === null ? "no answer" : shown === 0 ? "" : `${named} of ${shown}`;
    return [
      at === 0 ? system : "",
      shownText(shown, shownAs),
      formatCount(inputTokens),
      more,
      count,
      isLast ? bar(arrived, of) : "",
    ];
  });
}

function shownText(shown: number, shownAs: SightReport["shownAs"]): string {
  if (shown === 0) return "nothing";
  return shownAs === "video"
    ? `a video of ${formatQuantity(shown, "moment")}`
    : formatQuantity(shown, "frame");
}

const barWidth = 16;

/** How much of the longest showing arrived. */
function bar(arrived: number, of: number): string {
  if (of === 0) return "";
  const full = Math.round((arrived / of) * barWidth);
  return `${"█".repeat(full)}${"░".repeat(barWidth - full)}`;
}

function costText(reports: readonly SightReport[]): string {
  const sum = (values: readonly (number | null)[]) =>
    values.reduce<number>((total, value) => total + (value ?? 0), 0);
  const asks = reports.flatMap((report) => report.asks);
  const costs = reports.map(({ cost }) => cost);
  const unknown = costs.filter((cost) => cost === null).length;
  const dollars =
    unknown === costs.length
      ? "no price is known"
      : `${formatDollars(sum(costs))} USD${unknown > 0 ? ` and ${formatQuantity(unknown, "system")} without a price` : ""}`;
  const tokens = `${formatCount(sum(asks.map(({ inputTokens }) => inputTokens)))} input and ${formatCount(sum(reports.map(({ outputTokens }) => outputTokens)))} output tokens`;
  return `asked ${formatQuantity(asks.length, "question")}: ${tokens}, ${dollars}\n`;
}
