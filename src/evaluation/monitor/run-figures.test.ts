import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { exampleSummary } from "../../../test/summaries/example-summary.ts";
import { answered, failed } from "../../core/run/outcome.ts";
import { AskTimes } from "../../engine/ask-times.ts";
import { prometheusText } from "./prometheus-text.ts";
import { exportedNames, RunFigures } from "./run-figures.ts";
import { serveFigures } from "./serve-figures.ts";

/** Figures by name and labels; throws where a line is not of the text format. */
function parsed(text: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const line of text.trimEnd().split("\n")) {
    if (/^# (HELP|TYPE) [a-z_]+ .+$/.test(line)) continue;
    const [, name, value] =
      /^([a-z_]+(?:\{(?:[a-z]+="(?:[^"\\]|\\.)*",?)*\})?) (\S+)$/.exec(line) ?? [];
    if (name === undefined) throw new Error(`not the text format: ${line}`);
    found.set(name, Number(value === "+Inf" ? Number.POSITIVE_INFINITY : value));
  }
  return found;
}

function wholeRun(): RunFigures {
  const figures = new RunFigures('a "run"');
  const times = new AskTimes();
  for (const totalMs of [40, 60, 2_000, 200_000])
    times.add({ system: "model" }, { ...answered({}), facts: { totalMs } }, 1);
  times.add({ system: "model" }, failed("rate", "slow down"), 1);
  const pool = { system: "pool", server: "http://a:1/v1" };
  times.add(pool, { ...answered({}), facts: { totalMs: 80 } }, 1);
  times.add(pool, failed("transient", "gone"), 1);
  figures.note({ type: "started", directory: "runs/x", isContinued: false, row: null });
  figures.note({
    type: "progress",
    noun: "samples",
    systems: [
      {
        system: "model",
        expected: 10,
        isGrowing: false,
        settled: 4,
        settledNow: 4,
        outcomes: { answered: 3, refused: 1 },
      },
    ],
    asking: { inFlight: 2, limit: 8, retries: 1, spent: 0.25, times: times.list() },
  });
  figures.note({
    type: "machine",
    processes: [{ name: "vidimus", cpu: 0.5, rssBytes: 1e8 }],
    gpus: [{ name: "0 RTX", memoryBytes: 2e9, memoryTotal: 24e9, utilisation: 0.75 }],
  });
  const [task] = exampleSummary().tasks;
  figures.note({ type: "scored", task: "qa", summary: task!.systems[0]! });
  return figures;
}

describe("RunFigures", () => {
  it("has every figure of a run in the text format", () => {
    const text = wholeRun().text();
    const found = parsed(text);
    const of = (name: string) => found.get(name);
    expect(of('vidimus_run_info{run="a \\"run\\"",row=""}')).toBe(1);
    expect(of('vidimus_samples_expected{system="model"}')).toBe(10);
    expect(of('vidimus_outcomes_total{system="model",outcome="refused"}')).toBe(1);
    const server = 'system="pool",server="http://a:1/v1"';
    expect(of(`vidimus_request_seconds_count{${server}}`)).toBe(1);
    expect(of(`vidimus_request_seconds_bucket{${server},le="0.1"}`)).toBe(1);
    expect(of(`vidimus_request_failures_total{${server}}`)).toBe(1);
    expect(text).not.toContain('vidimus_request_failures_total{system="model"');
    expect(of("vidimus_cost_dollars_total")).toBe(0.25);
    expect(of('vidimus_request_seconds_bucket{system="model",le="0.05"}')).toBe(1);
    expect(of('vidimus_request_seconds_bucket{system="model",le="2.5"}')).toBe(3);
    expect(of('vidimus_request_seconds_bucket{system="model",le="120"}')).toBe(3);
    expect(of('vidimus_request_seconds_bucket{system="model",le="+Inf"}')).toBe(4);
    expect(of('vidimus_request_seconds_count{system="model"}')).toBe(4);
    expect(of('vidimus_request_seconds_sum{system="model"}')).toBeCloseTo(202.1, 9);
    expect(of('vidimus_process_resident_bytes{process="vidimus"}')).toBe(1e8);
    expect(of('vidimus_gpu_busy_ratio{gpu="0 RTX"}')).toBe(0.75);
    for (const name of exportedNames) expect(text).toContain(`# TYPE ${name} `);
  });

  it("is served under one path, and refuses a port that is taken", async () => {
    await using server = await serveFigures(0, () => "vidimus_run_info 1\n");
    const reply = await fetch(server.url);
    expect(reply.headers.get("content-type")).toContain("version=0.0.4");
    expect(await reply.text()).toBe("vidimus_run_info 1\n");
    expect((await fetch(new URL("/", server.url))).status).toBe(404);
    expect((await fetch(server.url, { method: "POST" })).status).toBe(404);
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:/);
    const port = Number(new URL(server.url).port);
    await expect(serveFigures(port, () => "")).rejects.toThrow("another program listens there");
  });
});

describe("the dashboard", () => {
  const file = fileURLToPath(new URL("../../../docs/grafana-dashboard.json", import.meta.url));
  const dashboard = JSON.parse(readFileSync(file, "utf8")) as {
    readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
  };
  const asked = dashboard.panels.flatMap(({ targets }) =>
    targets.flatMap(({ expr }) => expr.match(/vidimus_\w+/g) ?? []),
  );
  const plain = (name: string) => name.replace(/_(bucket|sum|count)$/, "");

  it("asks for names that runs export, and for all of them", () => {
    const known: ReadonlySet<string> = new Set(exportedNames);
    expect(asked.filter((name) => !known.has(name) && !known.has(plain(name)))).toEqual([]);
    const used = new Set(asked.flatMap((name) => [name, plain(name)]));
    expect(exportedNames.filter((name) => !used.has(name))).toEqual([]);
  });

  it("groups by labels that the figures have", () => {
    const labels = new Set(
      [
        ...wholeRun()
          .text()
          .matchAll(/[{,]([a-z]+)="/g),
      ].map(([, label]) => label!),
    );
    const wanted = JSON.stringify(dashboard).matchAll(/\{\{(\w+)\}\}/g);
    expect([...wanted].map(([, label]) => label!).filter((label) => !labels.has(label))).toEqual(
      [],
    );
  });
});

it("escapes what a label or a help may hold", () => {
  const text = prometheusText([
    {
      name: "x",
      help: "a\nb\\",
      type: "gauge",
      figures: [{ labels: { l: 'a"\\\n' }, value: Number.POSITIVE_INFINITY }],
    },
    { name: "none", help: "", type: "gauge", figures: [] },
  ]);
  expect(text).toBe('# HELP x a\\nb\\\\\n# TYPE x gauge\nx{l="a\\"\\\\\\n"} +Inf\n');
});
