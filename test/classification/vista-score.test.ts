import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Summary } from "../../src/summary/summary.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { configText, models, resultsText, writeExperiment } from "./vista-experiment.ts";

const folder = temporaryFolder();
const score = (...args: readonly string[]) =>
  cli(
    [
      "score",
      "--family",
      "classification",
      "--format",
      "vista",
      "--predictions",
      ...args,
      "--json",
    ],
    { cwd: folder.path },
  );
const read = (path: string) => readFileSync(join(folder.path, path), "utf8");

describe("scoring results of ViSTa", () => {
  let summary: Summary;
  beforeAll(async () => {
    writeExperiment(folder);
    folder.file("results.csv", resultsText({ viclip_cosine: 1 }));
    const args = ["results.csv", "--data", "config.yaml", "--export", "vista", "--output", "out"];
    const { stdout, stderr, status } = await score(...args);
    expect(status, stderr).toBe(0);
    summary = JSON.parse(stdout) as Summary;
  }, 60_000);
  const values = (metrics: Readonly<Record<string, { readonly value: number | null }>>) =>
    Object.fromEntries(Object.entries(metrics).map(([id, { value }]) => [id, value]));

  it("gives means over tasks, and every task as a slice", () => {
    const [system] = summary.tasks[0]!.systems;
    expect([system!.id, system!.headline]).toEqual(["viclip_cosine", "macro-f1"]);
    expect(values(system!.metrics)).toMatchObject({
      "macro-f1": expect.closeTo((1 / 6 + 2 / 3) / 2, 9),
      "rescaled-macro-f1": expect.closeTo((1 + 2 / 3) / 2, 9),
      accuracy: expect.closeTo((1 / 3 + 2 / 3) / 2, 9),
      ece: null,
    });
    const { task: tasks, level, environment, group } = system!.slices;
    expect(values(tasks!["foundation/drawer"]!.metrics)).toMatchObject({
      "macro-f1": expect.closeTo(1 / 6, 9),
      "rescaled-macro-f1": 1,
      accuracy: expect.closeTo(1 / 3, 9),
    });
    expect(Object.keys(tasks!)).toEqual(["foundation/drawer", "level_2/remix/cup"]);
    expect([level, environment, group].map((one) => Object.keys(one!))).toEqual([
      ["1", "2"],
      ["Real world", "Virtual home"],
      ["General"],
    ]);
  });

  it("reads replies that a chat model wrote, by every extractor that is named", async () => {
    const videos = ["alfred/d1.mp4", "alfred/d2.mp4", "alfred/d3.mp4"];
    // Named first is what "standard" takes, larger what "vista" does.
    const reply = "Final Scores\n- (open) 3/5\n- (close) 4\n- (none) 1";
    const rows = videos.map((video) => JSON.stringify({ id: `foundation/drawer/${video}`, reply }));
    folder.file("replies.jsonl", `${rows.join("\n")}\n`);
    const { stdout, stderr } = await score(
      ...["replies.jsonl", "--data", "config.yaml", "--extractors", "standard,vista"],
    );
    const [system] = (JSON.parse(stdout || "{}") as Summary).tasks[0]!.systems;
    expect(system!.outcomes, stderr).toMatchObject({ answered: 3, missing: 3 });
    expect(system!.extractors.map(({ id, disagreements }) => [id, disagreements])).toEqual([
      ["standard", 0],
      ["vista", 3],
    ]);
    const drawer = system!.slices.task!["foundation/drawer"]!;
    expect(drawer.metrics.accuracy!.value).toBeCloseTo(1 / 3, 9);
  });

  it("shows every label with its average precision and what a random order would reach", () => {
    const { data } = summary.tasks[0]!.systems[0]!.analyses.find(({ id }) => id === "labels")!;
    if (data.kind !== "table") throw new Error("no table");
    const rows = data.rows.map((row) =>
      Object.fromEntries(row.map((cell, at) => [data.columns[at]!, cell])),
    );
    expect(rows.map(({ task, label }) => `${task}: ${label}`)).toEqual([
      "foundation/drawer: open",
      "foundation/drawer: close",
      "foundation/drawer: none",
      "level_2/remix/cup: up",
      "level_2/remix/cup: down",
    ]);
    expect(rows[0]).toMatchObject({
      precision: expect.closeTo(1 / 3, 9),
      recall: 1,
      f1: 0.5,
      "average precision": 0.5,
      "at random": expect.closeTo(0.611111, 6),
    });
  });

  it("has a confusion matrix for each task, and says what guessing would reach", () => {
    const [system] = summary.tasks[0]!.systems;
    const matrices = system!.analyses.filter(({ id }) => id.startsWith("confusion-matrix"));
    expect(matrices.map(({ title, data }) => [title, "columns" in data && data.columns])).toEqual([
      ["Confusion matrix: foundation/drawer", ["truth", "close", "none", "open", "no answer"]],
      ["Confusion matrix: level_2/remix/cup", ["truth", "down", "up", "no answer"]],
    ]);
    const chance = (id: string) =>
      system!.metrics[id]!.references.find((line) => line.id === "chance")?.value;
    expect(chance("accuracy")).toBeCloseTo((1 / 3 + 1 / 2) / 2, 12);
    expect(chance("macro-f1")).toBeGreaterThan(0.2);
    expect(chance("rescaled-macro-f1")).toBeUndefined();
  });

  it("writes the original files, which are read again as they are", async () => {
    const out = "out/vista/config";
    expect(read(`${out}/per_label_metrics.csv`).split("\n").slice(0, 3)).toEqual([
      "task,model,environment,label,precision,recall,f1,support",
      "foundation/drawer,viclip_cosine,Virtual home,close,1,1,1,1",
      "foundation/drawer,viclip_cosine,Virtual home,none,1,1,1,1",
    ]);
    expect(read(`${out}/results.csv`).split("\n").slice(0, 2)).toEqual([
      "task,model,video,label,label_idx,score,true_label,true_label_idx",
      "foundation/drawer,viclip_cosine,alfred/d1.mp4,open,0,0.3,open,0",
    ]);
    const again = await score(`${out}/results.csv`, "--data", "config.yaml");
    expect(JSON.parse(again.stdout)).toEqual(summary);
  });

  it("reads a folder of tasks as well, and rows as JSON", async () => {
    const rows = resultsText({ viclip_cosine: 1 }).trim().split("\n").slice(1);
    folder.file(
      "results.json",
      JSON.stringify(
        rows.map((row) => {
          const [task, model, video, label, , value] = row.split(",");
          return { task, model, video, label, score: Number(value) };
        }),
      ),
    );
    const { stdout, stderr } = await score("results.json", "--data", "tasks", "--media", "videos");
    const [system] = (JSON.parse(stdout || "{}") as Summary).tasks[0]!.systems;
    expect(values(system!.metrics), stderr).toEqual(values(summary.tasks[0]!.systems[0]!.metrics));
  });

  it("scores every model of a file as a system of its own", async () => {
    folder.file("all.csv", resultsText({ viclip_cosine: 1, "gpt-4o": -1, s3d_cosine: 2 }));
    const args = ["--data", "config.yaml", "--export", "vista", "--output", "all"];
    const { stdout, stderr } = await score("all.csv", ...args);
    const { systems } = (JSON.parse(stdout) as Summary).tasks[0]!;
    expect(
      systems.map(({ id }) => id),
      stderr,
    ).toEqual(["viclip_cosine", "gpt-4o", "s3d_cosine"]);
    expect(values(systems[0]!.metrics)).toEqual(values(summary.tasks[0]!.systems[0]!.metrics));
    expect(systems[1]!.metrics.accuracy!.value).toBeCloseTo((1 / 3 + 1 / 3) / 2, 9);
    // By rescaled scores two models are wrong about c2 only; the other, upside down, about all but
    // c2.
    expect(read("all/vista/config/misclassification_num.csv").trim().split("\n")).toEqual([
      "task,video,misclassification_num,models",
      "foundation/drawer,alfred/d1.mp4,1,3",
      "foundation/drawer,alfred/d2.mp4,1,3",
      "foundation/drawer,alfred/d3.mp4,1,3",
      "level_2/remix/cup,real_life/c1.mp4,1,3",
      "level_2/remix/cup,real_life/c2.mp4,2,3",
      "level_2/remix/cup,alfred/d1.mp4,1,3",
    ]);
    const rows = (path: string) => read(`all/vista/config/${path}`).trim().split("\n");
    expect(rows("results.csv")).toEqual(read("all.csv").trim().split("\n"));
    const models = rows("per_label_metrics.csv").map((row) => row.split(",")[1]);
    expect([...new Set(models)]).toEqual(["model", "viclip_cosine", "gpt-4o", "s3d_cosine"]);
    const one = await score("all.csv", "--data", "config.yaml", "--predictions-variant", "gpt-4o");
    expect((JSON.parse(one.stdout) as Summary).tasks[0]!.systems.map(({ id }) => id)).toEqual([
      "gpt-4o",
    ]);
  });
});

describe("mistakes in an experiment of ViSTa", () => {
  it("are not looked for in the configuration where the answers are missing", async () => {
    const args = ["score", "--family", "classification", "--format", "vista", "--data"];
    const { status, stderr } = await cli([...args, "config.yaml"], { cwd: folder.path });
    expect(stderr).toContain("missing: --predictions");
    expect(status).toBe(2);
  });

  it.each([
    ["tasks:\n  - a\n models: []", /bad\.yaml:3:\d+: not valid YAML/],
    [
      configText("{ kind: vlm }"),
      /bad\.yaml:5:13: models\.0\.kind: must be encoder or gpt, got "vlm"/,
    ],
    [configText().replace("task_dir: tasks", "task_dir: nowhere"), /no such folder: .*nowhere/],
    [configText(models.viclip, ["foundation/drawr"]), /did you mean "foundation\/drawer"\?/],
  ])("are named with file and field: %j", async (config, message) => {
    folder.file("bad.yaml", config);
    const { status, stderr } = await score("results.csv", "--data", "bad.yaml");
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
  });
});
