import { formatCount } from "../../summary/format-number.ts";

/**
 * Round numbers (1, 2 or 5 times a power of ten apart) that span `low` to `high`, about `count` of
 * them.
 */
export function axisTicks(low: number, high: number, count: number): number[] {
  const span = high > low ? high - low : Math.abs(high) || 1;
  const step = niceStep(span / count);
  const first = Math.floor(low / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9));
  return Array.from({ length: last - first + 1 }, (_, at) => roundOff((first + at) * step));
}

/** Round numbers need no fixed decimals: 0.2, not 0.2000. */
export function formatTick(tick: number): string {
  return Number.isInteger(tick) ? formatCount(tick) : String(tick).replaceAll("-", "−");
}

function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((nice) => nice * power >= rough * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** Multiples of 0.1 are not exact: 3 × 0.1 must read 0.3. */
function roundOff(value: number): number {
  return Number(value.toPrecision(12));
}
