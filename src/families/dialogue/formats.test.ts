import { describe, expect, it } from "vitest";
import type { DataFolder } from "../../core/data/data-file.ts";
import { formats, onFrames, predictionFormats } from "./formats.ts";
import type { DialogueSample } from "./schema.ts";
import { dialogueSampleSchema } from "./schema.ts";

function read(id: string, input: unknown, options?: unknown): readonly DialogueSample[] {
  const format = formats.find((one) => one.id === id)!;
  if (format.reads === "folder") throw new Error("reads a folder");
  const result = format.read(input, options);
  if (!result.ok) throw new Error(result.reason);
  for (const sample of result.value)
    expect(dialogueSampleSchema.safeParse(sample).error).toBeUndefined();
  return result.value;
}

const video = {
  video_uid: "disassembly_nusar_9015__HMC_1_mono10bit",
  inferred_goal: "Take the toy apart",
  inferred_knowledge: "Toy\n1. wheels",
  parsed_video_anns: { dataset: "assembly101", duration: 20, video_start_time: 0 },
  conversations: ["no_talk", "talk_some"].map((user_type) => ({
    user_type,
    auto_quality_eval: { final_score: 9 },
    conversation: [
      { role: "user", time: 1.2, content: "I want to take it apart.", labels: "" },
      {
        role: "assistant",
        time: 1.2,
        content: "Start with the wheels.",
        labels: "responsive|instruction",
        progress: "…",
      },
      {
        role: "assistant",
        time: 9.5,
        content: `Well done, ${user_type}.`,
        labels: "initiative|feedback",
      },
    ],
  })),
};

describe("ProAssist dialogues", () => {
  it("give a sample for every conversation, with turns on frames and labels", () => {
    const samples = read("proassist", video);
    expect(
      samples.map(({ id, userType, group, dataset }) => [id, userType, group, dataset]),
    ).toEqual([
      [`${video.video_uid}/no_talk`, "no_talk", video.video_uid, "assembly101"],
      [`${video.video_uid}/talk_some`, "talk_some", video.video_uid, "assembly101"],
    ]);
    expect(samples[0]!.references).toEqual([
      { frame: 2, text: "Start with the wheels.", label: "responsive|instruction" },
      { frame: 18, text: "Well done, no_talk.", label: "initiative|feedback" },
    ]);
    expect(samples[0]!.inputs).toEqual([
      { frame: 2, role: "user", text: "I want to take it apart." },
    ]);
    expect(samples[0]!.frameCount).toBe(40);
    expect(samples[0]!.metadata.frames).toBe("nusar_9015__HMC_1_mono10bit");
  });

  it("give the first one, or all in one, where that is asked for", () => {
    const references = (conversations: string) =>
      read("proassist", video, { conversations }).map((sample) => sample.references.length);
    expect(references("each")).toEqual([2, 2]);
    expect(references("first")).toEqual([2]);
    expect(references("concatenate")).toEqual([4]);
  });

  it.each([
    [{ ...video, video_uid: 3 }, /video_uid is 3/],
    [{ ...video, conversations: {} }, /conversations is/],
    [
      { ...video, conversations: [{ conversation: [{ role: "robot", time: 1, content: "" }] }] },
      /conversations\[0\]\.conversation\[0\]\.role is "robot"/,
    ],
    [
      { ...video, conversations: [{ conversation: [{ role: "user", time: -1, content: "" }] }] },
      /time is -1/,
    ],
    [
      { ...video, conversations: [{ conversation: [{ role: "user", time: 1 }] }] },
      /content is missing/,
    ],
  ])("name what is wrong", (row, message) => {
    expect(() => read("proassist", row)).toThrow(message);
  });
});

describe("prepared streams", () => {
  const row = {
    dataset: "wtag/dialog_val_L0_I1",
    video_uid: "T48",
    fps: 2,
    clip_idx: 0,
    start_frame_idx: 4,
    metadata: { user_type: "no_talk", task_goal: "tea" },
    conversation: [
      { role: "system", content: "You assist." },
      { role: "frames", start: 4, end: 8 },
      { role: "user", content: "Hello" },
      { role: "frames", start: 8, end: 9 },
      { role: "assistant", content: "Hi." },
      { role: "frames", start: 9, end: 15 },
      { role: "assistant", content: "Pour." },
      { role: "system", content: "Please summarize the progress." },
      { role: "assistant", content: "Summary." },
    ],
  };

  it("put references on the last frame of a range and inputs on the first of the next, and end at a summary", () => {
    const [sample] = read("proassist-prepared", row);
    expect(sample!.frameCount).toBe(11);
    expect(sample!.references.map(({ frame, text }) => [frame, text])).toEqual([
      [4, "Hi."],
      [10, "Pour."],
    ]);
    expect(sample!.inputs.map(({ frame, role }) => [frame, role])).toEqual([
      [0, "system"],
      [4, "user"],
    ]);
    expect(sample!.startFrame).toBe(4);
  });

  it("refuse ranges that are none", () => {
    expect(() =>
      read("proassist-prepared", { ...row, conversation: [{ role: "frames", start: 3, end: 1 }] }),
    ).toThrow(/no range/);
    expect(() => read("proassist-prepared", { ...row, conversation: [] })).toThrow(/no frames/);
  });
});

describe("files about one video", () => {
  const turn = { from: "assistant", timestamp: 3.2, value: "Take it." };
  it.each([
    [{ ...turn, timestamp: "x" }, /conversation\[0\]\.timestamp is "x"/],
    [{ ...turn, from: "robot" }, /conversation\[0\]\.from is "robot"/],
    [{ ...turn, value: 7 }, /conversation\[0\]\.value is 7/],
    [{ from: "assistant", value: "Take it." }, /conversation\[0\]\.time is/],
  ])("name the field that is wrong in %j", (wrong, message) => {
    expect(() => read("per-video", { video_id: "T1", conversation: [wrong] })).toThrow(message);
  });
});

describe("the plain format", () => {
  it("reads turns with seconds in any order", () => {
    const [sample] = read("jsonl", {
      id: "s",
      duration: 10,
      video: "a.mp4",
      turns: [
        { role: "assistant", seconds: 8, text: "Stop." },
        { role: "user", seconds: 2, text: "Hi" },
      ],
    });
    expect(sample).toMatchObject({
      group: "a.mp4",
      frameCount: 20,
      references: [{ frame: 15, text: "Stop." }],
      inputs: [{ frame: 4 }],
    });
  });

  it("names the field that is wrong", () => {
    expect(() =>
      read("jsonl", { id: "s", turns: [{ role: "assistant", seconds: "8", text: "" }] }),
    ).toThrow(/turns\.0\.seconds/);
    expect(() =>
      read("jsonl", {
        id: "s",
        duration: 2,
        turns: [1, 1.2, 1.4, 1.6].map((seconds) => ({ role: "assistant", seconds, text: "x" })),
      }),
    ).toThrow(/after the end/);
  });
});

describe("predictions", () => {
  it("join what is said on one frame and cut what comes after the end", () => {
    const said = [
      { seconds: 1.6, text: "b" },
      { frame: 2, text: "a" },
      { seconds: 99, text: "late" },
      { frame: 1, text: "" },
    ];
    expect(onFrames(said, { fps: 2, frameCount: 10, inputs: [] })).toEqual([
      { frame: 2, text: "b a" },
      { frame: 9, text: "late", afterEnd: 1 },
    ]);
  });

  it.each([0, 0.4, 1, 3, 7.9, 9.4])(
    "said %s s into the stream are where a reference of that time is due",
    (seconds) => {
      const turn = { role: "assistant", seconds, text: "Go." };
      const [alone] = read("jsonl", { id: "s", duration: 10, turns: [turn] });
      expect(onFrames([{ seconds, text: "Go." }], alone!)).toEqual([
        { frame: alone!.references[0]!.frame, text: "Go." },
      ]);
      if (seconds < 0.5) return;
      const [answer] = read("jsonl", {
        id: "s",
        duration: 10,
        turns: [{ role: "user", seconds, text: "Now?" }, turn],
      });
      expect(answer!.references[0]!.frame).toBe(alone!.references[0]!.frame + 1);
      expect(onFrames([{ seconds, text: "Go." }], answer!)).toEqual([
        { frame: answer!.references[0]!.frame, text: "Go." },
      ]);
    },
  );

  it("are read from result files, references and all", async () => {
    const file = {
      metadata: { dataset: "wtag/x", sample_idx: 3, video_uid: "T1", fps: 2 },
      predictions: [
        { gen: "", ref: "", text_inputs: [["user", "hi"]], frame_idx_in_original_video: 12 },
        { gen: "go", ref: "Go." },
        { gen: " ", ref: null },
      ],
    };
    const folder: DataFolder = {
      path: "results",
      list: async () => ["results/0.json", "metrics.json", "llm_eval_outputs/0.json"],
      json: async (path) => (path === "results/0.json" ? file : {}),
      text: async () => "",
      async *rows() {},
      binaryInfo: async () => ({ sizeBytes: 0 }),
    };
    const format = formats.find((one) => one.id === "proassist-results")!;
    const predictions = predictionFormats.find((one) => one.id === "proassist-results")!;
    if (format.reads !== "folder" || predictions.reads !== "folder")
      throw new Error("must read folders");
    const samples = [];
    for await (const { read: got } of format.read(folder)) if (got.ok) samples.push(...got.value);
    expect(samples[0]).toMatchObject({ startFrame: 12 });
    expect(
      samples.map(({ id, frameCount, references, inputs }) => ({
        id,
        frameCount,
        references,
        inputs,
      })),
    ).toEqual([
      {
        id: "3/T1",
        frameCount: 3,
        references: [
          { frame: 1, text: "Go." },
          { frame: 2, text: "null" },
        ],
        inputs: [{ frame: 0, role: "user", text: "hi" }],
      },
    ]);
    for await (const { read: got } of predictions.read(folder)) {
      if (!got.ok) throw new Error(got.reason);
      expect(got.value[0]!.id).toBe("3/T1");
      expect(predictions.interpret(got.value[0]!.raw, samples[0]!)).toEqual({
        kind: "answered",
        value: {
          utterances: [
            { frame: 1, text: "go" },
            { frame: 2, text: " " },
          ],
        },
      });
    }
  });

  it("says which numbers between results have none, whose streams were lost", async () => {
    const paths = [
      "notalk0.5/results/0.json",
      "notalk0.5/results/3.json",
      "notalk0.5/results/4.json",
      "notalk0.1/results/9.json",
    ];
    const folder: DataFolder = {
      path: "results",
      list: async () => paths,
      json: async () => ({ predictions: [{ gen: "", ref: "" }] }),
      text: async () => "",
      async *rows() {},
      binaryInfo: async () => ({ sizeBytes: 0 }),
    };
    const format = formats.find((one) => one.id === "proassist-results")!;
    if (format.reads !== "folder") throw new Error("must read a folder");
    const told: unknown[] = [];
    for await (const { where, leftOut } of format.read(folder))
      if (leftOut !== undefined) told.push(`${where}: ${leftOut}`);
    expect(told).toEqual([
      "notalk0.5/results: no result for 1, 2 (2 of the numbers 0 to 4): the streams were lost or not run",
    ]);
  });
});
