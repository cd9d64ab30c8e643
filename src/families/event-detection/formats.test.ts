import { describe, expect, it } from "vitest";
import type { DataFolder } from "../../core/data/data-file.ts";
import { formats, predictionFormats } from "./formats.ts";
import {
  type EventPrediction,
  type EventSample,
  eventPredictionSchema,
  eventSampleSchema,
} from "./schema.ts";

function folderOf(files: Readonly<Record<string, unknown>>): DataFolder {
  const ending = (pattern: string) => pattern.slice(pattern.lastIndexOf("*") + 1);
  return {
    path: "folder",
    list: async (pattern = "*") =>
      Object.keys(files)
        .sort()
        .filter((path) =>
          pattern.includes("*") ? path.endsWith(ending(pattern)) : path === pattern,
        ),
    json: async (path) => files[path],
    text: async (path) => String(files[path]),
    async *rows() {},
    binaryInfo: async () => ({ sizeBytes: 0 }),
  };
}

async function samplesOf(id: string, input: unknown): Promise<readonly EventSample[]> {
  const format = formats.find((one) => one.id === id)!;
  const samples: EventSample[] = [];
  if (format.reads === "folder")
    for await (const { where, read } of format.read(input as DataFolder)) {
      if (!read.ok) throw new Error(`${where}: ${read.reason}`);
      samples.push(...read.value);
    }
  else {
    const read = format.read(input);
    if (!read.ok) throw new Error(read.reason);
    samples.push(...read.value);
  }
  for (const sample of samples) expect(eventSampleSchema.safeParse(sample).error).toBeUndefined();
  return samples;
}

async function predictionsOf(
  id: string,
  input: unknown,
  sample: EventSample,
): Promise<ReadonlyMap<string, EventPrediction>> {
  const format = predictionFormats.find((one) => one.id === id)!;
  const raw: { id: string; raw: unknown }[] = [];
  if (format.reads === "folder")
    for await (const { read } of format.read(input as DataFolder)) {
      if (!read.ok) throw new Error(read.reason);
      raw.push(...read.value);
    }
  else {
    const read = format.read(input);
    if (!read.ok) throw new Error(read.reason);
    raw.push(...[read.value].flat());
  }
  return new Map(
    raw.map((one) => {
      const outcome = format.interpret(one.raw, sample);
      if (outcome.kind !== "answered") throw new Error(outcome.reason);
      expect(eventPredictionSchema.safeParse(outcome.value).error).toBeUndefined();
      return [one.id, outcome.value];
    }),
  );
}

const [any] = await samplesOf("jsonl", { id: "v", events: [] });

describe("layouts of event annotations", () => {
  it("plain rows", async () => {
    const row = {
      id: "v",
      duration: 60,
      domain: "yard",
      video: "v.mp4",
      events: [{ type: "fall", start: 1, end: 2, ambiguous: true }],
    };
    expect(await samplesOf("jsonl", row)).toMatchObject([
      {
        id: "v",
        domain: "yard",
        durationSeconds: 60,
        events: [{ type: "fall", startSeconds: 1, endSeconds: 2, ambiguous: true }],
        media: [{ path: "v.mp4" }],
      },
    ]);
    await expect(
      samplesOf("jsonl", { id: "v", events: [{ type: "fall", start: "1", end: 2 }] }),
    ).rejects.toThrow(/events\.0\.start/);
  });

  it("VIGIL annotations, ambiguous below full confidence", async () => {
    const event = {
      event_id: "e1",
      event_type: "fall",
      start_sec: 1,
      end_sec: 4,
      confidence: 1,
      description: "slips",
    };
    const document = {
      video_id: "v",
      duration_sec: 60,
      events: [event, { ...event, event_id: "e2", confidence: 0.5 }],
    };
    const [sample] = await samplesOf("vigil-events", document);
    expect(sample!.events.map(({ id, ambiguous }) => [id, ambiguous])).toEqual([
      ["e1", undefined],
      ["e2", true],
    ]);
    await expect(
      samplesOf("vigil-events", [document, { ...document, events: [{}] }]),
    ).rejects.toThrow(/1\.events\.0\.event_type/);
  });

  it("ActivityNet, all subsets with their names as splits", async () => {
    const annotations = [{ label: "Diving", segment: [1, 5] }];
    const document = {
      database: {
        a: { subset: "training", duration: 9, annotations },
        b: { subset: "validation", duration: 8, annotations: [] },
      },
    };
    expect(
      (await samplesOf("activitynet", document)).map(({ id, split, events }) => [
        id,
        split,
        events.length,
      ]),
    ).toEqual([
      ["a", "training", 1],
      ["b", "validation", 0],
    ]);
  });

  it("THUMOS-14, one file a class, ambiguous ones of any type", async () => {
    const folder = folderOf({
      "Diving_test.txt": "video_test_0000004  67.5 75.9\nvideo_test_0000005 1.0 2.0\n",
      "Ambiguous_test.txt": "video_test_0000004 80 90\r\n",
      "readme.txt": "no annotation",
    });
    expect(await samplesOf("thumos", folder)).toMatchObject([
      {
        id: "video_test_0000004",
        split: "test",
        events: [
          { ambiguous: true, type: "" },
          { type: "Diving", startSeconds: 67.5 },
        ],
      },
      { id: "video_test_0000005" },
    ]);
    await expect(samplesOf("thumos", folderOf({ "Diving_test.txt": "v 9 3" }))).rejects.toThrow(
      /Diving_test\.txt:1: "v 9 3" must read/,
    );
    await expect(samplesOf("thumos", folderOf({}))).rejects.toThrow(/no file is named/);
  });

  it("THUMOS-14, classes and their numbers by its own list", async () => {
    const folder = folderOf({
      "annotation/Diving_test.txt": "video_test_0000004 67.5 75.9",
      "annotation/Juggling_test.txt": "video_test_0000004 1 2",
      "detclasslist.txt": "26 Diving\n9 TableTennis\n",
    });
    const [sample] = await samplesOf("thumos", folder);
    expect(sample!.events.map(({ type }) => type)).toEqual(["Diving"]);
    const format = formats.find(({ id }) => id === "thumos")!;
    const leftOut: unknown[] = [];
    if (format.reads === "folder")
      for await (const piece of format.read(folder))
        if (piece.leftOut) leftOut.push([piece.where, piece.leftOut]);
    expect(leftOut).toEqual([
      ["annotation/Juggling_test.txt", "Juggling is not in detclasslist.txt"],
    ]);
    const found = await predictionsOf("thumos", "video_test_0000004 1 2 9 0.9", sample!);
    expect(found.get("video_test_0000004")!.events.map(({ type }) => type)).toEqual([
      "TableTennis",
    ]);
    await expect(predictionsOf("thumos", "video_test_0000004 1 2 7 0.9", sample!)).rejects.toThrow(
      /"7" is no class in detclasslist\.txt/,
    );
    await expect(
      samplesOf("thumos", folderOf({ "detclasslist.txt": "7 Dive\nDiving" })),
    ).rejects.toThrow(/detclasslist\.txt:2: must have lines/);
  });

  it("MultiTHUMOS, files named by their class alone", async () => {
    const samples = await samplesOf(
      "multithumos",
      folderOf({
        "Run.txt": "video_validation_0000266 72.80 76.40",
        "Jump.txt": "video_validation_0000266 1 2",
      }),
    );
    expect(
      samples.map(({ id, split, events }) => [id, split, events.map(({ type }) => type)]),
    ).toEqual([["video_validation_0000266", "validation", ["Jump", "Run"]]]);
  });

  it("SoccerNet, a sample for each half", async () => {
    const labels = {
      annotations: [
        { gameTime: "1 - 00:11", label: "Goal", position: "11000", team: "home" },
        { gameTime: "2 - 01:00", label: "Foul", position: 60000 },
      ],
    };
    const samples = await samplesOf(
      "soccernet",
      folderOf({ "league/game/Labels-v2.json": labels }),
    );
    expect(samples.map(({ id, group, events }) => [id, group, events])).toEqual([
      ["league/game/1", "league/game", [{ type: "Goal", startSeconds: 11, endSeconds: 11 }]],
      ["league/game/2", "league/game", [{ type: "Foul", startSeconds: 60, endSeconds: 60 }]],
    ]);
    const bySecond = { annotations: [{ gameTime: "2 - 01:05", label: "Goal" }] };
    expect(
      (await samplesOf("soccernet", folderOf({ "g/Labels.json": bySecond })))[1]!.events,
    ).toEqual([{ type: "Goal", startSeconds: 65, endSeconds: 65 }]);
    const wrong = { annotations: [{ gameTime: "third", label: "Goal", position: 1 }] };
    await expect(samplesOf("soccernet", folderOf({ "g/Labels-v2.json": wrong }))).rejects.toThrow(
      /gameTime is "third"/,
    );
  });

  it("UCF-Crime, frames at thirty a second, none at −1", async () => {
    const [crime] = await samplesOf("ucf-crime", "Abuse028_x264.mp4  Abuse  31  60  -1  -1  ");
    expect(crime).toMatchObject({
      id: "Abuse028_x264",
      events: [{ type: "Abuse", startSeconds: 1, endSeconds: 2 }],
    });
    const [normal] = await samplesOf("ucf-crime", "Normal_Videos_003_x264.mp4 Normal -1 -1 -1 -1");
    expect(normal!.events).toEqual([]);
    await expect(samplesOf("ucf-crime", "a.mp4 Abuse 9 3 -1 -1")).rejects.toThrow(/frames 9 to 3/);
  });
});

describe("layouts of detections", () => {
  it("ActivityNet results", async () => {
    const found = await predictionsOf(
      "activitynet",
      { results: { a: [{ label: "Diving", segment: [1, 5], score: 0.4 }] } },
      any!,
    );
    expect(found.get("a")).toEqual({
      events: [{ type: "Diving", startSeconds: 1, endSeconds: 5, confidence: 0.4 }],
    });
  });

  it("THUMOS results by number or name of the class", async () => {
    const found = await predictionsOf(
      "thumos",
      "video_test_1 1.0 2.0 26 0.9\nvideo_test_1.mp4 3 4 Diving .5\n",
      any!,
    );
    expect(
      found.get("video_test_1")!.events.map(({ type, confidence }) => [type, confidence]),
    ).toEqual([
      ["Diving", 0.9],
      ["Diving", 0.5],
    ]);
    await expect(predictionsOf("thumos", "v 1 2 99 .5", any!)).rejects.toThrow(
      /"99" is no class of THUMOS-14/,
    );
  });

  it("SoccerNet spotting results", async () => {
    const document = {
      predictions: [
        { gameTime: "2 - 0:10", label: "Goal", position: "10500", half: "2", confidence: "0.7" },
      ],
    };
    const found = await predictionsOf(
      "soccernet",
      folderOf({ "g/results_spotting.json": document }),
      any!,
    );
    expect(found.get("g/2")).toEqual({
      events: [{ type: "Goal", startSeconds: 10.5, endSeconds: 10.5, confidence: 0.7 }],
    });
    expect(found.get("g/1")).toEqual({ events: [] });
    const bare = {
      predictions: [{ label: "Goal", position: "10500", half: "2", confidence: "0.7" }],
    };
    expect(
      (await predictionsOf("soccernet", folderOf({ "g/results_spotting.json": bare }), any!)).get(
        "g/2",
      )!.events,
    ).toHaveLength(1);
  });

  it("are recognised by one layout each", () => {
    const heads: readonly (readonly [string, unknown])[] = [
      ["plain", { id: "v", events: [] }],
      ["activitynet", { results: { v: [] } }],
      ["thumos", "video_test_1 1.0 2.0 26 0.9\n"],
      ["soccernet", ["g/results_spotting.json"]],
    ];
    for (const [id, head] of heads)
      expect(predictionFormats.filter((one) => one.recognises(head)).map((one) => one.id)).toEqual([
        id,
      ]);
  });
});
