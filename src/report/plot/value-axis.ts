import type { Unit } from "../../summary/format-number.ts";
import type { Spec } from "./chart.ts";
import { inWords } from "./label-lines.ts";

export interface ValueAxis {
  readonly title: string;
  readonly unit: Unit;
  /** Everything that is drawn on it. */
  readonly values: readonly (number | null | undefined)[];
  /**
   * `whole`: from 0, and to 100 % where values are fractions, since a cut axis makes small
   * differences look large. `data`: as far as values reach.
   */
  readonly extent: "whole" | "data";
  /** Whether values are differences: with signs, in points where scores are fractions. */
  readonly isDifference?: boolean;
  readonly ticks?: number;
}

/** The channel of a score: its scale and axis, in per cent where scores are fractions. */
export function valueChannel(field: string, axis: ValueAxis): Spec {
  return {
    field,
    type: "quantitative",
    title: axisTitle(axis),
    scale: { domain: domainOf(axis), nice: true, zero: axis.extent === "whole" },
    axis: {
      labelExpr: labelExpression(axis),
      tickCount: axis.ticks ?? 5,
      labelFlush: false,
      domain: false,
      ticks: false,
    },
  };
}

function axisTitle({ title: text, unit, isDifference }: ValueAxis): string {
  const title = inWords(text);
  if (unit !== "percent") return title;
  return isDifference ? `${title}, in points` : `${title} in %`;
}

function labelExpression({ unit, isDifference }: ValueAxis): string {
  const number = unit === "percent" ? "datum.value * 100" : "datum.value";
  return isDifference
    ? `datum.value === 0 ? '0' : format(${number}, '+,.6~r')`
    : `format(${number}, ',.6~r')`;
}

/**
 * Round numbers on a logarithmic axis, which Vega labels as they come: 1, 2 and 5 times a power of
 * ten, or the powers alone where these are many; those around the values are the domain.
 */
export function logTicks(values: readonly number[]): readonly number[] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const ticksOf = (heads: readonly number[]) => {
    const all: number[] = [];
    for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++)
      all.push(...heads.map((head) => Number(`${head}e${power}`)));
    const from = all.findLastIndex((tick) => tick <= low);
    const to = all.findIndex((tick) => tick >= high);
    return all.slice(Math.max(0, from), to < 0 ? all.length : Math.max(to, from + 1) + 1);
  };
  const fine = ticksOf([1, 2, 5]);
  return fine.length <= 8 ? fine : ticksOf([1]);
}

/** Vega would start at infinity where nothing is drawn. */
export function domainOf({
  values,
  extent,
  unit,
}: Omit<ValueAxis, "title">): readonly [number, number] {
  const numbers = values.filter((value): value is number => Number.isFinite(value));
  let low = extent === "whole" ? 0 : Number.POSITIVE_INFINITY;
  let high = extent === "whole" ? (unit === "percent" ? 1 : 0) : Number.NEGATIVE_INFINITY;
  for (const number of numbers) {
    low = Math.min(low, number);
    high = Math.max(high, number);
  }
  if (low > high) return [0, 1];
  if (low < high) return [low, high];
  const around = Math.abs(low) * 0.1 || 1;
  if (extent === "whole") return [Math.min(0, low), Math.max(low, around)];
  return [low === 0 ? 0 : low - around, high + around];
}
