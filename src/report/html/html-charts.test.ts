import { describe, expect, it } from "vitest";
import { exampleSummary } from "../../../test/summaries/example-summary.ts";
import type { AnalysisSummary } from "../../summary/system-summary.ts";
import { curveCharts } from "./html-charts.ts";

const [system] = exampleSummary().tasks[0]!.systems;
const curve = (id: string, note: string): AnalysisSummary => ({
  id,
  title: id,
  data: {
    kind: "curve",
    x: "x",
    y: "y",
    points: [
      [0, 0.4],
      [1, 0.5],
    ],
    band: [
      [0.3, 0.5],
      [0.4, 0.6],
    ],
    notes: [note],
  },
});
const page = (...analyses: readonly (readonly [system: string, id: string, note: string])[]) =>
  curveCharts(
    analyses.map(([id, name, note]) => ({
      system: { ...system!, id },
      analysis: curve(name, note),
    })),
  )
    .map(({ source }) => source)
    .join("");

describe("curves of several systems", () => {
  it("have their intervals shaded, at both widths", () => {
    const shaded = page(["a", "f1", "how"]).match(/<path d="M[^"]*L[^"]*Z"[^>]*fill-opacity/g);
    expect(shaded).toHaveLength(2);
  });

  it("say below the last chart once what is true of all, and of whom where it is not", () => {
    const source = page(
      ["a", "f1", "how"],
      ["b", "f1", "how"],
      ["a", "times", "how"],
      ["b", "times", "no intervals: few <groups>"],
    );
    expect(source.match(/<p class="meta">[^/]*<\/p>/g)).toEqual([
      '<p class="meta">how</p>',
      '<p class="meta">no intervals: few &lt;groups&gt; (b)</p>',
    ]);
    expect(source.lastIndexOf("</figure>")).toBeLessThan(source.indexOf('<p class="meta">'));
  });

  it("say nothing where nothing is drawn", () => {
    expect(curveCharts([])).toEqual([]);
  });
});
