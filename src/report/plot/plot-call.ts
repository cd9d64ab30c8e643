import type { MatrixSummary } from "../../summary/matrix-summary.ts";
import type { ChartLook } from "./chart.ts";
import type { PlotTask, PlottedRun } from "./plotted-run.ts";
import type { SeriesLook, SeriesStyles } from "./series-style.ts";

/** What all charts of one call are drawn from. */
export interface PlotCall {
  readonly runs: readonly PlottedRun[];
  /** What all charts but trends show: of long series the newest run alone. */
  readonly tasks: readonly PlotTask[];
  readonly matrices: readonly MatrixSummary[];
  readonly styles: SeriesStyles;
  readonly look: ChartLook;
}

/** The look of the series that rows name, in the order in which they name them. */
export function seriesLook(
  rows: readonly { readonly series: string }[],
  { styles, look }: Pick<PlotCall, "styles" | "look">,
): SeriesLook {
  return { labels: [...new Set(rows.map(({ series }) => series))], styles, look };
}

/** "95 % intervals; dashed: chance", of what there is. */
export function subtitleOf(parts: readonly (string | false | undefined)[]): string | undefined {
  const said = parts.filter((part) => typeof part === "string");
  return said.length === 0 ? undefined : said.join("; ");
}

export function hasInterval({
  low,
  high,
}: {
  readonly low?: number | null;
  readonly high?: number | null;
}): boolean {
  return typeof low === "number" && typeof high === "number";
}

/** Whether all that there is to draw is one point at 0, which says nothing. */
export function isLoneZero(
  rows: readonly {
    readonly value: number | null;
    readonly low?: number | null;
    readonly high?: number | null;
  }[],
): boolean {
  const drawn = rows.filter(({ value }) => value !== null);
  return drawn.length === 1 && drawn[0]!.value === 0 && !hasInterval(drawn[0]!);
}

export const intervalNote = "95\u202f% intervals";
