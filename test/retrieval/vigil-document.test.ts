import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import type { RowPredictionFormat } from "../../src/core/data/format.ts";
import type { Sample } from "../../src/core/data/sample.ts";
import type { Family } from "../../src/core/family.ts";
import { families } from "../../src/families/index.ts";
import type { Summary } from "../../src/summary/summary.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const clip = (start_sec: number, end_sec: number) => ({ start_sec, end_sec });
const event = (event_type: string, start_sec: number, end_sec: number) => ({
  event_type,
  start_sec,
  end_sec,
});

/** Two videos of ten minutes with a question of two clips each, and two events. */
function benchmark(): void {
  const questions = ["v1", "v2"].map((video_id) => ({
    question_id: `q-${video_id}`,
    video_id,
    question: "Who stops the machine?",
    ground_truth_answer: "the operator",
    evidence_clips: [clip(10, 20), clip(100, 120)],
    duration_sec: 600,
  }));
  const events = ["v1", "v2"].map((video_id) => ({
    video_id,
    duration_sec: 600,
    events: [event("stop", 0, 10), event("spill", 50, 60)],
  }));
  folder.file("bench/factory/annotations/qa.json", JSON.stringify(questions));
  folder.file("bench/factory/annotations/events.json", JSON.stringify(events));
}

/**
 * As the document's own classes would be written: one of two clips found, and every event with a
 * tIoU of .6.
 */
function predictions(): void {
  const answers = ["v1", "v2"].map((video, at) => ({
    question_id: `q-${video}`,
    answer: "the operator",
    confidence: 0.9,
    retrieved_clips: [clip(300, 310), clip(10, 19)],
    time_to_answer_sec: 4 + 4 * at,
    indexing_time_sec: 120 + 120 * at,
  }));
  folder.file("answers.json", JSON.stringify(answers));
  folder.file("index/vectors.bin", "x".repeat(1_000));
  const detections = ["v1", "v2"].flatMap((video_id) =>
    [event("stop", 0, 6), event("spill", 50, 56)].map((one, at) => ({
      video_id,
      ...one,
      confidence: 0.9 - at / 10,
      alert_sec: 8 + 50 * at,
    })),
  );
  folder.file("events.jsonl", detections.map((row) => JSON.stringify(row)).join("\n"));
  folder.file(
    "events-by-video.json",
    JSON.stringify(
      ["v1", "v2"].map((id) => ({
        video_id: id,
        events: detections.filter(({ video_id }) => video_id === id),
      })),
    ),
  );
}

const config = `name: vigil
tasks:
  - { id: questions, family: retrieval, systems: [rag], data: { format: vigil-folder, path: bench } }
  - { id: events, family: event-detection, systems: [detector], data: { format: vigil-folder, path: bench } }
systems:
  - { id: rag, kind: predictions, path: answers.json }
  - { id: detector, kind: predictions, path: events.jsonl }
targets: vigil
resources: { storage: [{ name: index, path: index }] }
`;

const allMetrics = (summary: Summary, task: number) =>
  Object.fromEntries(
    Object.entries(summary.tasks[task]!.systems[0]!.metrics).map(([id, { value }]) => [id, value]),
  );

describe("the VIGIL-RAG document", () => {
  let summary: Summary & { readonly directory: string };
  beforeAll(async () => {
    benchmark();
    predictions();
    folder.file("vidimus.yaml", config);
    const run = await cli(["run", "--json", "--export", "vigil"], { cwd: folder.path });
    expect(run.status, run.stderr).toBe(0);
    summary = JSON.parse(run.stdout) as typeof summary;
  }, 60_000);

  it("has predictions in shapes of its own, which are read", () => {
    expect(allMetrics(summary, 0)).toMatchObject({
      "hit@5": 1,
      "recall@5": 0.5,
      "precision@10": 0.1,
      "answer-exact": 1,
      "hit@1": 0,
    });
    expect(allMetrics(summary, 1)).toMatchObject({
      "map@0.5": 1,
      "event-f1-macro": 1,
      "false-alarms-per-hour": 0,
      "latency-p95": 8,
    });
  });

  it.each([
    ["retrieval", 0],
    ["event-detection", 1],
  ])("is read of %s as the page shows it", (id, at) => {
    const page = readFileSync(
      fileURLToPath(new URL("../../docs/families/retrieval.md", import.meta.url)),
      "utf8",
    );
    const block = /```json\n([^`]*question_id[^`]*event_type[^`]*)```/.exec(page)![1]!;
    const row = JSON.parse(block.trim().split("\n")[at]!) as Readonly<Record<string, unknown>>;
    const {
      data: { predictionFormats },
    } = families.find((family) => family.id === id) as unknown as Family;
    const [format, ...more] = predictionFormats.filter((one) => one.recognises(row));
    expect(more).toEqual([]);
    const read = (format as RowPredictionFormat<Sample, unknown>).read(row);
    expect(read).toMatchObject({ ok: true, value: { id: row.question_id ?? row.video_id } });
    expect(format!.interpret(row, {} as Sample)).toMatchObject({ kind: "answered" });
  });

  it("gives the same where detections stand below their videos", async () => {
    const args = ["--family", "event-detection", "--format", "vigil-folder", "--data", "bench"];
    const { stdout, stderr: told } = await cli(
      ["score", "--json", ...args, "--predictions", "events-by-video.json"],
      { cwd: folder.path },
    );
    expect(stdout, told).not.toBe("");
    expect(allMetrics(JSON.parse(stdout) as Summary, 0)).toEqual(allMetrics(summary, 1));
  });

  it("counts any hit as recall, and average precision at a tIoU of .5, in its report", () => {
    const report = JSON.parse(
      readFileSync(join(summary.directory, "exports/vigil/rag.json"), "utf8"),
    ) as object;
    expect(report).toMatchObject({
      rag_metrics: {
        recall_at_5: 1,
        recall_at_10: 1,
        precision_at_10: 0.1,
        mean_time_to_answer_sec: 6,
      },
      performance: { p50_latency_sec: 4, p95_latency_sec: 8, avg_indexing_time_min: 3 },
    });
    const ofEvents = JSON.parse(
      readFileSync(join(summary.directory, "exports/vigil/detector.json"), "utf8"),
    ) as object;
    expect(ofEvents).toMatchObject({
      event_metrics: {
        map: 1,
        ap_per_type: { stop: 1, spill: 1 },
        mean_tiou: expect.closeTo(0.6, 9) as number,
        p50_alert_latency_sec: 8,
        p95_alert_latency_sec: 8,
      },
    });
    expect(allMetrics(summary, 1).map).toBeLessThan(1);
  });

  it("reports by the document's definitions: every clip on evidence, every prediction, detected events", async () => {
    const clips = [clip(10, 20), clip(10, 19), clip(11, 20), clip(300, 310)];
    const answers = ["v1", "v2"].map((video) => ({
      question_id: `q-${video}`,
      answer: "the operator",
      retrieved_clips: clips,
    }));
    folder.file("repeated.json", JSON.stringify(answers));
    const detections = [
      { video_id: "v1", ...event("stop", 0, 10), confidence: 0.2, alert_sec: 4 },
      { video_id: "v1", ...event("stop", 300, 310), confidence: 0.1 },
      { video_id: "v2", events: [] },
    ];
    folder.file("weak.jsonl", detections.map((row) => JSON.stringify(row)).join("\n"));
    const reportOf = async (family: string, predictions: string, ...options: readonly string[]) => {
      const args = ["--family", family, "--format", "vigil-folder", "--data", "bench", ...options];
      const output = join(folder.path, `out-${predictions}${options.join("")}`);
      const { stdout, stderr } = await cli(
        [
          ...["score", "--json", ...args, "--predictions", predictions],
          ...["--export", "vigil", "--output", output],
        ],
        { cwd: folder.path },
      );
      expect(stdout, stderr).not.toBe("");
      const name = predictions.replace(/\.jsonl?$/, "");
      const text = readFileSync(join(output, `vigil/bench/${name}/report.json`), "utf8");
      return { scores: allMetrics(JSON.parse(stdout) as Summary, 0), report: JSON.parse(text) };
    };
    const questions = await reportOf("retrieval", "repeated.json");
    expect(questions.scores["precision@10"]).toBeCloseTo(0.1);
    expect(questions.report.rag_metrics.precision_at_10).toBeCloseTo(0.3);
    const events = await reportOf("event-detection", "weak.jsonl");
    expect(events.scores["false-alarms-per-hour"]).toBe(0);
    expect(events.report.event_metrics).toMatchObject({
      fah: expect.closeTo(3, 9) as number,
      min_confidence: null,
      p95_alert_latency_sec: 4,
      p95_alert_latency_with_misses_sec: null,
      matching: expect.stringContaining("tIoU of at least 0.5") as string,
    });
    const strict = ["--option", "minConfidence=0.15"];
    const thresholded = await reportOf("event-detection", "weak.jsonl", ...strict);
    expect(thresholded.report.event_metrics).toMatchObject({ fah: 0, min_confidence: 0.15 });
  });

  it("sets targets by its own definitions, and one that this data does not allow is called unreachable", async () => {
    const [rag, detector] = summary.tasks.map(({ systems }) => systems[0]!.targets!);
    const places = (targets: typeof rag) =>
      targets!.map(
        ({ metric, slice, target }) => `${metric}${slice ? `[${slice.value}]` : ""} ${target}`,
      );
    expect(places(rag)).toEqual([
      "hit@5 > 0.85",
      "hit@10 > 0.95",
      "precision@10 > 0.6",
      "faithfulness > 0.9",
      "time-to-answer-p50[3 to 30 min] < 5",
      "time-to-answer-p95[3 to 30 min] < 10",
      "time-to-answer-p50[over 30 min] < 15",
      "time-to-answer-p95[over 30 min] < 30",
      "index-time-p50[3 to 30 min] < 180",
      "index-time-p95[3 to 30 min] < 300",
      "index-time-p50[over 30 min] < 1200",
      "index-time-p95[over 30 min] < 1800",
      "peak-vram-gb < 26",
      "storage-gb-per-video-hour <= 1.5",
    ]);
    const verdictOf = (name: string) => rag!.find(({ metric }) => metric === name);
    // Two videos of ten minutes, indexed in two minutes and in four; a kilobyte for both.
    expect(verdictOf("index-time-p50")).toMatchObject({ value: 120, n: 2 });
    expect(verdictOf("index-time-p95")).toMatchObject({ value: 240 });
    expect(verdictOf("storage-gb-per-video-hour")).toMatchObject({ verdict: "met" });
    expect(verdictOf("storage-gb-per-video-hour")!.value).toBeCloseTo(3e-6, 12);
    expect(["met", "not measured"]).toContain(verdictOf("peak-vram-gb")!.verdict);
    expect(places(detector)).toEqual(
      expect.arrayContaining([
        "map@0.5 > 0.7",
        "truth-iou > 0.5",
        "latency-p50 < 10",
        "latency-p95 < 15",
      ]),
    );
    const precision = rag!.find(({ metric }) => metric === "precision@10");
    expect(precision).toMatchObject({
      verdict: "unreachable",
      reason: "a perfect system reaches 20.00 % on these samples",
    });
    const { stdout } = await cli(["score", summary.directory], { cwd: folder.path });
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(
      "Precision at 10: unreachable: a perfect system reaches 20.00 % on these samples",
    );
    expect(readFileSync(join(summary.directory, "report.html"), "utf8")).toContain("unreachable");
  });

  it("names a published target that the task leaves without a metric, instead of forgetting it", async () => {
    folder.file(
      "other.yaml",
      config.replace(
        "path: bench } }\nsystems",
        "path: bench }, options: { minIous: [0.3, 0.4] } }\nsystems",
      ),
    );
    const { stdout } = await cli(["run", "other.yaml", "--json"], { cwd: folder.path });
    const { targets } = (JSON.parse(stdout) as Summary).tasks[1]!.systems[0]!;
    expect(targets![0]).toMatchObject({ metric: "map@0.5", verdict: "not measured" });
  });
});
