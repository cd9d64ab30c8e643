import type { ChartLook, Spec } from "./chart.ts";
import { nameLines } from "./label-lines.ts";
import { chartPixels, fontSize } from "./plot-theme.ts";

const lineHeight = fontSize.label + 2;

/** A row of a chart: what stands beside it, and how far from its middle. */
export interface NamedRow {
  readonly key: string;
  readonly name: string;
  readonly shift?: number;
}

/** How many letters of a name fit beside a chart, on a line. */
function lettersBeside(look: ChartLook): number {
  return Math.floor((chartPixels(look) * 0.31) / (fontSize.label * 0.48));
}

/** Whether any of the names takes two lines. */
export function hasLongName(names: readonly string[], look: ChartLook): boolean {
  return names.some(({ length }) => length > lettersBeside(look));
}

/** An axis of names at the left, long ones on two lines; rows that are not named have none. */
export function nameAxis(rows: readonly NamedRow[], look: ChartLook): Spec {
  const letters = lettersBeside(look);
  const texts = Object.fromEntries(
    rows.map(({ key, name }) => [key, name.length > letters ? nameLines(name, letters) : name]),
  );
  const shifts = Map.groupBy(rows, ({ name, shift = 0 }) =>
    name.length > letters ? shift - lineHeight / 2 : shift,
  );
  const conditions = [...shifts]
    .filter(([shift]) => shift !== 0)
    .map(([value, own]) => ({
      test: `indexof(${JSON.stringify(own.map(({ key }) => key))}, datum.value) >= 0`,
      value,
    }));
  return {
    labelExpr: `${JSON.stringify(texts)}[datum.value] || ''`,
    ...(conditions.length > 0 ? { labelOffset: { condition: conditions, value: 0 } } : {}),
    labelLineHeight: lineHeight,
    labelLimit: 0,
    labelOverlap: false,
    labelPadding: 7,
    ticks: false,
    domain: false,
  };
}
