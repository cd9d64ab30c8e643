import type { Damage } from "../../core/run/run-store.ts";
import { formatQuantity } from "../../summary/format-number.ts";

const shownLines = 10;

/**
 * Which lines of a log, or of several, are damaged and how many, and what that means; `undefined` where none is.
 */
export function damageText(damage: readonly Damage[], logName: string): string | undefined {
  if (damage.length === 0) return undefined;
  const logs = Map.groupBy(damage, (one) => one.logName ?? logName);
  return [...logs].map(([name, own]) => logText(own, name)).join("; ");
}

function logText(damage: readonly Damage[], logName: string): string {
  const lines = damage.map(({ line }) => line).sort((a, b) => a - b);
  const rest = lines.length - shownLines;
  const places = `${lines.slice(0, shownLines).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
  const reasons = [...new Set(damage.map(({ reason }) => reason))].join("; ");
  const [nouns, held] =
    lines.length === 1 ? ["line", "outcome it held"] : ["lines", "outcomes they held"];
  return `${logName}: ${formatQuantity(lines.length, "damaged line")} left out (${nouns} ${places}: ${reasons}); samples whose ${held} count as not done`;
}
