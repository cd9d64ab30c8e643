import { useElementSize } from "@mantine/hooks";
import type { ReactNode } from "react";
import type { Markup } from "../../../src/report/chart/markup.ts";

/** A chart or sign that the report draws too; only `markup` makes such texts, and it escapes. */
export function Drawing({ markup }: { readonly markup: Markup }): ReactNode {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: `Markup` is made by our own escaping tag alone.
  return <span className="drawing" dangerouslySetInnerHTML={{ __html: markup.source }} />;
}

interface ChartProps {
  /** Text in charts does not shrink: they are drawn for the width that there is. */
  readonly draw: (width: number) => Markup;
  readonly most?: number;
}

/** A chart as wide as its place, up to `most` pixels. */
export function Chart({ draw, most = 900 }: ChartProps): ReactNode {
  const { ref, width } = useElementSize();
  return (
    <div ref={ref} className="chart">
      {width > 0 && <Drawing markup={draw(Math.min(Math.floor(width), most))} />}
    </div>
  );
}
