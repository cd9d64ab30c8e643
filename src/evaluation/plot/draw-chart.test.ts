import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import { beforeAll, describe, expect, it } from "vitest";
import {
  type PlotExample,
  plotComparisons,
  plotRun,
  plotTask,
} from "../../../test/summaries/plot-example.ts";
import type { Chart, ChartLook } from "../../report/plot/chart.ts";
import { chartsOf } from "../../report/plot/charts-of.ts";
import type { AnalysisSummary } from "../../summary/system-summary.ts";
import { canvasFamilies, readFontParts } from "./chart-fonts.ts";
import { chartDrawer, type DrawChart } from "./draw-chart.ts";

const analyses: readonly AnalysisSummary[] = [
  {
    id: "confusion",
    title: "Confusion",
    data: {
      kind: "table",
      columns: ["truth", "a", "b"],
      rows: [
        ["a", 3, 1],
        ["b", 0, 4],
      ],
    },
  },
  {
    id: "ap",
    title: "AP by type",
    data: {
      kind: "table",
      columns: ["type", "AP"],
      fractions: ["AP"],
      rows: [
        ["x", 0.5],
        ["y", 0.1],
      ],
    },
  },
  {
    id: "pr",
    title: "Precision and recall at κ ≥ 0.5",
    data: {
      kind: "curve",
      x: "recall",
      y: "precision",
      points: [
        [0, 1],
        [1, 0.5],
      ],
      band: [
        [0.9, 1],
        [0.4, 0.6],
      ],
    },
  },
];

const system = (id: string, at: number): PlotExample => ({
  id,
  value: 0.3 + at * 0.05,
  half: at === 1 ? 0 : 0.04,
  frames: 4 * (at + 1),
  cost: 0.001 * 4 ** at,
  tokens: 100 * (at + 1),
  seconds: 0.01 * 9 ** at,
  slices: {
    level: { "1": 0.6, "2": 0.4 },
    domain: { hall: 0.5, "a place with a very long name": 0.4 },
  },
  analyses: at === 0 ? analyses : [],
});
const names = ["small", "organisation/a-model-of-a-very-long-name-with-revision", "third"];
const published = [
  { name: "Theirs", metric: "accuracy", value: 0.7, low: 0.6, high: 0.8, source: "a paper" },
];
const run = (systems: readonly PlotExample[], day: string, name = "plant") =>
  plotRun(
    [
      plotTask([...systems, { id: "oracle", kind: "oracle", value: 1 }], {
        published,
        comparisons: plotComparisons(names[0]!, { third: [-0.1, 0.05] }),
      }),
      plotTask(systems, { id: "sports" }),
    ],
    { name: day, series: name, createdAt: `2026-11-${day}T00:00:00.000Z`, mark: `v${day}` },
  );

/** All kinds of charts, of three systems over two runs, of one system with nothing, and of twelve. */
function everyChart(look: ChartLook): readonly Chart[] {
  const three = names.map(system);
  const twelve = Array.from({ length: 12 }, (_, at) => system(`system ${at}`, at % 5));
  return [
    ...chartsOf({ runs: [run(three, "01"), run(three, "02")] }, look),
    ...chartsOf({ runs: [plotRun([plotTask([{ id: "lone", value: null }])])] }, look),
    ...chartsOf({ runs: [plotRun([plotTask([{ id: "below", value: -0.2, half: 0 }])])] }, look),
    ...chartsOf({ runs: [run(twelve, "03")] }, look).filter(({ kind }) =>
      ["scores", "tasks", "slices", "budget"].includes(kind),
    ),
  ];
}

const charts = everyChart({ width: "column", hasTitles: true });
const warnings: string[] = [];
let draw: DrawChart;
beforeAll(async () => {
  draw = await chartDrawer((text) => warnings.push(text));
});

describe("specifications", () => {
  it("show every kind of chart here", () => {
    expect(new Set(charts.map(({ kind }) => kind)).size).toBe(10);
  });

  it("are valid by the schema of Vega-Lite, and need nothing from elsewhere", () => {
    const { resolve } = createRequire(import.meta.url);
    const schema = JSON.parse(readFileSync(resolve("vega-lite/vega-lite-schema.json"), "utf8"));
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
    for (const { id, spec } of charts) {
      // As the file has it.
      const written = JSON.parse(JSON.stringify(spec)) as unknown;
      expect(validate(written), `${id}: ${JSON.stringify(validate.errors?.slice(0, 2))}`).toBe(
        true,
      );
      expect(JSON.stringify({ ...spec, $schema: "" })).not.toMatch(/https?:|"url"/);
    }
    expect(validate({ ...charts[0]!.spec, layer: [{ mark: "no such mark" }] })).toBe(false);
  });
});

describe("fonts", () => {
  const parts = readFontParts();

  it("are those of the machine for letters that ours lacks, and only then", () => {
    const machine = ["Some Serif", "Noto Sans CJK SC"];
    expect(canvasFamilies(parts, machine, "κ – łódź")).not.toContain("Noto");
    expect(canvasFamilies(parts, machine, "模型")).toMatch(
      /^"Source Sans 3", .*"Noto Sans CJK SC", "Some Serif", sans-serif$/,
    );
  });
});

describe("drawing", () => {
  it("warns of nothing, and is as wide as a column", async () => {
    // Those of a second task differ in nothing that matters here.
    const some = charts.filter(({ id }) => !/sports|^trends.+-third$/.test(id));
    for (const chart of some) {
      const svg = String((await draw(chart, ["svg"])).get("svg"));
      expect(svg.slice(0, 300), chart.id).toContain('width="321"');
    }
    expect(warnings).toEqual([]);
  });

  it("embeds the font in SVG: the parts that the text needs", async () => {
    const faces = async (id: string) => {
      const chart = charts.find((one) => one.id === id)!;
      return String((await draw(chart, ["svg"])).get("svg")).match(/@font-face\{[^}]*\}/g) ?? [];
    };
    const plain = await faces("coverage-plant");
    expect(plain).toHaveLength(2);
    expect(plain[0]).toMatch(
      /font-family:"Source Sans 3";font-weight:400;src:url\(data:font\/woff2;base64,d09GMg/,
    );
    expect(await faces("analyses-plant-pr")).toHaveLength(4);
  });

  it("says what it shows to those who do not see it", async () => {
    const chart = { ...charts[0]!, title: "a <b> & c" };
    const svg = String((await draw(chart, ["svg"])).get("svg"));
    expect(svg).toMatch(/^<svg role="img"[^>]*><title>a &lt;b&gt; &amp; c<\/title>/);
  });

  it("embeds the font in PDF, as letters also after dashes", async () => {
    for (const id of ["trends-plant", "analyses-plant-pr"]) {
      const chart = charts.find((one) => one.id === id)!;
      const pdf = Buffer.from((await draw(chart, ["pdf"])).get("pdf") as Uint8Array).toString(
        "latin1",
      );
      expect(pdf.slice(0, 5)).toBe("%PDF-");
      expect(pdf.includes("/FontFile2")).toBe(true);
      expect(pdf.match(/\/FontName \/[A-Z]{6}\+(SourceSans3)/)?.[1]).toBe("SourceSans3");
      expect(pdf.includes("/Type3")).toBe(false);
      expect(pdf.match(/MediaBox \[0 0 (\d+) /)?.[1]).toBe("241");
    }
  });

  it("says how large a PNG is on paper", async () => {
    const png = Buffer.from((await draw(charts[0]!, ["png"])).get("png") as Uint8Array);
    expect(png.subarray(1, 4).toString("latin1")).toBe("PNG");
    expect(png.readUInt32BE(16)).toBe(Math.ceil((321 * 300) / 96));
    expect(png.subarray(37, 41).toString("latin1")).toBe("pHYs");
    expect(png.readUInt32BE(41)).toBe(11811);
    const { loadImage } = await import("@napi-rs/canvas");
    expect((await loadImage(png)).width).toBe(png.readUInt32BE(16));
  });
});
