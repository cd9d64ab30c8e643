import { formatInterval, formatScore, type Unit } from "../../summary/format-number.ts";
import type { LegendEntry } from "./chart-legend.ts";
import type { ForestRow } from "./forest-row.ts";
import { boundsBand, intervalMark } from "./interval-mark.ts";
import { type ReferenceName, referenceLine, referenceNames } from "./reference-line.ts";

/** What the marks and lines of a forest plot mean, those that occur in it. */
export function forestLegend(rows: readonly ForestRow[], unit: Unit): LegendEntry[] {
  const hasIntervals = rows.some((row) => row.low !== null);
  return [
    {
      text: hasIntervals ? "score and 95 % interval" : "score",
      sign: (x, y) =>
        intervalMark({
          y,
          value: x + 11,
          interval: hasIntervals ? [x, x + 22] : null,
          bounds: null,
          isBaseline: false,
        }),
    },
    ...referenceNames.flatMap((name) => referenceEntry(name, rows, unit)),
    ...(rows.some((row) => row.bounds !== null)
      ? [
          {
            text: "bounds, if unscored samples were wrong or right",
            sign: (x: number, y: number) => boundsBand([x + 5, x + 17], y),
          },
        ]
      : []),
  ];
}

/** What the marks of a plot of differences mean. */
export function differenceLegend(rows: readonly ForestRow[], reference: string): LegendEntry[] {
  const mark = (isBaseline: boolean): LegendEntry["sign"] => {
    return (x, y) =>
      intervalMark({ y, value: x + 11, interval: [x, x + 22], bounds: null, isBaseline });
  };
  return [
    {
      text: `as ${reference}`,
      sign: (x, y) => referenceLine("oracle", { from: [x + 11, y - 7], to: [x + 11, y + 7] }),
    },
    ...(rows.some((row) => !row.isBaseline)
      ? [{ text: "differs, p < 0.05 by Holm", sign: mark(false) }]
      : []),
    ...(rows.some((row) => row.isBaseline)
      ? [{ text: "not shown to differ", sign: mark(true) }]
      : []),
  ];
}

/** With the figure, or with their range where systems were scored on different samples. */
function referenceEntry(
  name: ReferenceName,
  rows: readonly ForestRow[],
  unit: Unit,
): LegendEntry[] {
  const values = rows.map((row) => row[name] ?? null).filter((value) => value !== null);
  if (values.length === 0) return [];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const isOne = formatScore(low, unit) === formatScore(high, unit);
  const text = `${name} ${isOne ? formatScore(low, unit) : formatInterval(low, high, unit)}`;
  return [{ text, sign: (x, y) => referenceLine(name, { from: [x, y], to: [x + 22, y] }) }];
}
