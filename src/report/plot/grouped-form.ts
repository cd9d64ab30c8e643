import type { Unit } from "../../summary/format-number.ts";
import type { ChartLook, Spec } from "./chart.ts";
import { hasLongName, type NamedRow, nameAxis } from "./name-axis.ts";
import { type ChartFrame, themed, tones } from "./plot-theme.ts";
import { named, type SeriesLook, seriesChannels } from "./series-style.ts";
import { logTicks, valueChannel } from "./value-axis.ts";

/** One value of one series, in a category. */
interface GroupedRow {
  readonly category: string;
  readonly series: string;
  readonly value: number | null;
  readonly low?: number | null;
  readonly high?: number | null;
}

export interface GroupedForm extends Omit<ChartFrame, "height"> {
  readonly axis: string;
  readonly unit: Unit;
  readonly rows: readonly GroupedRow[];
  /** Bars start at 0. */
  readonly mark: "bar" | "point";
  readonly isLogarithmic?: boolean;
}

/** Categories below each other, and in each of them the series that it has, with their intervals. */
export function groupedForm(form: GroupedForm, all: SeriesLook, look: ChartLook): Spec {
  const { mark } = form;
  const series = { ...all, legendShare: look.width === "page" ? 0.78 : 0.6 };
  const { rows, keys, names, breaks, step } = placedRows(form, series, look);
  const y = {
    field: "row",
    type: "nominal",
    sort: null,
    title: null,
    scale: { type: "band", domain: keys, paddingInner: mark === "bar" ? 0.12 : 0, paddingOuter: 0 },
    axis: nameAxis(names, look),
  };
  const x = scoreChannel(form);
  const points = { size: series.labels.length > 1 ? 30 : 36 };
  return themed(
    {
      data: { values: rows },
      layer: [
        ...(mark === "point" && breaks.length > 0 ? [separators(breaks, y)] : []),
        ...(mark === "bar"
          ? [
              {
                mark: { type: "bar", opacity: 0.85 },
                encoding: { x, y, ...seriesChannels(series, ["color"]) },
              },
            ]
          : []),
        intervalLayer(form, y, series),
        ...(mark === "point"
          ? [
              {
                transform: [{ filter: "isValid(datum.value)" }],
                mark: { type: "point", ...points },
                encoding: { x, y, ...seriesChannels(series, ["color", "shape"]) },
              },
            ]
          : []),
      ],
    },
    { ...named(form, series), height: keys.length * step },
    look,
  );
}

interface PlacedRows {
  readonly rows: readonly (GroupedRow & { readonly row: string })[];
  /** All rows from top to bottom, empty ones between categories among them. */
  readonly keys: readonly string[];
  readonly names: readonly NamedRow[];
  readonly breaks: readonly string[];
  readonly step: number;
}

/** A row for each value, and an empty one between categories that have several. */
function placedRows(form: GroupedForm, series: SeriesLook, look: ChartLook): PlacedRows {
  const groups = [...Map.groupBy(form.rows, ({ category }) => category)];
  const most = Math.max(...groups.map(([, own]) => own.length));
  const step =
    most > 1
      ? 10
      : hasLongName(
            groups.map(([name]) => name),
            look,
          )
        ? 27
        : 16;
  const order = (row: GroupedRow) => series.labels.indexOf(row.series);
  const keys: string[] = [];
  const names: NamedRow[] = [];
  const breaks: string[] = [];
  const rows = groups.flatMap(([category, own], at) => {
    if (at > 0 && most > 1) {
      breaks.push(`after ${groups[at - 1]![0]}`);
      keys.push(breaks.at(-1)!);
    }
    const placed = own
      .toSorted((a, b) => order(a) - order(b))
      .map((row) => ({ ...row, row: `${category} · ${row.series}` }));
    const middle = Math.floor((placed.length - 1) / 2);
    const shift = placed.length % 2 === 0 ? step / 2 : 0;
    names.push({ key: placed[middle]!.row, name: category, shift });
    // A single row is lower than a name on two lines.
    const pads = most > 1 && own.length === 1 && hasLongName([category], look) ? [0, 1] : [];
    const [above = [], below = []] = pads.map((pad) => [`beside ${category} ${pad}`]);
    keys.push(...above, ...placed.map(({ row }) => row), ...below);
    return placed;
  });
  return { rows, keys, names, breaks, step };
}

function scoreChannel({ axis, unit, rows, isLogarithmic }: GroupedForm): Spec {
  const values = rows.flatMap(({ value, low, high }) => [value, low, high]);
  const channel = valueChannel("value", { title: axis, unit, values, extent: "whole" });
  if (!isLogarithmic) return channel;
  const ticks = logTicks(
    values.filter((value): value is number => typeof value === "number" && value > 0),
  );
  return {
    ...channel,
    scale: { type: "log", domain: [ticks[0], ticks.at(-1)], nice: false },
    axis: { ...(channel.axis as Spec), values: ticks },
  };
}

/** Thin lines between categories, so that the eye does not slip from one to the next. */
function separators(breaks: readonly string[], y: Spec): Spec {
  return {
    data: { values: breaks.map((row) => ({ row })) },
    mark: { type: "rule", color: tones.rule, strokeWidth: 0.75 },
    encoding: { y },
  };
}

/** On bars in ink, since a line in the bar's own colour would vanish in it. */
function intervalLayer({ mark }: GroupedForm, y: Spec, series: SeriesLook): Spec {
  const isBar = mark === "bar";
  return {
    transform: [{ filter: "isValid(datum.low) && isValid(datum.high)" }],
    mark: { type: "rule", strokeWidth: isBar ? 0.9 : 1.5, ...(isBar ? { color: tones.ink } : {}) },
    encoding: {
      x: { field: "low", type: "quantitative" },
      x2: { field: "high" },
      y,
      ...(isBar ? {} : seriesChannels(series, ["color"])),
    },
  };
}
