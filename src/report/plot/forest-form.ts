import {
  absent,
  formatDifference,
  formatDifferenceInterval,
  formatInterval,
  formatScore,
  type Unit,
} from "../../summary/format-number.ts";
import { type ReferenceName, referenceNames } from "../chart/reference-line.ts";
import type { ChartLook, Spec } from "./chart.ts";
import { hasLongName, nameAxis } from "./name-axis.ts";
import { type ChartFrame, themed, tones } from "./plot-theme.ts";
import { valueChannel } from "./value-axis.ts";

/** A row of a forest of intervals; `null` where there is nothing to draw. */
export interface ForestFormRow {
  readonly name: string;
  readonly role: "system" | "probe" | "baseline" | "published";
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly chance?: number | null;
  readonly majority?: number | null;
  /** What a second annotator reaches. */
  readonly people?: number | null;
  readonly oracle?: number | null;
}

export interface ForestForm extends Omit<ChartFrame, "height"> {
  readonly axis: string;
  readonly unit: Unit;
  readonly rows: readonly ForestFormRow[];
  readonly isDifference?: boolean;
}

const roleTones = {
  system: tones.accent,
  probe: "#6f9bc8",
  baseline: tones.quiet,
  published: tones.ink,
} as const;

/** A row with a point and its interval for each name; figures stand at the right. */
export function forestForm(form: ForestForm, look: ChartLook): Spec {
  const { rows, isDifference = false } = form;
  const names = rows.map(({ name }) => name);
  const step = hasLongName(names, look) ? 27 : 17;
  const y = {
    field: "name",
    type: "nominal",
    sort: null,
    title: null,
    scale: { type: "band", domain: names, paddingInner: 0, paddingOuter: 0.1 },
    axis: nameAxis(
      names.map((name) => ({ key: name, name })),
      look,
    ),
  };
  const lines = referenceNames;
  const values = rows.flatMap(({ value, low, high, ...rest }) => [
    ...[value, low, high],
    ...lines.map((line) => rest[line]),
    ...(isDifference ? [0] : []),
  ]);
  const x = valueChannel("value", {
    title: form.axis,
    unit: form.unit,
    values,
    extent: isDifference ? "data" : "whole",
    isDifference,
  });
  return themed(
    {
      data: { values: rows },
      layer: [
        ...lines
          .filter((line) => rows.some((row) => typeof row[line] === "number"))
          .map((line) => referenceLayer(line, y)),
        ...(isDifference ? [zeroLayer] : []),
        intervalLayer(y),
        pointLayer(x, y),
        figuresLayer(form, y),
      ],
      resolve: { axis: { y: "independent" } },
    },
    { ...form, height: rows.length * step },
    look,
  );
}

const lineLooks: Readonly<Record<ReferenceName, Spec>> = {
  chance: { strokeDash: [3, 2], color: tones.muted },
  majority: { strokeDash: [1, 2], color: tones.muted },
  people: { strokeDash: [9, 3, 2, 3], color: tones.ink },
  oracle: { color: tones.quiet },
};

/** Row by row, because systems that were scored on different samples have different references. */
function referenceLayer(line: ReferenceName, y: Spec): Spec {
  return {
    transform: [{ filter: `isValid(datum.${line})` }],
    mark: { type: "rule", strokeWidth: 1, ...lineLooks[line] },
    encoding: {
      x: { field: line, type: "quantitative" },
      y: { ...y, axis: null, bandPosition: 0 },
      y2: { field: "name", bandPosition: 1 },
    },
  };
}

const zeroLayer: Spec = {
  data: { values: [{ zero: 0 }] },
  mark: { type: "rule", strokeWidth: 1, color: tones.muted },
  encoding: { x: { field: "zero", type: "quantitative" } },
};

function roleChannel(): Spec {
  const roles = Object.keys(roleTones) as (keyof typeof roleTones)[];
  return {
    field: "role",
    type: "nominal",
    scale: { domain: roles, range: roles.map((role) => roleTones[role]) },
    legend: null,
  };
}

function intervalLayer(y: Spec): Spec {
  return {
    transform: [{ filter: "isValid(datum.low) && isValid(datum.high)" }],
    mark: { type: "rule", strokeWidth: 1.75, strokeCap: "round" },
    encoding: {
      x: { field: "low", type: "quantitative" },
      x2: { field: "high" },
      y: { ...y, axis: null },
      color: roleChannel(),
    },
  };
}

/** What was published elsewhere is hollow. */
function pointLayer(x: Spec, y: Spec): Spec {
  return {
    transform: [{ filter: "isValid(datum.value)" }],
    mark: { type: "point", size: 38, strokeWidth: 1.25 },
    encoding: {
      x,
      y,
      stroke: roleChannel(),
      shape: {
        condition: { test: "datum.role === 'published'", value: "diamond" },
        value: "circle",
      },
      fill: {
        condition: { test: "datum.role === 'published'", value: "#ffffff" },
        ...roleChannel(),
      },
    },
  };
}

/** An axis at the right whose labels are the figures of the rows. */
function figuresLayer({ rows, unit, isDifference = false }: ForestForm, y: Spec): Spec {
  const figures = Object.fromEntries(
    rows.map((row) => [row.name, figureText(row, unit, isDifference)]),
  );
  return {
    mark: { type: "point", opacity: 0 },
    encoding: {
      y: {
        ...y,
        axis: {
          orient: "right",
          labelExpr: `${JSON.stringify(figures)}[datum.value]`,
          labelColor: tones.muted,
          labelPadding: 8,
          labelLimit: 0,
          ticks: false,
          domain: false,
        },
      },
    },
  };
}

function figureText(
  { value, low, high }: ForestFormRow,
  unit: Unit,
  isDifference: boolean,
): string {
  if (value === null) return "no score";
  const score = isDifference ? formatDifference(value, unit) : formatScore(value, unit);
  const interval = isDifference
    ? formatDifferenceInterval(low, high, unit)
    : formatInterval(low, high, unit);
  // The axis says that it is per cent.
  const figure = score.replace(/\s?%$/u, "");
  return interval === absent ? figure : `${figure} (${interval})`;
}
