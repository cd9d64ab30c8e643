import { formatCount } from "../../summary/format-number.ts";
import type { OutcomeCounts } from "../../summary/outcome-summary.ts";
import { outcomeOrder } from "../../summary/outcome-totals.ts";
import { timeParts } from "../../summary/resource-summary.ts";
import { palette } from "../chart/palette.ts";
import { partTitles } from "../table/resource-table.ts";
import { type Chart, slug } from "./chart.ts";
import { groupedForm } from "./grouped-form.ts";
import { type PlotCall, seriesLook, subtitleOf } from "./plot-call.ts";
import type { PlotEntry } from "./plotted-run.ts";
import { ownStyles } from "./series-style.ts";
import { stackedForm } from "./stacked-form.ts";

/** One hue per culprit, as in reports: blue was answered, amber is the system's doing, red is ours. */
const outcomeColors: Readonly<Record<keyof OutcomeCounts, string>> = {
  answered: palette.light.answered,
  unparsed: "#c98a1b",
  refused: "#d7a755",
  truncated: "#e2c184",
  missing: "#eedcb8",
  "media-error": "#b5403a",
  failed: "#d38f8b",
  pending: palette.light.pending,
};

/** How work on the samples of each task ended. */
export function coverageCharts({ tasks, look }: PlotCall): readonly Chart[] {
  return tasks.flatMap(({ id, entries }) => {
    const rows = entries.flatMap(({ label, system: { outcomes } }) =>
      outcomeOrder
        .filter((kind) => outcomes[kind] > 0)
        .map((part) => ({ name: label, part, count: outcomes[part] })),
    );
    if (rows.length === 0) return [];
    const present = outcomeOrder.filter((kind) => rows.some(({ part }) => part === kind));
    const title = `${id}: how work on samples ended`;
    const spec = stackedForm(
      {
        title,
        axis: "share of planned samples in %",
        rows,
        parts: present.map((name) => ({ name, color: outcomeColors[name] })),
      },
      look,
    );
    return [{ id: slug("coverage", id), kind: "coverage", title, spec } as const];
  });
}

/** How long samples took: half of them up to the point, 95 % up to the end of the line. */
export function timeCharts({ tasks, look }: PlotCall): readonly Chart[] {
  return tasks.flatMap(({ id, entries }) => {
    const rows = entries.flatMap(({ label, system }) =>
      timeParts.flatMap((part) => {
        const time = system.resources?.times[part];
        if (!time) return [];
        const median = time.median / 1000;
        return [
          {
            category: label,
            series: partTitles[part],
            value: median,
            low: median,
            high: time.p95 / 1000,
          },
        ];
      }),
    );
    if (rows.length === 0) return [];
    const positive = rows.flatMap(({ value, high }) => [value, high]).filter((one) => one > 0);
    const isWide = Math.max(...positive) > 50 * Math.min(...positive);
    const drawn = isWide ? rows.filter(({ value }) => value > 0) : rows;
    if (positive.length === 0) return [];
    const names = timeParts.map((part) => partTitles[part]);
    const labels = names.filter((name) => drawn.some(({ series }) => series === name));
    const title = `${id}: seconds per sample`;
    const spec = groupedForm(
      {
        title,
        subtitle: subtitleOf([
          "point: median; line: up to the 95th percentile",
          ...entries.flatMap(fewerSamples),
        ]),
        axis: "seconds",
        unit: "plain",
        rows: drawn,
        mark: "point",
        isLogarithmic: isWide,
      },
      { ...seriesLook(drawn, { styles: ownStyles(names), look }), labels },
      look,
    );
    return [{ id: slug("times", id), kind: "times", title, spec } as const];
  });
}

/** "small: waiting, request of 3 of 20 samples", where times are not of all that were planned. */
function fewerSamples({ label, system: { total, resources } }: PlotEntry): readonly string[] {
  const parts = timeParts.flatMap((part) => {
    const time = resources?.times[part];
    return time ? [{ title: partTitles[part], n: time.n }] : [];
  });
  const isAlike = new Set(parts.map(({ n }) => n)).size === 1;
  return [...Map.groupBy(parts, ({ n }) => n)].flatMap(([n, own]) => {
    const names = isAlike ? "" : `${own.map(({ title }) => title).join(", ")} of `;
    return n < total
      ? [`${label}: ${names}${formatCount(n)} of ${formatCount(total)} samples`]
      : [];
  });
}
