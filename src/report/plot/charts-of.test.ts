import { describe, expect, it } from "vitest";
import {
  type PlotExample,
  plotComparisons,
  plotRun,
  plotTask,
} from "../../../test/summaries/plot-example.ts";
import type { Chart, ChartLook, Spec } from "./chart.ts";
import { chartsOf, shownSideBySide } from "./charts-of.ts";
import { plotTasks, signatureNotes } from "./plotted-run.ts";

const look: ChartLook = { width: "column", hasTitles: true };
const small: PlotExample = { id: "small", value: 0.625, frames: 8 };
const large: PlotExample = { id: "large", value: 0.7, frames: 32 };

function charts(systems: readonly PlotExample[], more = {}): readonly Chart[] {
  return chartsOf({ runs: [plotRun([plotTask(systems, more)])] }, look);
}

function specOf(all: readonly Chart[], id: string): Spec {
  const found = all.find((chart) => chart.id === id);
  expect(found, `${id} among ${all.map((chart) => chart.id).join(", ")}`).toBeDefined();
  return found!.spec;
}

type Row = Readonly<Record<string, unknown>>;

function rowsOf(spec: Spec): readonly Row[] {
  return (spec.data as { readonly values: readonly Row[] }).values;
}

interface Layer {
  readonly mark: { readonly type: string };
  readonly encoding: Readonly<Record<string, Spec>>;
  readonly data?: { readonly values: readonly Row[] };
}

function layersOf(spec: Spec, type: string): readonly Layer[] {
  return (spec.layer as readonly Layer[]).filter(({ mark }) => mark.type === type);
}

function domainAlong(channel: string, { encoding }: Layer): unknown {
  return (encoding[channel]!.scale as Spec).domain;
}

describe("scores", () => {
  const published = [{ name: "Theirs", metric: "accuracy", value: 0.65, source: "a paper" }];
  const spec = specOf(
    charts([{ id: "oracle", kind: "oracle", value: 1, half: 0 }, small, large], { published }),
    "scores-plant",
  );

  it("have a row for each system, baselines after them, what was published last", () => {
    expect(rowsOf(spec).map(({ name, role }) => [name, role])).toEqual([
      ["small", "system"],
      ["large", "system"],
      ["oracle", "baseline"],
      ["Theirs (published)", "published"],
    ]);
    expect(JSON.stringify(spec.title)).toContain("published, not measured here");
  });

  it("draw the summary's own numbers, intervals as lines from low to high", () => {
    expect(rowsOf(spec)[0]).toMatchObject({
      value: 0.625,
      low: 0.59375,
      high: 0.65625,
      chance: 0.3125,
    });
    const [interval] = layersOf(spec, "rule").filter(({ encoding }) => encoding.x2);
    expect([interval?.encoding.x?.field, interval?.encoding.x2?.field]).toEqual(["low", "high"]);
  });

  it("stand on the whole axis, and beyond it where a score is negative", () => {
    const domain = (systems: readonly PlotExample[]) =>
      domainAlong("x", layersOf(specOf(charts(systems), "scores-plant"), "point")[0]!);
    expect(domain([small])).toEqual([0, 1]);
    expect(domain([{ ...small, value: -0.2, half: 0 }])).toEqual([-0.2, 1]);
  });

  it("are written as in the terminal, with the same roundings", () => {
    const own = specOf(charts([{ id: "small", value: 0.677_86, half: 0.021 }]), "scores-plant");
    expect(JSON.stringify(own)).toContain('{\\"small\\":\\"67.79 (65.7–69.9)\\"}');
    const comparisons = plotComparisons("small", { large: [-0.593_79, 0.0625] });
    const difference = specOf(charts([small, large], { comparisons }), "differences-plant");
    expect(JSON.stringify(difference)).toContain('\\"−59.38 (');
  });

  it("have a line for what people reach", () => {
    const { title, interval } = plotTask([small]).systems[0]!.metrics.accuracy!;
    const accuracy = { title, interval, value: 0.875, low: null, high: null, n: 40 };
    const people = { file: "second.jsonl", samples: 40, scores: { accuracy } };
    const own = specOf(charts([small], { people }), "scores-plant");
    expect(rowsOf(own)[0]).toMatchObject({ people: 0.875 });
    expect(layersOf(own, "rule").map(({ encoding }) => encoding.x?.field)).toContain("people");
    const { subtitle } = own.title as { readonly subtitle: readonly string[] };
    expect(subtitle.join(" ")).toContain("people (a second annotator)");
    expect(layersOf(spec, "rule").map(({ encoding }) => encoding.x?.field)).not.toContain("people");
  });

  it("leave out what is not there", () => {
    const none = specOf(charts([{ id: "small", value: null }]), "scores-plant");
    expect(rowsOf(none)[0]).toMatchObject({ value: null, low: null });
    expect(JSON.stringify(none)).toContain('{\\"small\\":\\"no score\\"}');
    expect(JSON.stringify(none.title)).not.toContain("intervals");
  });
});

describe("differences", () => {
  it("are cut to what they are, around 0", () => {
    const comparisons = plotComparisons("small", { large: [0.125, 0.0625] });
    const spec = specOf(charts([small, large], { comparisons }), "differences-plant");
    expect(rowsOf(spec)).toMatchObject([
      { name: "large", value: 0.125, low: 0.0625, high: 0.1875 },
    ]);
    const [point] = layersOf(spec, "point");
    expect(domainAlong("x", point!)).toEqual([0, 0.1875]);
    expect(point?.encoding.x?.title).toBe("difference of Accuracy, in points");
  });
});

it("draws no difference that is a single 0 without an interval", () => {
  const [one] = plotComparisons("small", { large: [0, 0] });
  const accuracy = { ...one!.metrics.accuracy!, low: null, high: null };
  const comparisons = [{ ...one!, metrics: { accuracy } }];
  const kinds = charts([small, large], { comparisons }).map(({ kind }) => kind);
  expect(kinds).not.toContain("differences");
});

describe("slices", () => {
  it("are lines where they have an order, and rows where not", () => {
    const slices = { level: { "10": 0.2, "9": 0.3 }, domain: { sports: 0.5, factory: 0.4 } };
    const all = charts([{ ...small, slices }, large]);
    const levels = specOf(all, "slices-plant-level");
    expect(rowsOf(levels).map(({ x }) => x)).toEqual(["9", "10"]);
    expect(layersOf(levels, "line")).toHaveLength(1);
    expect(layersOf(specOf(all, "slices-plant-domain"), "line")).toHaveLength(0);
  });
});

describe("budgets", () => {
  it("join the systems that nothing cheaper beats", () => {
    const middle: PlotExample = { id: "middle", value: 0.55, frames: 16 };
    const spec = specOf(charts([large, middle, small]), "budget-plant-frames");
    const [front] = layersOf(spec, "line");
    expect(front?.data?.values.map(({ series }) => series)).toEqual(["small", "large"]);
  });

  it("are drawn for what summaries know, and differ in", () => {
    const ids = charts([
      { ...small, cost: 0.01, tokens: 100 },
      { ...large, cost: 0.05, tokens: 100, seconds: 1 },
    ]).map(({ id }) => id);
    expect(ids.filter((id) => id.startsWith("budget"))).toEqual([
      "budget-plant-frames",
      "budget-plant-cost",
    ]);
  });

  it("draw one line for a system that rows of a matrix show other numbers of frames", () => {
    const runs = [4, 8].map((frames) => {
      const { series: _, ...row } = plotRun([plotTask([{ ...small, frames }])], {
        name: `${frames} frames`,
      });
      return row;
    });
    const spec = specOf(chartsOf({ runs }, look), "frames-plant");
    expect(rowsOf(spec).map(({ series, x }) => [series, x])).toEqual([
      ["small", 4],
      ["small", 8],
    ]);
  });
});

describe("times", () => {
  it("have the terminal's words, and say where they are of some samples only", () => {
    const task = plotTask([{ ...small, seconds: 1 }]);
    const [system] = task.systems;
    const { times } = system!.resources!;
    const withTimes = (own: typeof times) => {
      const systems = [{ ...system!, resources: { ...system!.resources!, times: own } }];
      return chartsOf({ runs: [plotRun([{ ...task, systems }])] }, look);
    };
    const spec = specOf(withTimes(times), "times-plant");
    expect(rowsOf(spec).map(({ series }) => series)).toEqual(["frames", "waiting", "request"]);
    expect(JSON.stringify(spec.title)).not.toContain("samples");
    const subtitleWith = (own: typeof times) => {
      const { subtitle } = specOf(withTimes(own), "times-plant").title as {
        readonly subtitle: readonly string[];
      };
      return subtitle.join(" ");
    };
    const few = { ...times.total!, n: 3 };
    expect(subtitleWith({ ...times, total: few })).toMatch(
      /; small: request of 3 of 4\s996 samples$/,
    );
    expect(subtitleWith({ total: few })).toMatch(/; small: 3 of 4\s996 samples$/);
  });

  it("are not drawn where nothing took any time", () => {
    const ids = charts([{ ...small, seconds: 0 }]).map(({ id }) => id);
    expect(ids).not.toContain("times-plant");
  });
});

describe("trends", () => {
  const runs = ["2026-11-03", "2026-11-01", "2026-11-02", "2026-11-04"].map((day) =>
    plotRun([plotTask([{ ...small, slices: { type: { a: 0.5, b: 0.6 } } }])], {
      name: day,
      createdAt: `${day}T00:00:00.000Z`,
      ...(day === "2026-11-02" ? { mark: "v2" } : {}),
    }),
  );

  it("are in time, with releases marked", () => {
    const spec = specOf(chartsOf({ runs }, look), "trends-plant");
    expect(rowsOf(spec).map(({ x }) => String(x).slice(8, 10))).toEqual(["01", "02", "03", "04"]);
    expect(layersOf(spec, "area")[0]?.encoding.y2?.field).toBe("high");
    expect(layersOf(spec, "text")[0]?.data?.values).toEqual([
      { x: "2026-11-02T00:00:00.000Z", text: "v2" },
    ]);
  });

  it("are drawn of slices too, and all other charts show the newest of a long series", () => {
    const all = chartsOf({ runs }, look);
    specOf(all, "trends-plant-type-small");
    expect(rowsOf(specOf(all, "scores-plant"))).toHaveLength(1);
    expect(shownSideBySide(runs).map(({ name }) => name)).toEqual(["2026-11-04"]);
    expect(shownSideBySide(runs.slice(1))).toHaveLength(3);
  });
});

describe("analyses", () => {
  const confusion = {
    kind: "table",
    columns: ["truth", "cat", "dog", "no answer"],
    rows: [
      ["cat", 3, 1, 0],
      ["dog", 0, 4, 0],
    ],
  } as const;
  const byType = {
    kind: "table",
    columns: ["type", "truths", "AP"],
    fractions: ["AP"],
    rows: [
      ["fall", 3, 0.5],
      ["fire", 4, null],
      ["theft", 5, 0.25],
    ],
  } as const;
  const curve = {
    kind: "curve",
    x: "recall",
    y: "precision",
    points: [
      [0, 1],
      [0, 1],
      [1, 0.5],
    ],
    band: [[0.9, 1], null, [0.4, 0.6]],
  } as const;
  const all = charts([
    {
      ...small,
      analyses: [
        { id: "confusion", title: "Confusion", data: confusion },
        { id: "ap", title: "AP by type", data: byType },
        { id: "pr", title: "Precision and recall", data: curve },
      ],
    },
  ]);

  it("draw confusions as shares of what is true, without answers that nobody gave", () => {
    const spec = specOf(all, "analyses-plant-confusion-small");
    expect(rowsOf(spec)).toEqual([
      { truth: "cat", said: "cat", count: 3, share: 0.75 },
      { truth: "cat", said: "dog", count: 1, share: 0.25 },
      { truth: "dog", said: "dog", count: 4, share: 1 },
    ]);
    expect(domainAlong("x", layersOf(spec, "rect")[0]!)).toEqual(["cat", "dog"]);
  });

  it("draw the fractions of a table, not its counts", () => {
    expect(rowsOf(specOf(all, "analyses-plant-ap-ap"))).toMatchObject([
      { category: "fall", value: 0.5 },
      { category: "theft", value: 0.25 },
    ]);
    expect(all.some(({ id }) => id.includes("truths"))).toBe(false);
  });

  it("draw each division of a table by itself, lines where its first key has an order", () => {
    const levels = {
      kind: "table",
      columns: ["level", "group", "place", "score", "score low", "score high"],
      fractions: ["score", "score low", "score high"],
      rows: [
        ["1", null, null, 0.5, 0.4, 0.6],
        ["2", null, null, 0.25, null, null],
        [null, null, "hall", 0.5, 0.4, 0.6],
        [null, null, "yard", 0.5, 0.4, 0.6],
        ["1", null, "hall", 0.5, null, null],
        ["2", null, "hall", 0.25, null, null],
      ],
    } as const;
    const own = charts([{ ...small, analyses: [{ id: "levels", title: "Levels", data: levels }] }]);
    expect(own.filter(({ kind }) => kind === "analyses").map(({ id }) => id)).toEqual([
      "analyses-plant-levels-score-level",
      "analyses-plant-levels-score-place",
      "analyses-plant-levels-score-level-and-place-small",
    ]);
    const byLevel = specOf(own, "analyses-plant-levels-score-level");
    expect(rowsOf(byLevel)).toMatchObject([
      { x: "1", series: "small", value: 0.5, low: 0.4, high: 0.6 },
      { x: "2", series: "small", value: 0.25, low: null, high: null },
    ]);
    expect(layersOf(byLevel, "line")).toHaveLength(1);
    expect(
      rowsOf(specOf(own, "analyses-plant-levels-score-level-and-place-small"))[0],
    ).toMatchObject({ x: "1", series: "hall" });
  });

  it("leave out counts, positions and what is a single point at 0", () => {
    const counts = {
      kind: "table",
      columns: ["what", "count"],
      rows: [
        ["queries", 40],
        ["missing", 3],
      ],
    } as const;
    const timeline = {
      kind: "table",
      columns: ["episode", "from frame", "to frame", "truth", "answer"],
      rows: [
        ["e1", 0, 40, "walk", "walk"],
        ["e1", 40, 90, "sit", "walk"],
      ],
    } as const;
    const point = { kind: "curve", x: "recall", y: "precision", points: [[0, 0]] } as const;
    const analyses = [
      { id: "counts", title: "Queries", data: counts },
      { id: "timeline", title: "Timeline", data: timeline },
      { id: "point", title: "Precision and recall", data: point },
    ];
    const kinds = charts([{ ...small, analyses }]).map(({ kind }) => kind);
    expect(kinds).not.toContain("analyses");
  });

  it("draw the intervals that a table says its columns are", () => {
    const losses = {
      kind: "table",
      columns: ["condition", "exact", "exact, low", "exact, high", "judged"],
      fractions: ["exact", "exact, low", "exact, high", "judged"],
      intervals: [["exact", "exact, low", "exact, high"]],
      rows: [
        ["found", 0.5, 0.4, 0.6, 0.5],
        ["lost", -0.1, -0.2, 0.05, 0.25],
      ],
    } as const;
    const own = charts([{ ...small, analyses: [{ id: "loss", title: "Losses", data: losses }] }]);
    expect(own.filter(({ kind }) => kind === "analyses").map(({ id }) => id)).toEqual([
      "analyses-plant-loss-exact",
      "analyses-plant-loss-judged",
    ]);
    const spec = specOf(own, "analyses-plant-loss-exact");
    expect(rowsOf(spec)).toMatchObject([
      { category: "found", value: 0.5, low: 0.4, high: 0.6 },
      { category: "lost", value: -0.1, low: -0.2, high: 0.05 },
    ]);
    expect(JSON.stringify(spec.title)).toContain("intervals");
  });

  it("draw curves with their intervals, points that coincide once", () => {
    expect(rowsOf(specOf(all, "analyses-plant-pr"))).toEqual([
      { x: 0, series: "small", value: 1, low: 0.9, high: 1 },
      { x: 1, series: "small", value: 0.5, low: 0.4, high: 0.6 },
    ]);
  });
});

it("says where runs score a system by different rules", () => {
  const run = plotRun([plotTask([small, large])], { name: "old" });
  const [task] = run.summary.tasks;
  const [first, ...others] = task!.systems;
  const accuracy = { ...first!.metrics.accuracy!, signature: "other" };
  const systems = [{ ...first!, metrics: { accuracy } }, ...others];
  const renewed = plotRun([{ ...task!, systems }], { name: "new" });
  expect(signatureNotes(plotTasks([run, renewed]))).toEqual([
    "plant: runs score small by different rules (signatures of accuracy differ)",
  ]);
  expect(signatureNotes(plotTasks([run, { ...run, name: "new" }]))).toEqual([]);
});

describe("colours", () => {
  const colorsIn = (spec: Spec): Readonly<Record<string, string>> => {
    const [layer] = layersOf(spec, "point");
    const { domain, range } = layer!.encoding.color!.scale as Record<string, readonly string[]>;
    return Object.fromEntries(domain!.map((name, at) => [name, range![at]!]));
  };

  it("of a system are the same in all charts", () => {
    const slices = { domain: { hall: 0.5, yard: 0.4 } };
    const unknown: PlotExample = { id: "unknown", value: 0.5, slices };
    const all = charts([unknown, { ...small, slices }, { ...large, slices }]);
    const colors = colorsIn(specOf(all, "slices-plant-domain"));
    expect(new Set(Object.values(colors)).size).toBe(3);
    for (const id of ["frames-plant", "budget-plant-frames"]) {
      const own = colorsIn(specOf(all, id));
      expect(Object.keys(own), id).toHaveLength(2);
      expect(colors, id).toMatchObject(own);
    }
  });

  it("over time are those of the newest run, and others where a system is no longer there", () => {
    const old: PlotExample = { id: "old", value: 0.4 };
    const slices = { domain: { hall: 0.5, yard: 0.4 } };
    const runs = [1, 2, 3, 4].map((day) =>
      plotRun(
        [
          plotTask(
            day === 4
              ? [
                  { ...large, slices },
                  { ...small, slices },
                ]
              : [old, small, large],
          ),
        ],
        { name: `${day}`, createdAt: `2026-11-0${day}T00:00:00.000Z` },
      ),
    );
    const all = chartsOf({ runs }, look);
    const trends = colorsIn(specOf(all, "trends-plant"));
    expect(trends).toMatchObject(colorsIn(specOf(all, "slices-plant-domain")));
    expect(new Set(Object.values(trends)).size).toBe(3);
  });
});

describe("names", () => {
  it("tell runs apart where they share systems, and baselines that say the same are one", () => {
    const oracle: PlotExample = { id: "oracle", kind: "oracle", value: 1 };
    const runs = ["old", "new"].map((name) =>
      plotRun([plotTask([oracle, small, large])], { name, series: name }),
    );
    expect(
      rowsOf(specOf(chartsOf({ runs }, look), "scores-plant")).map(({ name }) => name),
    ).toEqual(["small · old", "large · old", "small · new", "large · new", "oracle"]);
  });

  it("of charts differ, as files must", () => {
    const ids = chartsOf(
      { runs: [plotRun([plotTask([small], { id: "a b" }), plotTask([small], { id: "a/b" })])] },
      look,
    ).map(({ id }) => id);
    expect(ids.slice(0, 2)).toEqual(["scores-a-b", "scores-a-b-2"]);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

it("names a single series below the title, since it has no legend", () => {
  const slices = { domain: { hall: 0.5, yard: 0.4 } };
  const subtitle = (systems: readonly PlotExample[]) =>
    JSON.stringify(specOf(charts(systems), "slices-plant-domain").title);
  expect(subtitle([{ ...small, slices }])).toContain("small; 95");
  expect(
    subtitle([
      { ...small, slices },
      { ...large, slices },
    ]),
  ).not.toContain("small");
});

describe("the look", () => {
  it("is that of a column or a page, with titles or without", () => {
    const widths = (["column", "page"] as const).map(
      (width) =>
        chartsOf({ runs: [plotRun([plotTask([small])])] }, { ...look, width })[0]!.spec.width,
    );
    expect(widths).toEqual([321, 665]);
    const [bare] = chartsOf(
      { runs: [plotRun([plotTask([small])])] },
      { ...look, hasTitles: false },
    );
    expect(bare?.spec.title).toBeUndefined();
  });
});
