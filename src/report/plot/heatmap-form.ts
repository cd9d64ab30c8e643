import type { ChartLook, Spec } from "./chart.ts";
import { shortExpression } from "./label-lines.ts";
import { nameAxis } from "./name-axis.ts";
import { type ChartFrame, chartPixels, fontSize, themed, tones } from "./plot-theme.ts";

export interface HeatmapForm extends Omit<ChartFrame, "height"> {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  /** By row, then by column. */
  readonly cells: readonly (readonly number[])[];
}

/** Beyond so many names there is no room for them, or for numbers in cells. */
const mostNames = 40;
const mostNumbers = 14;

/** Counts of what was said of what is true; cells are shaded by their share of the row. */
export function heatmapForm(
  { rows, columns: all, cells, ...frame }: HeatmapForm,
  look: ChartLook,
): Spec {
  const letters = Math.floor((chartPixels(look) * 0.26) / (fontSize.label * 0.5));
  const isSaid = (at: number) => rows.includes(all[at]!) || cells.some((row) => row[at]! > 0);
  const columns = all.filter((_, at) => isSaid(at));
  const hasNames = rows.length <= mostNames;
  const values = rows.flatMap((truth, at) => {
    const total = cells[at]!.reduce((sum, count) => sum + count, 0);
    return all.flatMap((said, place) => {
      const count = cells[at]![place]!;
      return count === 0 ? [] : [{ truth, said, count, share: count / total }];
    });
  });
  const y = {
    field: "truth",
    type: "nominal",
    sort: null,
    title: "truth",
    scale: { domain: rows },
    axis: {
      ...nameAxis(
        rows.map((name) => ({ key: name, name })),
        look,
      ),
      labels: hasNames,
    },
  };
  const x = {
    field: "said",
    type: "nominal",
    sort: null,
    title: "answer",
    scale: { domain: columns },
    axis: {
      labels: hasNames,
      labelExpr: shortExpression(columns, letters),
      labelAngle: -90,
      labelLimit: 0,
      labelOverlap: false,
      ticks: false,
      domain: false,
    },
  };
  return themed(
    {
      data: { values },
      view: { stroke: tones.rule },
      layer: [
        {
          mark: { type: "rect", stroke: "#ffffff", strokeWidth: hasNames ? 1 : 0 },
          encoding: { x, y, color: shade },
        },
        ...(Math.max(rows.length, columns.length) <= mostNumbers ? [numbers(x, y)] : []),
      ],
    },
    { ...frame, height: Math.min(chartPixels(look), Math.max(90, rows.length * 20)) },
    look,
  );
}

const shade: Spec = {
  field: "share",
  type: "quantitative",
  title: "share of the truth's samples",
  scale: { domain: [0, 1], range: ["#eef3f9", "#1d5c9e"] },
  legend: {
    format: ".0%",
    values: [0, 0.5, 1],
    gradientLength: 90,
    gradientThickness: 7,
    titleOrient: "left",
  },
};

function numbers(x: Spec, y: Spec): Spec {
  return {
    mark: { type: "text", fontSize: fontSize.label },
    encoding: {
      x,
      y,
      text: { field: "count", type: "quantitative", format: ",d" },
      color: { condition: { test: "datum.share > 0.55", value: "#ffffff" }, value: tones.ink },
    },
  };
}
