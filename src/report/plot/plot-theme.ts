import { palette } from "../chart/palette.ts";
import { type ChartLook, chartWidths, type Spec } from "./chart.ts";
import { inWords, wrapWords } from "./label-lines.ts";

/** CSS pixels: charts are laid out at the size at which they are printed. */
const pixelsPerMillimetre = 96 / 25.4;

/** The font that is embedded, and what stands in for it where a specification is opened elsewhere. */
export const fontFamily = '"Source Sans 3", "Source Sans Pro", Helvetica, Arial, sans-serif';

const { ink, muted, rule, accent, baseline } = palette.light;
/** Colours by what they mean, for white paper. */
export const tones = { ink, muted, rule, accent, baseline, quiet: "#9aa4ae" } as const;

/**
 * Okabe and Ito's colours, which people with any colour vision tell apart, in the order of their
 * contrast with white; without yellow, which paper swallows, and with a dark grey. Where there are
 * more series, the same again in other shades.
 */
export const seriesColors: readonly string[] = [
  ...["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#3d4752"],
  ...["#003f66", "#8a3c00", "#005c43", "#8c3f6a", "#8f6300", "#1f78a8", "#97a1ab"],
];

/** In pixels: 7.5 pt and 8.5 pt on paper. */
export const fontSize = { label: 10, title: 11.5 } as const;

/** All of a chart's width, in pixels. */
export function chartPixels({ width }: Pick<ChartLook, "width">): number {
  return Math.round(chartWidths[width] * pixelsPerMillimetre);
}

export interface ChartFrame {
  readonly title: string;
  /** What a reader must know of marks and lines. */
  readonly subtitle?: string | undefined;
  /** Of the plot without axes, in pixels. */
  readonly height: number;
}

/** A whole specification: a view of Vega-Lite within the common theme. */
export function themed(view: Spec, frame: ChartFrame, look: ChartLook): Spec {
  const width = chartPixels(look);
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    description: frame.title,
    ...(look.hasTitles ? { title: titleOf(frame, width) } : {}),
    width,
    height: Math.round(frame.height),
    autosize: { type: "fit-x", contains: "padding" },
    padding: 3,
    background: "#ffffff",
    ...view,
    config: themeConfig(),
  };
}

function titleOf({ title, subtitle }: ChartFrame, width: number): Spec {
  const characters = (size: number) => Math.floor((width - 10) / (size * 0.45));
  return {
    text: wrapWords(inWords(title), characters(fontSize.title)),
    ...(subtitle === undefined
      ? {}
      : { subtitle: wrapWords(inWords(subtitle), characters(fontSize.label)) }),
  };
}

function themeConfig(): Spec {
  return {
    font: fontFamily,
    aria: false,
    view: { stroke: null },
    title: {
      anchor: "start",
      frame: "bounds",
      color: ink,
      fontSize: fontSize.title,
      fontWeight: 600,
      lineHeight: fontSize.title + 3,
      offset: 8,
      subtitleColor: muted,
      subtitleFontSize: fontSize.label,
      subtitleFontWeight: 400,
      subtitleLineHeight: fontSize.label + 3,
      subtitlePadding: 2,
    },
    axis: {
      labelColor: ink,
      labelFontSize: fontSize.label,
      titleColor: muted,
      titleFontSize: fontSize.label,
      titleFontWeight: 400,
      titlePadding: 6,
      gridColor: rule,
      gridWidth: 0.75,
      domainColor: muted,
      domainWidth: 0.75,
      tickColor: muted,
      tickWidth: 0.75,
      tickSize: 3,
      labelPadding: 3,
    },
    legend: {
      orient: "bottom",
      direction: "horizontal",
      labelColor: ink,
      labelFontSize: fontSize.label,
      labelLimit: 0,
      titleColor: muted,
      titleFontSize: fontSize.label,
      titleFontWeight: 400,
      symbolSize: 42,
      symbolOpacity: 1,
      rowPadding: 2,
      columnPadding: 12,
      offset: 6,
    },
    rule: { color: ink },
    point: { filled: true, opacity: 1 },
    text: { color: muted, fontSize: fontSize.label },
  };
}
