import type { ChartLook, Spec } from "./chart.ts";
import { hasLongName, nameAxis } from "./name-axis.ts";
import { type ChartFrame, themed } from "./plot-theme.ts";

export interface StackedForm extends Omit<ChartFrame, "height"> {
  readonly axis: string;
  readonly rows: readonly {
    readonly name: string;
    readonly part: string;
    readonly count: number;
  }[];
  /** In the order in which they are stacked. */
  readonly parts: readonly { readonly name: string; readonly color: string }[];
}

/** Bars of full length, divided into parts. */
export function stackedForm({ axis, rows, parts, ...frame }: StackedForm, look: ChartLook): Spec {
  const names = [...new Set(rows.map(({ name }) => name))];
  const step = hasLongName(names, look) ? 27 : 17;
  const order = parts.map(({ name }) => name);
  return themed(
    {
      data: { values: rows.map((row) => ({ ...row, order: order.indexOf(row.part) })) },
      mark: { type: "bar", height: 10 },
      encoding: {
        y: {
          field: "name",
          type: "nominal",
          sort: null,
          title: null,
          scale: { domain: names },
          axis: nameAxis(
            names.map((name) => ({ key: name, name })),
            look,
          ),
        },
        x: {
          field: "count",
          type: "quantitative",
          stack: "normalize",
          title: axis,
          axis: {
            labelExpr: "format(datum.value * 100, '.6~r')",
            ticks: false,
            domain: false,
            tickCount: 5,
          },
        },
        order: { field: "order", type: "quantitative" },
        color: {
          field: "part",
          type: "nominal",
          sort: null,
          scale: { domain: order, range: parts.map(({ color }) => color) },
          legend: { title: null, columns: look.width === "column" ? 4 : parts.length },
        },
      },
    },
    { ...frame, height: names.length * step },
    look,
  );
}
