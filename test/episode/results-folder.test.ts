import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { writeNpz } from "../../src/datasets/arrays/write-npz.ts";
import type { MatrixSummary } from "../../src/summary/matrix-summary.ts";
import type { Summary } from "../../src/summary/summary.ts";
import { cli } from "../support/cli.ts";
import { writeEpisodeTable } from "../support/episode-table.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();

async function json(args: readonly string[], status = 0): Promise<Summary> {
  const finished = await cli([...args, "--json"], { cwd: folder.path });
  expect(finished.status, finished.stderr).toBe(status);
  return JSON.parse(finished.stdout) as Summary;
}

const valuesOf = ({ tasks }: Summary, task: string, system: string) =>
  Object.fromEntries(
    Object.entries(
      tasks.find(({ id }) => id === task)!.systems.find(({ id }) => id === system)!.metrics,
    ).map(([id, { value }]) => [id, value]),
  );

/** Windows 10 to 15 with a label each. */
const labelled = (labels: string) =>
  [
    "window_index,start_frame,end_frame,center_frame,true_label,predicted_label,confidence,correct",
    ...[...labels].map((said, at) => {
      const start = (10 + at) * 5;
      const truth = at < 3 ? "a" : "b";
      return [
        10 + at,
        start,
        start + 19,
        start + 9,
        truth,
        said,
        0.5,
        Number(truth === said),
      ].join();
    }),
  ].join("\n");

beforeAll(async () => {
  folder.file("results/timeline_action/predictions.csv", labelled("aabbba"));
  folder.file("results/neural_mlp/timeline_action/predictions.csv", labelled("aaabbb"));
  folder.file(
    "results/misalignment_detection/predictions.csv",
    "sample_index,true,predicted,prob_positive\n20,1,1,0.9\n21,0,1,0.6\n22,1,0,0.2\n23,0,0,0.1\n",
  );
  folder.file("results/next_action/predictions.csv", "window_index,true_label\n1,a\n");
  mkdirSync(join(folder.path, "results/modality_reconstruction"));
  mkdirSync(join(folder.path, "results/caption_grounding"));
  mkdirSync(join(folder.path, "results/cross_modal_retrieval"));
  const arrays = {
    y_true: { shape: [3, 2], values: Float32Array.of(1, 0, 0, 1, 1, 1) },
    y_pred: { shape: [3, 2], values: Float32Array.of(1, 0, 1, 0.9, 0, 1) },
    test_window_indices: { values: Int32Array.of(7, 8, 9) },
  };
  await writeNpz(join(folder.path, "results/modality_reconstruction/predictions.npz"), arrays);
  for (const task of ["caption_grounding", "cross_modal_retrieval"])
    copyFileSync(
      join(folder.path, "results/modality_reconstruction/predictions.npz"),
      join(folder.path, `results/${task}/predictions.npz`),
    );
});

describe("vidimus score of a folder of results", () => {
  it("scores every task of every system under the names of the suite, and goes on after a failure", async () => {
    const summary = await json(
      ["score", "--family", "episode", "--format", "xperience", "--data", "results"],
      3,
    );
    expect(summary.tasks.map(({ id }) => id)).toEqual([
      "timeline_action",
      "caption_grounding",
      "cross_modal_retrieval",
      "modality_reconstruction",
      "misalignment_detection",
    ]);
    expect(summary.failures).toEqual([
      {
        task: "next_action",
        error: expect.stringContaining("the column predicted_label is missing"),
      },
    ]);
    // a: 2 hits, 1 miss, 1 false alarm; b the same.
    expect(valuesOf(summary, "timeline_action", "minimal")).toEqual({
      macro_f1: 2 / 3,
      accuracy: 2 / 3,
      balanced_accuracy: 2 / 3,
      weighted_f1: 2 / 3,
    });
    expect(valuesOf(summary, "timeline_action", "neural_mlp").accuracy).toBe(1);
    expect(valuesOf(summary, "misalignment_detection", "minimal")).toMatchObject({
      f1: 0.5,
      tp: 1,
      fp: 1,
      fn: 1,
      tn: 1,
      positive_rate_pred: 0.5,
    });
    // Squared errors: 0, 0; 1, 0.01; 1, 0. Distances from the means (2/3, 2/3): 2/3 each.
    const { r2, mse, mae } = valuesOf(summary, "modality_reconstruction", "minimal");
    expect(r2).toBeCloseTo(1 - 2.01 / (4 / 3), 6);
    expect(mse).toBeCloseTo(2.01 / 6, 6);
    expect(mae).toBeCloseTo(2.1 / 6, 6);
    // Projected queries (1,0), (1,.9), (0,1) among (1,0), (0,1), (1,1): ranks 1, 3 and 2.
    expect(valuesOf(summary, "cross_modal_retrieval", "minimal")).toMatchObject({
      mrr: expect.closeTo((1 + 1 / 3 + 1 / 2) / 3, 12),
      median_rank: 2,
      top1_accuracy: expect.closeTo(1 / 3, 12),
      top5_accuracy: 1,
    });
    // Queries (1,0), (0,1), (1,1) among projected (1,0), (1,.9), (0,1): ranks 1, 2 and 3.
    expect(valuesOf(summary, "caption_grounding", "minimal").mrr).toBeCloseTo(
      (1 + 1 / 2 + 1 / 3) / 3,
      12,
    );
  });

  it("knows what was learnt from by windows.csv, or better by metrics.json", async () => {
    const rows = (from: number, to: number, line: (index: number) => string) =>
      Array.from({ length: to - from }, (_, at) => `${line(from + at)}\n`).join("");
    const frames = (index: number) => [index, index * 5, index * 5 + 19, index * 5 + 9].join();
    const labelOf = (index: number) => (index < 6 ? "a" : index < 10 ? "b" : "c");
    const next = (index: number) => labelOf(Math.min(19, index + 6));
    folder.file(
      "learnt/windows.csv",
      `window_index,start_frame,end_frame,center_frame,action_label,action_fraction,subtask_label,subtask_fraction\n${rows(0, 20, (index) => `${frames(index)},${labelOf(index)},1.0,,0.0`)}`,
    );
    folder.file(
      "learnt/next_action/predictions.csv",
      `window_index,start_frame,end_frame,center_frame,true_label,predicted_label,confidence,correct\n${rows(3, 20, (index) => `${frames(index)},${next(index)},${index === 4 ? "" : "b"},,0`)}`,
    );
    const scored = async () => {
      const { tasks: found } = await json([
        "score",
        "--family",
        "episode",
        "--format",
        "xperience",
        "--data",
        "learnt",
      ]);
      const [system] = found[0]!.systems;
      const { references } = system!.metrics.accuracy!;
      return {
        outcomes: system!.outcomes,
        majority: references.find(({ id }) => id === "majority")!,
        unseen: found[0]!.notes!.filter((note) => note.includes("in no training sample")),
      };
    };
    // Windows 0 to 2 are followed by "b" six windows later, one test sample in 17 as well.
    const known = await scored();
    expect(known.majority).toMatchObject({
      value: 1 / 17,
      note: expect.stringMatching("training"),
    });
    expect(known.unseen).toEqual([expect.stringMatching(/: c$/)]);
    expect(known.outcomes).toMatchObject({ answered: 16, missing: 1 });
    folder.file(
      "learnt/next_action/metrics.json",
      JSON.stringify({
        ...{ unseen_test_classes: ["b"], majority_baseline_label: "c" },
        ...{ majority_baseline_accuracy: 16 / 17, num_train_windows: 3 },
      }),
    );
    const recorded = await scored();
    expect(recorded.majority.value).toBe(16 / 17);
    expect(recorded.unseen).toEqual([expect.stringMatching(/: b$/)]);
  });

  it("takes an answer to a pair that is neither 0 nor 1 for none", async () => {
    folder.file(
      "pairs/temporal_order/predictions.csv",
      "sample_index,true,predicted,prob_positive\n0,1,1.0,0.9\n1,0,maybe,0.6\n2,1.0,1,0.8\n3,0,0,0.1\n",
    );
    const summary = await json(
      ["score", "--family", "episode", "--format", "xperience", "--data", "pairs"],
      0,
    );
    expect(valuesOf(summary, "temporal_order", "minimal")).toMatchObject({
      accuracy: 3 / 4,
      tp: 2,
      tn: 1,
      fp: 0,
      fn: 0,
    });
    expect(summary.tasks[0]!.systems[0]!.outcomes).toMatchObject({ answered: 3, unparsed: 1 });
  });

  it("scores one task where it is named", async () => {
    const summary = await json([
      ...["score", "--family", "episode", "--format", "xperience", "--data", "results"],
      ...["--task", "timeline_action"],
    ]);
    expect(summary.tasks.map(({ id }) => id)).toEqual(["timeline_action"]);
  });
});

const tasks = ["timeline_action", "transition_detection", "object_relevance", "temporal_order"];
const config = (options: string) => `name: suite
tasks:
${tasks
  .map(
    (task) => `  - id: ${task}
    family: episode
    data: { format: xperience, path: table }
    options: { task: ${task}${options} }
`,
  )
  .join("")}systems:
  - { id: chance, kind: chance }
  - { id: majority, kind: majority }
  - { id: linear, kind: heads, head: minimal, epochs: 5, validation: 0.2 }
`;

describe("a suite on a table", () => {
  beforeAll(() => writeEpisodeTable(join(folder.path, "table")));

  it("is exported as the suite leaves its results, which are scored again to the same figures", async () => {
    folder.file(
      "table/available_modalities.json",
      JSON.stringify({ annotation: "annotation.hdf5", num_frames: 420 }),
    );
    folder.file("suite.yaml", config(""));
    const run = await json(["run", "suite.yaml", "--export", "xperience"]);
    const { directory } = run as unknown as { directory: string };
    const out = join(directory, "exports/xperience/majority");
    const read = (name: string) => readFileSync(join(out, name), "utf8");
    const report = JSON.parse(read("summary_report.json"));
    expect(Object.keys(report.tasks)).toEqual(tasks);
    expect(report).toMatchObject({
      annotation: "annotation.hdf5",
      num_frames: 420,
      num_windows: 80,
      feature_dim: 32,
      window_frames: 20,
      stride_frames: 5,
    });
    expect(JSON.parse(read("timeline_action/metrics.json"))).toMatchObject({
      num_train_windows: 51,
      num_embargoed_windows: 3,
      num_test_windows: 23,
      feature_dim: 28,
      unseen_test_classes: [],
      task_display_name: "Action Recognition",
    });
    expect(read("timeline_action/confusion_matrix.csv")).toMatch(
      /^true\\pred,pick up,pour,stir,wait\n/,
    );
    expect(read("timeline_action/per_class_metrics.csv")).toMatch(
      /^class_id,class_name,support,predicted,precision,recall,f1\n0,pick up,/,
    );
    expect(read("transition_detection/true_boundaries.csv")).toMatch(/^frame\n\d+\n/);
    expect(read("shared_windows.npz").length).toBeGreaterThan(0);
    const protocol = JSON.parse(read("evaluation_protocol.json"));
    expect(protocol.task_protocols).toHaveLength(12);
    expect(protocol.scale_up_gate.required_before_next_omni_quality_pilot).toHaveLength(5);
    expect(protocol.scale_up_gate.evidence[1]).toMatch(/^not met: held-out episode split/);
    expect(protocol.scope).toMatchObject({
      validated_episode_count: 1,
      num_frames: 420,
      audio_featurized: true,
    });
    const learnt = (name: string) => JSON.parse(read(`../linear/${name}`));
    expect(learnt("timeline_action/metrics.json")).toMatchObject({
      train_final_accuracy: expect.any(Number),
      train_final_loss: expect.any(Number),
      validation_samples: 10,
      validation_accuracy: expect.any(Number),
    });
    expect(learnt("timeline_action/history.json").at(-1)).toMatchObject({ epoch: 5 });
    const scored = join(folder.path, "again");
    await json(["score", directory, "--export", "xperience", "--output", scored]);
    expect(readFileSync(join(scored, "xperience/linear/timeline_action/metrics.json"))).toEqual(
      readFileSync(join(out, "../linear/timeline_action/metrics.json")),
    );
    const validation = (one: typeof protocol) => one.scale_up_gate.evidence[2];
    expect(validation(protocol)).toMatch(/^not met: validation samples/);
    expect(validation(learnt("evaluation_protocol.json"))).toMatch(/^met: .* 4 of 4 tasks$/);
    expect(read("EVALUATION_PROTOCOL.md")).toMatch(/`caption_grounding` .*\| n\/a \| n\/a \|/);
    const again = await json([
      "score",
      "--family",
      "episode",
      "--format",
      "xperience",
      "--data",
      out,
    ]);
    for (const task of tasks)
      expect(valuesOf(again, task, "minimal"), task).toEqual(valuesOf(run, task, "majority"));
  });

  it("goes on after a task that fails where it is to, in the run and when it is scored again", async () => {
    await writeEpisodeTable(join(folder.path, "bare"), { targets: false });
    const bare = config("").replaceAll("path: table", "path: bare");
    folder.file("bare.yaml", bare);
    const refused = await cli(["run", "bare.yaml", "--json"], { cwd: folder.path });
    expect(refused).toMatchObject({ status: 2, stderr: expect.stringMatching("targets.csv") });
    folder.file("bare.yaml", `${bare}keepGoing: true\n`);
    const run = await json(["run", "bare.yaml", "--export", "xperience"], 3);
    const failures = [{ task: "object_relevance", error: "targets.csv: no such file" }];
    const others = tasks.filter((task) => task !== "object_relevance");
    expect(run).toMatchObject({ complete: false, failures });
    expect(run.tasks.map(({ id }) => id)).toEqual(others);
    const { directory } = run as unknown as { directory: string };
    const left = join(directory, "exports/xperience/linear/object_relevance/error.json");
    expect(JSON.parse(readFileSync(left, "utf8"))).toMatchObject({ error: failures[0]!.error });
    const again = await json(["score", directory], 3);
    expect(again).toMatchObject({ complete: false, failures });
    expect(again.tasks.map(({ id }) => id)).toEqual(others);
  });

  it("goes on after a training that fails", async () => {
    const change = ({ features }: { features: Float32Array }) => features.fill(Number.NaN, 70, 71);
    await writeEpisodeTable(join(folder.path, "holes"), { windows: 40, change });
    const task = (id: string, path: string) =>
      `  - { id: ${id}, family: episode, data: { format: xperience, path: ${path} }, options: { task: timeline_action } }\n`;
    folder.file(
      "holes.yaml",
      `name: holes\nkeepGoing: true\ntasks:\n${task("holes", "holes")}${task("whole", "table")}systems: [{ id: linear, kind: heads, head: minimal, epochs: 5 }]\n`,
    );
    const run = await json(["run", "holes.yaml"], 3);
    const error =
      'task "holes", system "linear": sample "2": number 7 of its features is NaN (shared_windows.npz: array "X", row 2, column 6, counted from 0)';
    expect(run).toMatchObject({ complete: false, failures: [{ task: "holes", error }] });
    expect(run.tasks.map(({ id }) => id)).toEqual(["whole"]);
    const check = await cli(["check", "holes.yaml"], { cwd: folder.path });
    expect(check.status).toBe(2);
    expect(check.stdout.replace(/\s+/g, " ")).toContain(
      'finite-numbers 1 shared_windows.npz: array "X", row 2, column 6',
    );
  });

  it("exports a task that fails apart from another of the same name", async () => {
    const task = (id: string, data: string) =>
      `  - { id: ${id}, family: episode, data: { format: xperience, path: table${data} }, options: { task: timeline_action } }\n`;
    folder.file(
      "twice.yaml",
      `name: twice\nkeepGoing: true\ntasks:\n${task("whole", "")}${task("nothing", ", split: dev")}systems: [{ kind: chance }]\n`,
    );
    const run = await json(["run", "twice.yaml", "--export", "xperience"], 3);
    const error = 'no sample is of the split "dev"';
    expect(run).toMatchObject({ complete: false, failures: [{ task: "nothing", error }] });
    const { directory } = run as unknown as { directory: string };
    const left = join(directory, "exports/xperience/chance");
    const read = (path: string) => JSON.parse(readFileSync(join(left, path), "utf8")) as object;
    expect(existsSync(join(left, "timeline_action/error.json"))).toBe(false);
    expect(read("nothing/error.json")).toMatchObject({ error });
    expect(read("summary_report.json")).toMatchObject({
      tasks: { timeline_action: { task: "timeline_action" }, nothing: { error } },
    });
  });

  it("is compared on the same windows, whichever blocks are read", async () => {
    folder.file(
      "ablation.yaml",
      `name: ablation
tasks:
  - { id: action, family: episode, data: { format: xperience, path: table, split: test }, options: { task: timeline_action } }
systems: [{ id: linear, kind: heads, head: minimal, epochs: 5 }]
matrix:
  - name: all
  - { name: audio, set: { tasks.action.options.blocks: [audio] } }
`,
    );
    const matrix = (await json(["run", "ablation.yaml"])) as unknown as MatrixSummary;
    const [first, audio] = matrix.tasks[0]!.systems[0]!.metrics[0]!.scores;
    expect(audio!.difference).toMatchObject({ n: 23, value: audio!.value! - first!.value! });
  });

  it("is told which rules compat breaks", async () => {
    folder.file("compat.yaml", config(", compat: true"));
    const { status, stdout } = await cli(["check", "compat.yaml", "--json"], { cwd: folder.path });
    const { tasks: checked } = JSON.parse(stdout) as {
      tasks: { task: string; findings: { check: string; level: string; message: string }[] }[];
    };
    const errors = (task: string) =>
      checked
        .find((one) => one.task === task)!
        .findings.filter(({ level }) => level === "error")
        .map(({ check }) => check);
    expect(status).toBe(2);
    expect(errors("timeline_action")).toEqual(["leak-caption-input", "leak-embargo"]);
    expect(errors("object_relevance")).toEqual(["leak-embargo"]);
  });
});
