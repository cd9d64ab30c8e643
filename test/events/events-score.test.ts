import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { ZipFile } from "yazl";
import type { Summary } from "../../src/summary/summary.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();

async function score(args: readonly string[]): Promise<Readonly<Record<string, number | null>>> {
  const { stdout, stderr, status } = await cli(["score", "--json", ...args], { cwd: folder.path });
  expect(status, stderr).toBe(0);
  const [system] = (JSON.parse(stdout) as Summary).tasks[0]!.systems;
  return Object.fromEntries(Object.entries(system!.metrics).map(([id, { value }]) => [id, value]));
}

const events = (format: string, data: string, predictions: string, ...more: readonly string[]) =>
  score([
    "--family",
    "event-detection",
    "--format",
    format,
    "--data",
    data,
    "--predictions",
    predictions,
    ...more,
  ]);
const questions = (format: string, data: string, predictions: string) =>
  score([
    "--family",
    "retrieval",
    "--format",
    format,
    "--data",
    data,
    "--predictions",
    predictions,
  ]);
async function zip(name: string, entries: Readonly<Record<string, unknown>>): Promise<string> {
  const archive = new ZipFile();
  for (const [path, content] of Object.entries(entries))
    archive.addBuffer(Buffer.from(JSON.stringify(content)), path);
  archive.end();
  return folder.file(name, await buffer(archive.outputStream));
}
const json = (name: string, content: unknown) => folder.file(name, JSON.stringify(content));

describe("vidimus score of events", () => {
  const hours = Array.from({ length: 24 }, (_, at) => ({
    video_id: `cam${at}`,
    duration_sec: 3_600,
    events: at < 12 ? [{ event_type: "fall", start_sec: 60, end_sec: 70 }] : [],
  }));
  const alarms = hours.slice(0, 12).flatMap(({ video_id }) => [
    { video_id, event_type: "fall", start_sec: 60, end_sec: 70, confidence: 0.9 },
    { video_id, event_type: "fall", start_sec: 600, end_sec: 610, confidence: 0.9 },
  ]);
  const rows = (name: string, lines: readonly unknown[]) =>
    folder.file(name, lines.map((line) => JSON.stringify(line)).join("\n"));

  it("counts the hours of videos that a flat list of detections does not name", async () => {
    const truth = json("hours.json", hours);
    const flat = rows("alarms.jsonl", alarms);
    const { stdout } = await cli(
      [
        ...["score", "--json", "--family", "event-detection", "--format", "vigil-events"],
        ...["--data", truth, "--predictions", flat],
      ],
      { cwd: folder.path },
    );
    const [system] = (JSON.parse(stdout) as Summary).tasks[0]!.systems;
    expect(system).toMatchObject({
      coverage: 1,
      metrics: { "false-alarms-per-hour": { value: 0.5 }, "truth-iou": { value: 1 } },
    });
    expect(system!.remarks).toContainEqual(
      expect.stringContaining("12 of 24 samples are not in it and count as answered with nothing"),
    );
  });

  it("misses a video that is not in a list which names videos without detections", async () => {
    const truth = json("hours.json", hours);
    const listed = hours.slice(0, 23).map(({ video_id }) => ({
      video_id,
      events: alarms.filter((alarm) => alarm.video_id === video_id),
    }));
    const { stdout } = await cli(
      [
        ...["score", "--json", "--family", "event-detection", "--format", "vigil-events"],
        ...["--data", truth, "--predictions", rows("listed.jsonl", listed)],
      ],
      { cwd: folder.path },
    );
    const [system] = (JSON.parse(stdout) as Summary).tasks[0]!.systems;
    expect(system!.coverage).toBeCloseTo(23 / 24);
  });

  it("reads ActivityNet's two files", async () => {
    const truth = json("anet.json", {
      database: {
        v: {
          subset: "validation",
          duration: 60,
          annotations: [{ label: "Diving", segment: [5, 10] }],
        },
      },
    });
    const found = json("anet-found.json", {
      results: { v: [{ label: "Diving", segment: [5, 10], score: 0.9 }] },
    });
    expect(await events("activitynet", truth, found)).toMatchObject({
      map: 1,
      "false-alarms-per-hour": 0,
    });
  });

  it("takes thresholds of tIoU as vidimus metric does, by either name", async () => {
    const truth = json("some.json", {
      database: {
        v: {
          subset: "validation",
          duration: 60,
          annotations: [{ label: "Diving", segment: [0, 10] }],
        },
      },
    });
    const found = json("some-found.json", {
      results: { v: [{ label: "Diving", segment: [0, 6], score: 0.9 }] },
    });
    const scored = (...args: readonly string[]) => events("activitynet", truth, found, ...args);
    expect(await scored("--option", "tiou=.5")).toMatchObject({ "map@0.5": 1 });
    const three = await scored("--option", "tiou=0.5:0.1:0.7");
    expect(three).toMatchObject({ "map@0.5": 1, "map@0.6": 1, "map@0.7": 0 });
    expect(await scored("--tiou", "0.5,0.6,0.7")).toEqual(three);
    expect(await scored("--option", "minIous=[0.5, 0.6, 0.7]")).toEqual(three);
  });

  it("scores one split, and warns where predictions are not about the others", async () => {
    const video = (subset: string) => ({
      subset,
      duration: 60,
      annotations: [{ label: "Diving", segment: [5, 10] }],
    });
    const truth = json("splits.json", {
      database: { v: video("validation"), t: video("training") },
    });
    const found = json("splits-found.json", {
      results: { v: [{ label: "Diving", segment: [5, 10], score: 0.9 }] },
    });
    expect(await events("activitynet", truth, found, "--split", "validation")).toMatchObject({
      map: 1,
    });
    const scoring = (predictions: string) =>
      cli(
        [
          ...["score", "--json", "--family", "event-detection", "--format", "activitynet"],
          ...["--data", truth, "--predictions", predictions],
        ],
        { cwd: folder.path },
      );
    const { stdout } = await scoring(found);
    expect((JSON.parse(stdout) as Summary).tasks[0]!.systems[0]!.remarks).toContainEqual(
      expect.stringContaining(
        "names no sample of the split training; --split validation leaves them out",
      ),
    );
    const listed = json("splits-listed.json", {
      results: { v: [{ label: "Diving", segment: [5, 10], score: 0.9 }], other: [] },
    });
    const { stderr } = await scoring(listed);
    expect(stderr).toContain(
      "no prediction is about the split training: 1 sample counts as not answered; --split validation leaves them out",
    );
  });

  it("does not score moments by overlap, and says how they are usually scored", async () => {
    json("points/game/Labels-v2.json", {
      annotations: [{ gameTime: "1 - 00:11", label: "Goal", position: "11000" }],
    });
    json("points-found/game/results_spotting.json", {
      predictions: [
        { gameTime: "1 - 00:50", label: "Goal", position: "50000", half: "1", confidence: "0.7" },
      ],
    });
    const args = [
      "--family",
      "event-detection",
      "--format",
      "soccernet",
      "--data",
      `${folder.path}/points`,
    ];
    const { stdout, stderr } = await cli(
      ["score", "--json", ...args, "--predictions", `${folder.path}/points-found`],
      {
        cwd: folder.path,
      },
    );
    expect(stderr).toContain(
      "data of the format soccernet is usually scored with the option spotting: true",
    );
    expect((JSON.parse(stdout) as Summary).tasks[0]!.systems[0]!.metrics).toMatchObject({
      map: { value: null },
      "event-f1-macro": { value: null },
    });
  });

  it("reads THUMOS' folder of classes and its results as text", async () => {
    folder.file(
      "thumos/Diving_test.txt",
      "video_test_0000001  1.0 3.0\nvideo_test_0000002 5.0 9.0\n",
    );
    folder.file("thumos/Ambiguous_test.txt", "video_test_0000001 50.0 60.0\n");
    const found = folder.file(
      "found.txt",
      "video_test_0000001 1.0 3.0 26 0.9\nvideo_test_0000002 20.0 21.0 26 0.8\n",
    );
    expect(
      await events("thumos", `${folder.path}/thumos`, found, "--option", "definition=thumos14"),
    ).toMatchObject({
      "map-thumos14@0.5": 0.5,
    });
  });

  describe("equal confidences", () => {
    /**
     * Every video has one truth; in each third one it is found, and all detections are equally
     * sure.
     */
    const tiedFiles = (prefix: string) => {
      const names = Array.from({ length: 24 }, (_, at) => `${prefix}${(at * 7) % 24}`);
      const database = Object.fromEntries(
        names.map((name) => [
          name,
          {
            subset: "validation",
            duration: 60,
            annotations: [{ label: "Diving", segment: [5, 10] }],
          },
        ]),
      );
      const results = Object.fromEntries(
        names.map((name, at) => [
          name,
          [{ label: "Diving", segment: at % 3 === 0 ? [5, 10] : [30, 35], score: 0.5 }],
        ]),
      );
      return [
        json(`tied-${prefix}.json`, { database }),
        json(`tied-${prefix}-found.json`, { results }),
      ] as const;
    };
    const byMetric = async (
      [reference, prediction]: readonly [string, string],
      ...more: readonly string[]
    ) => {
      const args = [
        "metric",
        "detection-map",
        "--reference",
        reference,
        "--prediction",
        prediction,
        "--tiou",
        "0.5",
        "--json",
        ...more,
      ];
      const { stdout, stderr, status } = await cli(args, { cwd: folder.path });
      expect(status, stderr).toBe(0);
      return (JSON.parse(stdout) as Record<string, { value: number; ties?: readonly number[] }>)[
        "detection-map"
      ]!;
    };

    it("come in the order of the data in metric and score, whatever the videos are called", async () => {
      const files = ["a", "k", "z"].map(tiedFiles);
      const [first] = files;
      const { value } = await byMetric(first!);
      for (const one of files) {
        expect((await byMetric(one)).value).toBe(value);
        expect((await events("activitynet", ...one))["map@0.5"]).toBe(value);
      }
    });

    it("come by video name as the official program of THUMOS has them", async () => {
      const files = tiedFiles("v");
      const { value } = await byMetric(files, "--definition", "thumos14");
      expect(
        (await events("activitynet", ...files, "--option", "definition=thumos14"))[
          "map-thumos14@0.5"
        ],
      ).toBe(value);
      // v0, v1, v10, v11, …: the k-th of 24 names stands at 7^-1 · name = 7 · name (mod 24) in the
      // data, and is right there for multiples of 3.
      const names = Array.from({ length: 24 }, (_, at) => at).toSorted((a, b) =>
        `v${a}` < `v${b}` ? -1 : 1,
      );
      let [found, sum] = [0, 0];
      for (const [at, name] of names.entries())
        if (((name * 7) % 24) % 3 === 0) sum += ++found / (at + 1);
      expect(value).toBeCloseTo(sum / 24, 12);
    });

    it("are remarked on with the range of their orders", async () => {
      const files = tiedFiles("r");
      const { ties, value } = await byMetric(files);
      // Eight of 24 truths are found: at precision 1 where they come first, and at 8/24 where they
      // come last.
      expect(ties![1]).toBeCloseTo(8 / 24, 12);
      expect(ties![0]).toBeCloseTo((8 / 24) ** 2, 12);
      expect(value).toBeGreaterThan(ties![0]!);
      const args = [
        "--family",
        "event-detection",
        "--format",
        "activitynet",
        "--data",
        files[0],
        "--predictions",
        files[1],
      ];
      const { stdout } = await cli(["score", ...args], { cwd: folder.path });
      expect(stdout).toMatch(
        /Mean average precision depends on the order of equal confidences:\s+11\.1–33\.3 %/,
      );
      const summary = JSON.parse(
        (await cli(["score", "--json", ...args], { cwd: folder.path })).stdout,
      ) as Summary;
      expect(summary.tasks[0]!.systems[0]!.metrics["map@0.5"]!.ties).toEqual(ties);
      const text = await cli(
        ["metric", "detection-map", "--reference", files[0], "--prediction", files[1]],
        { cwd: folder.path },
      );
      expect(text.stdout).toContain(
        "detection-map depends on the order of equal confidences: 0.111–0.333",
      );
    });
  });

  it("averages each type's precision over the thresholds that the headline averages", async () => {
    const truth = json("types.json", {
      database: {
        v: {
          subset: "validation",
          duration: 60,
          annotations: [{ label: "Diving", segment: [0, 10] }],
        },
      },
    });
    const found = json("types-found.json", {
      results: { v: [{ label: "Diving", segment: [0, 8], score: 0.9 }] },
    });
    const args = [
      "--family",
      "event-detection",
      "--format",
      "activitynet",
      "--data",
      truth,
      "--predictions",
      found,
    ];
    const { stdout } = await cli(["score", "--json", ...args], { cwd: folder.path });
    const { metrics, analyses } = (JSON.parse(stdout) as Summary).tasks[0]!.systems[0]!;
    const table = analyses.find(({ id }) => id === "type-average-precision")!;
    expect(table.title).toContain(
      "mean over tIoU 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95",
    );
    expect(table.data).toMatchObject({
      columns: ["type", "truths", "detections", "AP", "AP@0.5", "AP@0.75"],
    });
    expect(table.data).toMatchObject({ rows: [["Diving", 1, 1, metrics.map!.value, 1, 1]] });
    expect(metrics.map!.value).toBeCloseTo(0.7, 12);
  });

  it("reads SoccerNet's labels and spotting results", async () => {
    json("soccer/game/Labels-v2.json", {
      annotations: [{ gameTime: "1 - 00:11", label: "Goal", position: "11000" }],
    });
    json("spotted/game/results_spotting.json", {
      predictions: [
        { gameTime: "1 - 00:12", label: "Goal", position: "12000", half: "1", confidence: "0.7" },
      ],
    });
    const scores = await events(
      "soccernet",
      `${folder.path}/soccer`,
      `${folder.path}/spotted`,
      "--option",
      "spotting=true",
    );
    expect(scores["spotting-map-loose"]).toBe(1);
  });

  it("reads SoccerNet's labels and results as zip archives", async () => {
    const labels = { annotations: [{ gameTime: "1 - 00:11", label: "Goal", position: "11000" }] };
    const found = {
      predictions: [
        { gameTime: "1 - 00:12", label: "Goal", position: "12000", half: "1", confidence: "0.7" },
      ],
    };
    const data = await zip("labels.zip", {
      "epl/game/Labels-v2.json": labels,
      "__MACOSX/epl/game/._Labels-v2.json": {},
    });
    const predictions = await zip("results.zip", { "epl/game/results_spotting.json": found });
    const scores = await events("soccernet", data, predictions, "--option", "spotting=true");
    expect(scores["spotting-map-loose"]).toBe(1);
    const plain = await cli(
      [
        "score",
        "--family",
        "event-detection",
        "--format",
        "activitynet",
        "--data",
        data,
        "--predictions",
        predictions,
      ],
      {
        cwd: folder.path,
      },
    );
    expect(plain.status).toBe(2);
    expect(plain.stderr).toContain(
      "labels.zip: an archive can be read where the format is one of folders",
    );
  });

  it("reads UCF-Crime's lines and scores of frames", async () => {
    const truth = folder.file(
      "Temporal_Anomaly_Annotation.txt",
      "Abuse1.mp4  Abuse  31  60  -1  -1\nNormal1.mp4 Normal -1 -1 -1 -1\n",
    );
    const track = (scores: readonly number[]) => ({
      framesPerScore: 30,
      framesPerSecond: 30,
      tracks: [{ scores }],
    });
    const rows = [
      { id: "Abuse1", events: [], frames: track([0.1, 0.9, 0.2]) },
      { id: "Normal1", events: [], frames: track([0.1, 0.1]) },
    ];
    const found = folder.file("frames.jsonl", rows.map((row) => JSON.stringify(row)).join("\n"));
    expect(await events("ucf-crime", truth, found, "--option", "frames=any")).toMatchObject({
      "frame-auc": 1,
    });
  });
});

describe("vidimus score of questions", () => {
  it("reads QVHighlights", async () => {
    const row = {
      qid: 1,
      query: "a dog",
      vid: "v",
      duration: 20,
      relevant_windows: [[4, 10]],
      relevant_clip_ids: [2],
      saliency_scores: [[4, 4, 3]],
    };
    const truth = json("val.jsonl", row);
    const found = json("preds.jsonl", {
      qid: 1,
      pred_relevant_windows: [[4, 10, 0.9]],
      pred_saliency_scores: [0, 0, 1, 0, 0, 0, 0, 0, 0, 0],
    });
    expect(await questions("qvhighlights", truth, found)).toMatchObject({
      "moment-r1@0.7": 1,
      "moment-map": 1,
      "highlight-hit@1-very-good": 1,
    });
  });

  it("reads TREC's files, whatever their names end in", async () => {
    const truth = folder.file("qrels.test", "301 0 d1 1\n301 0 d2 0\n302 0 d3 1\n");
    const found = folder.file(
      "results.run",
      "301 Q0 d2 1 2.0 x\n301 Q0 d1 2 1.0 x\n302 Q0 d3 1 1.5 x\n",
    );
    expect(await questions("trec", truth, found)).toMatchObject({ map: 0.75, mrr: 0.75 });
  });

  it("says what a file of an unknown kind lacks", async () => {
    const truth = folder.file("qrels.bin", Buffer.from([0, 1, 2, 3]));
    const args = [
      "score",
      "--family",
      "retrieval",
      "--format",
      "trec",
      "--data",
      truth,
      "--predictions",
      truth,
    ];
    const { status, stderr } = await cli(args, { cwd: folder.path });
    expect(status).toBe(2);
    expect(stderr).toContain('files ending in ".bin" cannot be read');
  });
});
