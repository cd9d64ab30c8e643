import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { DataFolder } from "../../src/core/data/data-file.ts";
import { openDataFile } from "../../src/datasets/open-data-file.ts";
import { formats as eventFormats } from "../../src/families/event-detection/formats.ts";
import { formats as questionFormats } from "../../src/families/retrieval/formats.ts";
import { mergeVigilReports, vigilReport } from "../../src/families/shared/vigil/vigil-report.ts";
import { writeVideo } from "../../src/media/video/write-video.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const question = (id: string, video: string) => ({
  question_id: id,
  video_id: video,
  question: "Who stops the machine?",
  ground_truth_answer: "the operator",
  evidence_clips: [{ start_sec: 10, end_sec: 20, relevance: "primary" }],
  difficulty: "easy",
});
const video = (id: string, ...types: readonly string[]) => ({
  video_id: id,
  duration_sec: 3600,
  events: types.map((type, at) => ({
    event_id: `${id}-${at}`,
    event_type: type,
    start_sec: 100 * at,
    end_sec: 100 * at + 10,
    confidence: 1,
  })),
});

function benchmark(name: string): string {
  folder.file(
    `${name}/factory/annotations/qa.json`,
    JSON.stringify([question("q1", "f1"), question("q2", "f2")]),
  );
  folder.file(
    `${name}/factory/annotations/events.json`,
    `[${JSON.stringify(video("f1", "stop", "spill"))}] // of the first shift`,
  );
  folder.file(`${name}/sports/annotations/s1.json`, JSON.stringify(video("s1", "goal")));
  folder.file(
    `${name}/sports/annotations/q3.json`,
    JSON.stringify({ ...question("q3", "s1"), domain: "football" }),
  );
  folder.file(`${name}/sports/notes.json`, "{}");
  return join(folder.path, name);
}

async function samplesOf<T>(
  formats: readonly { readonly id: string }[],
  path: string,
): Promise<readonly T[]> {
  const format = formats.find(({ id }) => id === "vigil-folder") as unknown as {
    read(folder: DataFolder): AsyncIterable<{
      where: string;
      read: { ok: boolean; reason?: string; value?: readonly T[] };
    }>;
  };
  const samples: T[] = [];
  for await (const { where, read } of format.read(openDataFile(path).folder!)) {
    if (!read.ok) throw new Error(`${where}: ${read.reason}`);
    samples.push(...read.value!);
  }
  return samples;
}

interface Found {
  readonly id: string;
  readonly domain?: string;
  readonly media: readonly { readonly path: string }[];
}
const facts = (samples: readonly Found[]) =>
  samples.map(({ id, domain, media }) => [id, domain, media[0]!.path]);

describe("a benchmark folder", () => {
  it("gives each family its own annotations, with domain and video by the folder", async () => {
    const path = benchmark("both");
    expect(facts(await samplesOf<Found>(questionFormats, path))).toEqual([
      ["q1", "factory", "factory/videos/f1.mp4"],
      ["q2", "factory", "factory/videos/f2.mp4"],
      ["q3", "football", "sports/videos/s1.mp4"],
    ]);
    expect(facts(await samplesOf<Found>(eventFormats, path))).toEqual([
      ["f1", "factory", "factory/videos/f1.mp4"],
      ["s1", "sports", "sports/videos/s1.mp4"],
    ]);
    expect(facts(await samplesOf<Found>(eventFormats, join(path, "sports")))).toEqual([
      ["s1", undefined, "videos/s1.mp4"],
    ]);
  });

  it("tells videos and questions of two domains apart that have one name, and leaves all others as they are", async () => {
    for (const domain of ["factory", "sports"]) {
      folder.file(
        `alike/${domain}/annotations/v_qa.json`,
        JSON.stringify([question("q1", "v1"), question(`${domain}-q2`, "v1")]),
      );
      folder.file(
        `alike/${domain}/annotations/v_events.json`,
        JSON.stringify([video("v1", "stop"), video(`${domain}-v2`)]),
      );
    }
    const path = join(folder.path, "alike");
    expect(facts(await samplesOf<Found>(eventFormats, path))).toEqual([
      ["factory/v1", "factory", "factory/videos/v1.mp4"],
      ["factory-v2", "factory", "factory/videos/factory-v2.mp4"],
      ["sports/v1", "sports", "sports/videos/v1.mp4"],
      ["sports-v2", "sports", "sports/videos/sports-v2.mp4"],
    ]);
    const questions = await samplesOf<Found & { readonly group: string }>(questionFormats, path);
    expect(questions.map(({ id, group, media }) => [id, group, media[0]!.path])).toEqual([
      ["factory/q1", "factory/v1", "factory/videos/v1.mp4"],
      ["factory-q2", "factory/v1", "factory/videos/v1.mp4"],
      ["sports/q1", "sports/v1", "sports/videos/v1.mp4"],
      ["sports-q2", "sports/v1", "sports/videos/v1.mp4"],
    ]);
    const args = ["check", path, "--family", "event-detection", "--format", "vigil-folder"];
    const { stdout, stderr } = await cli(args, { cwd: folder.path });
    expect(stdout + stderr).not.toContain("twice");
  });

  it("says which file is wrong, and that there is nothing", async () => {
    folder.file(
      "wrong/a/annotations/e.json",
      JSON.stringify([
        video("ok"),
        { ...video("bad"), events: [{ event_type: "x", start_sec: -1, end_sec: 2 }] },
      ]),
    );
    await expect(samplesOf(eventFormats, join(folder.path, "wrong"))).rejects.toThrow(
      "a/annotations/e.json#1: events.0.start_sec",
    );
    await expect(samplesOf(questionFormats, join(folder.path, "wrong"))).rejects.toThrow(
      "no file annotations/*.json holds question annotations",
    );
    const reversed = { start_sec: 9, end_sec: 2 };
    folder.file(
      "reversed/a/annotations/e.json",
      JSON.stringify({ ...video("v"), events: [{ event_type: "x", ...reversed }] }),
    );
    folder.file(
      "reversed/a/annotations/q.json",
      JSON.stringify({ ...question("q", "v"), evidence_clips: [reversed] }),
    );
    const path = join(folder.path, "reversed");
    await expect(samplesOf(eventFormats, path)).rejects.toThrow(
      "events.0.end_sec: must not be before start_sec",
    );
    await expect(samplesOf(questionFormats, path)).rejects.toThrow(
      "evidence_clips.0.end_sec: must not be before start_sec",
    );
  });

  it("is one configuration of two tasks, with one report", async () => {
    benchmark("run");
    writeFileSync(
      join(folder.path, "vidimus.yaml"),
      `name: vigil
tasks:
  - { id: questions, family: retrieval, data: { format: vigil-folder, path: run } }
  - { id: events, family: event-detection, data: { format: vigil-folder, path: run } }
systems:
  - { kind: oracle }
`,
    );
    const { status, stdout, stderr } = await cli(["run", "--json", "--export", "vigil"], {
      cwd: folder.path,
    });
    expect(status, stderr).toBe(0);
    const { directory } = JSON.parse(stdout) as { directory: string };
    const report = JSON.parse(
      readFileSync(join(directory, "exports/vigil/oracle.json"), "utf8"),
    ) as Record<string, unknown>;
    expect(report).toMatchObject({
      benchmark_id: "questions+events",
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
      config: { embedding_model: null, retrieval_top_k: 10, rerank_top_k: null },
      rag_metrics: {
        recall_at_5: 1,
        recall_at_10: 1,
        precision_at_10: expect.closeTo(0.1, 12) as number,
        mean_time_to_answer_sec: 0,
        faithfulness: null,
      },
      event_metrics: { map: 1, f1_macro: 1, fah: 0, ap_per_type: { goal: 1, spill: 1, stop: 1 } },
      performance: {
        p50_latency_sec: 0,
        p95_latency_sec: 0,
        avg_indexing_time_min: null,
        peak_vram_gb: null,
      },
    });
    const alone = JSON.parse(
      readFileSync(join(directory, "exports/vigil/events/oracle/report.json"), "utf8"),
    ) as Record<string, unknown>;
    expect(alone).toMatchObject({
      benchmark_id: "events",
      rag_metrics: null,
      event_metrics: { map: 1 },
    });
  });

  it("is one configuration also where not every system can be put to both, with the metrics of both", async () => {
    benchmark("apart");
    for (const video of [
      "factory/videos/f1.mp4",
      "factory/videos/f2.mp4",
      "sports/videos/s1.mp4",
    ]) {
      mkdirSync(join(folder.path, "apart", dirname(video)), { recursive: true });
      const picture = new Uint8Array(3 * 16 * 16).fill(90);
      writeVideo(
        join(folder.path, "apart", video),
        { encoder: "libx264", container: "mp4", width: 16, height: 16, framesPerSecond: 1 },
        [picture, picture],
      );
    }
    const config = (systems: string) => `name: apart
tasks:
  - { id: questions, family: retrieval, data: { format: vigil-folder, path: apart }, graders: { judge: referee } }
  - { id: events, family: event-detection, data: { format: vigil-folder, path: apart }${systems} }
systems:
  - { kind: oracle }
  - { id: index, kind: pixel-encoder }
  - id: model
    kind: scripted
    rules:
      - { match: "event", reply: '[{"type": "stop", "start": 0, "end": 10, "confidence": 0.9}]' }
      - { match: "Where in", reply: '[{"start": 10, "end": 20}]' }
      - { reply: '{"answer": "the operator"}' }
graders:
  - { id: referee, kind: scripted, rules: [{ match: "True answer", reply: '{"correct": true}' }, { reply: '{"label": "Faithful"}' }] }
`;
    folder.file("apart-all.yaml", config(""));
    const refused = await cli(["run", "apart-all.yaml"], { cwd: folder.path });
    expect(refused.stderr).toContain(
      'the system "index" speaks encoder, which family event-detection has no protocol for',
    );
    expect(refused.stderr).toContain('list as systems of the task "events" only those it can ask');
    folder.file("apart.yaml", config(", systems: [oracle]"));
    const args = [
      "run",
      "apart.yaml",
      "--metrics",
      "recall,faithfulness,map,fah",
      "--fast",
      "--export",
      "vigil,qvhighlights",
      "--json",
    ];
    const { stdout, stderr } = await cli(args, { cwd: folder.path });
    expect(stderr).toContain("exports/qvhighlights/questions/oracle/submission.jsonl");
    const { directory, tasks } = JSON.parse(stdout) as {
      directory: string;
      tasks: readonly { readonly systems: readonly { readonly metrics: object }[] }[];
    };
    expect(tasks.map(({ systems }) => Object.keys(systems[0]!.metrics))).toEqual([
      [
        "recall@5",
        "recall@1",
        "recall@3",
        "recall@10",
        "hit@1",
        "hit@5",
        "hit@10",
        "map",
        "faithfulness",
      ],
      ["map", "false-alarms-per-hour"],
    ]);
    const report = JSON.parse(
      readFileSync(join(directory, "exports/vigil/index.json"), "utf8"),
    ) as object;
    expect(report).toMatchObject({ benchmark_id: "questions", event_metrics: null });
    const checked = await cli(["check", "apart.yaml"], { cwd: folder.path });
    expect(checked.stdout).toContain("questions: 3 samples of family retrieval");
  });
});

it("of every figure a merged report has the first that is known", () => {
  const about = (task: string) => ({ system: "s", task });
  const speed = (p50: number | null) => ({
    performance: { p50_latency_sec: p50, p95_latency_sec: 3, avg_indexing_time_min: null },
  });
  const merged = JSON.parse(
    mergeVigilReports([vigilReport(about("a"), speed(null)), vigilReport(about("b"), speed(2))]),
  ) as object;
  expect(merged).toMatchObject({
    benchmark_id: "a+b",
    rag_metrics: null,
    performance: { p50_latency_sec: 2, p95_latency_sec: 3 },
  });
});
