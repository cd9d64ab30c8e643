import { crc32 } from "node:zlib";
import type { SKRSContext2D } from "@napi-rs/canvas";
import type { TopLevelSpec } from "vega-lite";
import type { Chart } from "../../report/plot/chart.ts";
import { fontFamily } from "../../report/plot/plot-theme.ts";
import {
  canvasFamilies,
  canvasFamily,
  embeddedFamily,
  type FontPart,
  fontFaces,
  readFontParts,
} from "./chart-fonts.ts";

export const chartFormats = ["svg", "png", "pdf"] as const;
export type ChartFormat = (typeof chartFormats)[number];

/** Pixels of a PNG for one of the chart: 300 to the inch, for print. */
const pngScale = 300 / 96;
/** A pixel of CSS in the points of PDF. */
const pointsPerPixel = 72 / 96;

export type DrawChart = (
  chart: Chart,
  formats: readonly ChartFormat[],
) => Promise<ReadonlyMap<ChartFormat, string | Uint8Array>>;

/** Loads what draws charts, once for all of them; commands that draw none do without it. */
export async function chartDrawer(onWarning: (text: string) => void): Promise<DrawChart> {
  const [vega, { compile }, { createCanvas, GlobalFonts, PDFDocument }] = await Promise.all([
    import("vega"),
    import("vega-lite"),
    import("@napi-rs/canvas"),
  ]);
  const parts = readFontParts();
  const machineFonts = GlobalFonts.families.map(({ family }) => family);
  for (const part of parts) GlobalFonts.register(Buffer.from(part.bytes), canvasFamily(part));
  const ruler = createCanvas(1, 1).getContext("2d");
  // Without a canvas of its own Vega guesses how wide text is.
  (vega as unknown as MeasuresText).textMetrics.width = (item, text) => {
    ruler.font = `${item.fontWeight ?? 400} ${item.fontSize ?? 11}px ${item.font ?? `"${embeddedFamily}"`}`;
    return ruler.measureText(String(text ?? "")).width;
  };
  return async (chart, formats) => {
    const families = canvasFamilies(parts, machineFonts, JSON.stringify(chart.spec));
    const { spec } = compile(withFamilies(chart.spec, families) as unknown as TopLevelSpec, {
      logger: listening(vega.logger(vega.Warn), (text) => onWarning(`${chart.id}: ${text}`)),
    });
    const view = new vega.View(vega.parse(spec), { renderer: "none" });
    const svg = await view.toSVG();
    const [width, height] = sizeOf(svg);
    const drawn = new Map<ChartFormat, string | Uint8Array>();
    for (const format of formats)
      if (format === "svg")
        drawn.set(format, finished(svg, { title: chart.title, parts, families }));
      else if (format === "png") {
        const canvas = createCanvas(Math.ceil(width * pngScale), Math.ceil(height * pngScale));
        const externalContext = canvas.getContext("2d");
        await view.toCanvas(pngScale, { externalContext });
        drawn.set(format, withResolution(canvas.toBuffer("image/png")));
      } else {
        const document = new PDFDocument({ title: chart.title, creator: "Vidimus" });
        const externalContext = document.beginPage(width * pointsPerPixel, height * pointsPerPixel);
        await view.toCanvas(pointsPerPixel, { externalContext: undashedText(externalContext) });
        document.endPage();
        drawn.set(format, document.close());
      }
    view.finalize();
    return drawn;
  };
}

/** What Vega's own types leave out. */
interface MeasuresText {
  readonly textMetrics: { width(item: TextItem, text: unknown): number };
}

interface TextItem {
  readonly font?: string;
  readonly fontSize?: number;
  readonly fontWeight?: number | string;
}

function withFamilies(spec: Chart["spec"], font: string): Chart["spec"] {
  return { ...spec, config: { ...(spec.config as object), font } };
}

/** Letters that are filled while dashes are set become pictures (Type 3), which journals refuse. */
function undashedText<Context extends Pick<SKRSContext2D, "fillText" | "setLineDash">>(
  context: Context,
): Context {
  const fillText = context.fillText.bind(context);
  context.fillText = (...text: Parameters<typeof fillText>) => {
    context.setLineDash([]);
    fillText(...text);
  };
  return context;
}

/** Vega-Lite warns of what it leaves out. */
function listening<Logger extends { warn(...message: readonly unknown[]): unknown }>(
  logger: Logger,
  onWarning: (text: string) => void,
): Logger {
  const listener = Object.create(logger as object) as Logger;
  listener.warn = (...message) => {
    onWarning(message.join(" "));
    return listener;
  };
  return listener;
}

function sizeOf(svg: string): readonly [width: number, height: number] {
  const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
  return [Number(width), Number(height)];
}

interface SvgParts {
  readonly title: string;
  readonly parts: readonly FontPart[];
  readonly families: string;
}

/** With the font inside, and a title for those who do not see it. */
function finished(svg: string, { title, parts, families }: SvgParts): string {
  const words = svg.replaceAll(/<[^>]*>/g, "");
  const isBold = svg.includes('font-weight="600"');
  const needed = parts.filter(({ weight }) => weight === 400 || isBold);
  const inner = `<title>${escaped(title)}</title><defs><style>${fontFaces(needed, words)}</style></defs>`;
  return svg
    .replaceAll(escaped(families), escaped(fontFamily))
    .replace(/<svg([^>]*)>/, (_, rest) => `<svg role="img"${rest}>${inner}`);
}

function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
  return text.replaceAll(/[&<>]/g, (sign) => entities[sign]!).replaceAll('"', "&quot;");
}

/** Says how large the picture is on paper, for programs that place it. */
function withResolution(png: Uint8Array): Uint8Array {
  const chunk = Buffer.alloc(21);
  chunk.writeUInt32BE(9, 0);
  chunk.write("pHYs", 4, "latin1");
  const perMetre = Math.round(300 / 0.0254);
  chunk.writeUInt32BE(perMetre, 8);
  chunk.writeUInt32BE(perMetre, 12);
  chunk[16] = 1;
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 17)), 17);
  const afterHeader = 33;
  return Buffer.concat([png.subarray(0, afterHeader), chunk, png.subarray(afterHeader)]);
}
