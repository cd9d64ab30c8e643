import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Summary } from "../../src/summary/summary.ts";
import { cli } from "../support/cli.ts";
import { writeEpisodeTable } from "../support/episode-table.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();

/** One of each kind. */
const tasks = [
  "timeline_action",
  "transition_detection",
  "object_relevance",
  "cross_modal_retrieval",
  "modality_reconstruction",
  "temporal_order",
];
const heads = ["linear", "net"];

const config = (options: string) => `name: suite
tasks:
${tasks
  .map(
    (task) =>
      `  - { id: ${task}, family: episode, data: { format: xperience, path: tables }, options: { task: ${task}${options} } }\n`,
  )
  .join("")}systems:
  - { kind: chance }
  - { kind: majority }
  - { id: linear, kind: heads, head: minimal, epochs: 5 }
  - { id: net, kind: heads, head: neural, epochs: 1, hidden: [4] }
`;

async function json(args: readonly string[], status = 0): Promise<Summary> {
  const finished = await cli([...args, "--json"], { cwd: folder.path });
  expect(finished.status, finished.stderr).toBe(status);
  return JSON.parse(finished.stdout) as Summary;
}

async function exported(name: string, options: string) {
  folder.file(`${name}.yaml`, config(options));
  const run = await json(["run", `${name}.yaml`, "--export", "xperience"]);
  const { directory } = run as unknown as { directory: string };
  const out = join(directory, "exports/xperience");
  const text = (path: string) => readFileSync(join(out, path), "utf8");
  return { run, out, text, document: (path: string) => JSON.parse(text(path)) };
}

function figuresOf({ tasks: all }: Summary, system: string) {
  return Object.fromEntries(
    all.map(({ id, systems: own }) => [
      id,
      Object.entries(own.find((one) => one.id === system)!.metrics).map(
        // Sums differ in their last digit with the order of the samples.
        ([name, { value, interval }]) => [name, value?.toPrecision(12), interval],
      ),
    ]),
  );
}

beforeAll(async () => {
  for (const [seed, [name, windows]] of [
    ["a", 40],
    ["b", 34],
    ["c", 30],
  ].entries())
    await writeEpisodeTable(join(folder.path, "tables", String(name)), {
      ...{ seed, windows: Number(windows) },
    });
});

describe("several tested episodes", () => {
  let results: Awaited<ReturnType<typeof exported>>;
  beforeAll(async () => {
    results = await exported("several", ", heldOut: [b, c]");
  });

  it.each(["majority", "linear"])(
    "are scored again to the figures of the run: %s",
    async (system) => {
      const data = join(results.out, system);
      const again = await json(
        ["score", "--family", "episode", "--format", "xperience", "--data", data],
        // A majority has no answer to retrieval, so that its rows are empty.
        system === "majority" ? 3 : 0,
      );
      expect(figuresOf(again, "minimal")).toEqual(figuresOf(results.run, system));
      const [first] = again.tasks;
      expect(first!.systems[0]).toMatchObject({ total: 62 });
    },
  );

  it("are named behind the columns of the suite", () => {
    const header = (path: string) => results.text(`linear/${path}`).split("\n", 1)[0];
    expect(header("timeline_action/predictions.csv")).toMatch(/,confidence,correct,episode$/);
    expect(header("temporal_order/predictions.csv")).toBe(
      "sample_index,true,predicted,prob_positive,episode",
    );
    expect(results.text("linear/transition_detection/true_boundaries.csv")).toMatch(
      /^frame,episode\n\d+,b\n(?:\d+,b\n)*\d+,c\n/,
    );
  });

  it("are answered where their predictions are given to the tables they come from", async () => {
    folder.file(
      "given.yaml",
      `${config(", heldOut: [b, c]").split("systems:")[0]}systems:
  - { id: mine, kind: predictions, path: ${JSON.stringify(join(results.out, "linear"))} }
`,
    );
    const run = await json(["run", "given.yaml"]);
    expect(figuresOf(run, "mine")).toEqual(figuresOf(results.run, "linear"));
  });

  it("are called held out, with evidence that was written", () => {
    expect(results.document("linear/temporal_order/metrics.json")).toMatchObject({
      split: "held_out_episodes",
      test_episodes: ["b", "c"],
    });
    for (const place of ["", "linear/", "chance/"]) {
      const protocol = results.document(`${place}evaluation_protocol.json`);
      expect(protocol.split_policy).toMatchObject({
        name: "held_out_episodes",
        train_fraction: expect.closeTo(1 / 3, 5),
        embargo: null,
      });
      expect(protocol.source_files.length).toBeGreaterThan(3);
      for (const path of protocol.source_files)
        expect(existsSync(join(results.out, place, path)), `${place}${path}`).toBe(true);
      expect(protocol.scale_up_gate.evidence.join("\n")).toMatch(
        /^met: selected .*windows\.csv of 3 episodes\nmet: held-out .*test_episodes b, c\nnot met: validation/,
      );
    }
    expect(results.document("linear/evaluation_protocol.json").scale_up_gate.evidence[3]).toMatch(
      /^met: .*history.json of 4 of 6 tasks, metrics.json and predictions.csv of 6 of 6 tasks/,
    );
    expect(results.document("chance/evaluation_protocol.json").scale_up_gate.evidence[3]).toMatch(
      /^not met: .*missing: training metadata of 6 of 6 tasks, progress logs$/,
    );
    expect(results.document("linear/b/available_modalities.json")).toMatchObject({
      feature_dim: 32,
    });
  });

  it("stand in one protocol, minimal and neural side by side, baselines apart", () => {
    const { task_protocols: protocols, baselines } = results.document("evaluation_protocol.json");
    const metric = (system: string) =>
      results.document(`${system}/timeline_action/metrics.json`).macro_f1;
    expect(protocols[0]).toMatchObject({
      minimal_primary_metric: metric("linear"),
      neural_primary_metric: metric("net"),
      minimal_metric_source: "linear/timeline_action/metrics.json",
      neural_metric_source: "net/timeline_action/metrics.json",
      other_primary_metrics: { chance: metric("chance"), majority: metric("majority") },
    });
    expect(baselines.map(({ name }: { name: string }) => name)).toEqual([
      "chance",
      "majority",
      "minimal",
      "neural_mlp",
    ]);
    const alone = results.document("chance/evaluation_protocol.json").task_protocols[0];
    expect(alone).toMatchObject({ minimal_primary_metric: null, neural_primary_metric: null });
    expect(results.text("EVALUATION_PROTOCOL.md")).toMatch(
      /\| minimal \| neural \| chance \| majority \|\n/,
    );
    const report = results.document("summary_report.json");
    expect(report.tasks.timeline_action.macro_f1).toBe(metric("linear"));
    expect(report.neural_tasks.timeline_action.macro_f1).toBe(metric("net"));
  });

  it("have a mean for a majority, and none where one of them is to be found", () => {
    const outcomes = (task: string) =>
      results.run.tasks.find(({ id }) => id === task)!.systems.find(({ id }) => id === "majority")!;
    const reconstruction = outcomes("modality_reconstruction");
    expect(reconstruction.outcomes.answered).toBe(64);
    // The means of other episodes explain nothing, and cost little.
    expect(reconstruction.metrics.r2!.value).toBeLessThanOrEqual(0);
    expect(reconstruction.metrics.r2!.value).toBeGreaterThan(-1);
    expect(outcomes("cross_modal_retrieval").outcomes).toMatchObject({ answered: 0, refused: 64 });
    expect(results.document("majority/cross_modal_retrieval/metrics.json")).toMatchObject({
      mrr: null,
      num_unanswered_windows: 64,
    });
  });

  it.each(heads)("leave what was learnt from the others: %s", (system) => {
    expect(existsSync(join(results.out, system, "timeline_action/model.npz"))).toBe(true);
    expect(existsSync(join(results.out, "majority/timeline_action/model.npz"))).toBe(false);
  });
});

it("calls a single tested episode held out, in the columns of the suite, and describes compat", async () => {
  const { text, document, out } = await exported("single", ", heldOut: [c], compat: true");
  expect(document("linear/timeline_action/metrics.json")).toMatchObject({
    split: "held_out_episodes",
    test_episodes: ["c"],
    input: expect.stringMatching(/^all feature blocks of the current window, the caption among/),
    leaks: [expect.stringContaining("caption_objects_interaction_text is read as an input")],
  });
  expect(text("linear/timeline_action/predictions.csv")).toMatch(/^[^\n]*,correct\n/);
  const protocol = document("evaluation_protocol.json");
  expect(protocol.task_protocols[0].input).toMatch(/the caption among them$/);
  expect(protocol.task_protocols.at(-2).input).toMatch(/with their captions/);
  expect(protocol.global_leakage_controls.slice(0, 4)).toEqual([
    "Whole episodes are tested.",
    expect.stringMatching(/of other episodes/),
    expect.stringMatching(/vocabularies are those of all samples/),
    "Captions are an input of timeline_action, transition_detection, temporal_order, against the rule of the suite.",
  ]);
  const again = join(folder.path, "again");
  await json([
    ...["score", "--family", "episode", "--format", "xperience", "--task", "temporal_order"],
    ...["--data", join(out, "linear"), "--export", "xperience", "--output", again],
  ]);
  const rewritten = join(again, "xperience/minimal/temporal_order/metrics.json");
  expect(JSON.parse(readFileSync(rewritten, "utf8")).split).toBe("held_out_episodes");
});
