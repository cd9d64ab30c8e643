import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Summary, TaskSummary } from "../../src/summary/summary.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

type Told = Summary & { readonly directory: string };

const folder = temporaryFolder();
const domains = ["factory", "airport"];
const videos = Array.from({ length: 12 }, (_, i) => `v${i}`);

/** Both domains have videos of the same names. */
const questions = (video: string, domain: string) =>
  Array.from({ length: 6 }, (_, i) => ({
    question_id: `${domain}-${video}-q${i}`,
    video_id: video,
    question: `What happens at ${i}?`,
    ground_truth_answer: "something",
    evidence_clips: [{ start_sec: 10 * i, end_sec: 10 * i + 8, relevance: "primary" }],
  }));
const events = (video: string) => ({
  video_id: video,
  duration_sec: 600,
  events: ["stop", "spill"].map((type, at) => ({
    event_id: type,
    event_type: type,
    start_sec: 100 * at,
    end_sec: 100 * at + 20,
    confidence: 1,
  })),
});

const config = (targets: string) => `name: both
tasks:
  - { id: questions, family: retrieval, data: { format: vigil-folder, path: bench } }
  - { id: events, family: event-detection, data: { format: vigil-folder, path: bench } }
  - { id: quiz, family: multiple-choice, data: { path: quiz.jsonl } }
systems:
  - { id: noisy, kind: degraded, degradation: dropped, amount: 0.25 }
  - { kind: oracle }
${targets}`;

beforeAll(() => {
  for (const domain of domains)
    for (const video of videos) {
      folder.file(
        `bench/${domain}/annotations/${video}_qa.json`,
        JSON.stringify(questions(video, domain)),
      );
      folder.file(
        `bench/${domain}/annotations/${video}_events.json`,
        JSON.stringify(events(video)),
      );
    }
  const rows = Array.from({ length: 20 }, (_, i) => ({
    id: `m${i}`,
    question: `${i}?`,
    choices: ["a", "b"],
    answer: 0,
  }));
  folder.file("quiz.jsonl", rows.map((row) => JSON.stringify(row)).join("\n"));
});

async function run(yaml: string, ...args: readonly string[]): Promise<Told> {
  const { status, stdout, stderr } = await cli(["run", yaml, "--json", ...args], {
    cwd: folder.path,
  });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout) as Told;
}

const metricsOf = (task: TaskSummary | undefined) => Object.keys(task!.systems[0]!.metrics);

describe("run --metrics --fast", () => {
  it("takes a small subset and some metrics of both families", async () => {
    folder.file(
      "fast.yaml",
      config("targets: vigil").replace("quiz.jsonl }", "quiz.jsonl }, systems: [oracle]"),
    );
    const args = [
      "fast.yaml",
      "--json",
      "--metrics",
      "recall,faithfulness,map,map@0.5,fah",
      "--fast",
    ];
    const { status, stdout, stderr } = await cli(["run", ...args], { cwd: folder.path });
    expect(status, stderr).toBe(0);
    expect(stderr).toContain('the task "quiz" has none of these metrics and is left out');
    const { tasks, selection, directory } = JSON.parse(stdout) as Told;
    expect(tasks.map(({ id }) => id)).toEqual(["questions", "events"]);
    expect(metricsOf(tasks[0])).toEqual([
      "recall@5",
      "recall@1",
      "recall@3",
      "recall@10",
      "hit@1",
      "hit@5",
      "hit@10",
      "map",
      "faithfulness",
    ]);
    expect(metricsOf(tasks[1])).toEqual(["map", "map@0.5", "false-alarms-per-hour"]);
    // Whole videos: eight with six questions each, and all 24 of the other task.
    expect(tasks.map(({ systems }) => [systems[0]!.total, systems[0]!.groups])).toEqual([
      [48, 8],
      [24, 24],
    ]);
    expect(tasks.map(({ systems }) => systems[0]!.targets!.length)).toEqual([5, 5]);
    expect(selection).toBe(
      "the fast subset (at most 50 samples of each task, whole groups by digest)",
    );
    const manifest = JSON.parse(readFileSync(join(directory, "manifest.json"), "utf8"));
    expect(manifest.selection).toMatchObject({
      fast: 50,
      metrics: ["recall", "faithfulness", "map", "map@0.5", "fah"],
    });
    expect(readFileSync(join(directory, "report.html"), "utf8")).toContain(
      "Only the fast subset (at most 50 samples of each task",
    );

    const scored = await cli(["score", directory, "--json"], { cwd: folder.path });
    expect((JSON.parse(scored.stdout) as Summary).tasks.map(metricsOf)).toEqual(
      tasks.map(metricsOf),
    );
    const limited = await run("fast.yaml", "--metrics", "recall", "--fast", "--limit", "7");
    expect(limited.directory).toBe(directory);
    expect(limited.tasks.map(({ systems }) => systems[0]!.total)).toEqual([7]);
  });

  it("refuses a name that no task has, and says which there are", async () => {
    folder.file("names.yaml", config(""));
    const { status, stderr } = await cli(["run", "names.yaml", "--metrics", "recal,map"], {
      cwd: folder.path,
    });
    expect(status).toBe(2);
    expect(stderr).toContain('metrics: no task has a metric "recal"');
    expect(stderr).toMatch(/did you mean "recall"\? names here: .*fah/);
    const entries = existsSync(join(folder.path, "runs"))
      ? readdirSync(join(folder.path, "runs"))
      : [];
    expect(entries.filter((entry) => entry.includes("names"))).toEqual([]);
  });
});

describe("targets", () => {
  it("are judged for every domain, beside the score", async () => {
    const targets = `targets:
  coverage: ">= 0.98"
  fah: "< 2"
  "f1[domain=factory]": "> 0.95"
  "f1[domain=airprt]": "> 0.1"
  questions: { recall@5: "> 0.5" }`;
    folder.file(
      "targets.yaml",
      config(targets)
        .replace("name: both", "name: targets")
        .replace(/ {2}- \{ id: quiz.*\n/, ""),
    );
    const { tasks, directory } = await run("targets.yaml");
    const verdicts = tasks.flatMap(({ systems }) =>
      systems[0]!.targets!.map(({ metric, slice, verdict, reason }) => [
        metric,
        slice?.value,
        verdict,
        reason,
      ]),
    );
    expect(verdicts).toEqual([
      ["coverage", undefined, "met", undefined],
      ["recall@5", undefined, "met", undefined],
      ["coverage", undefined, "met", undefined],
      ["false-alarms-per-hour", undefined, "met", undefined],
      [
        "event-f1-macro",
        "factory",
        "not certain",
        "the score misses it, its interval reaches to the other side",
      ],
      [
        "event-f1-macro",
        "airprt",
        "not measured",
        'no sample has domain "airprt"; there are airport, factory',
      ],
    ]);
    expect(tasks[0]!.systems[1]).not.toHaveProperty("targets");
    const stored = JSON.parse(readFileSync(join(directory, "metrics.json"), "utf8")) as Summary;
    expect(stored.tasks[0]!.systems[0]!.targets).toHaveLength(2);
    expect(readFileSync(join(directory, "report.html"), "utf8")).toContain("✓ met");

    folder.file(
      "preset.yaml",
      config("targets: vigil")
        .replace("name: both", "name: targets")
        .replace(/ {2}- \{ id: quiz.*\n/, ""),
    );
    const preset = await run("preset.yaml");
    expect(preset.directory).toBe(directory);
    expect(preset.tasks.map(({ systems }) => systems[0]!.targets!.length)).toEqual([14, 12]);
  });
});
