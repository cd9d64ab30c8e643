import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import type { DataFolder } from "../../core/data/data-file.ts";
import type { DocumentFormat, RowFormat } from "../../core/data/format.ts";
import { openDataFile } from "../../datasets/open-data-file.ts";
import { classFoldersFormat } from "./foreign/class-folders.ts";
import { formats, predictionFormats } from "./formats.ts";
import type { LabelSample } from "./schema.ts";

const folder = temporaryFolder();
const named = (id: string) => formats.find((format) => format.id === id)!;
const plain = named("jsonl") as RowFormat<LabelSample>;

/** What a document says: name, label and split of each video, and all labels. */
function listed(id: string, document: unknown) {
  const read = (named(id) as DocumentFormat<LabelSample>).read(document);
  if (!read.ok) return read.reason;
  return {
    videos: read.value.map(({ id: name, truth, split }) => [name, truth?.[0] ?? null, split]),
    labels: read.value[0]!.labels,
    names: read.value.map(({ media: [video] }) => video!.names),
  };
}

describe("plain rows", () => {
  const row = { video: "v.mp4", labels: ["a", "b"], label: "a" };

  it("read labels as a list or with descriptions, and one or several true ones", () => {
    expect(plain.read(row)).toMatchObject({
      value: [{ id: "labels/v.mp4", group: "v.mp4", truth: ["a"], task: "labels" }],
    });
    const described = {
      ...row,
      task: "t",
      labels: { a: "one", b: "two" },
      label: ["a", "b"],
      level: 2,
    };
    expect(plain.read(described)).toMatchObject({
      value: [
        {
          id: "t/v.mp4",
          isMultiLabel: true,
          labels: [
            { id: "a", description: "one" },
            { id: "b", description: "two" },
          ],
          level: "2",
          truth: ["a", "b"],
        },
      ],
    });
    const { label: _, ...hidden } = row;
    expect(plain.read(hidden)).toMatchObject({ value: [{ truth: null }] });
  });

  it.each([
    [{ ...row, lable: "a" }, /lable/],
    [{ ...row, video: undefined }, /^video is missing, and so is an id$/],
    [{ ...row, labels: [] }, /^labels/],
  ])("refuse %j", (given, reason) =>
    expect(plain.read(given)).toMatchObject({ ok: false, reason: expect.stringMatching(reason) }),
  );
});

describe("lists of labelled videos", () => {
  it("are read from Kinetics, as a table and as JSON", () => {
    const table = [
      { label: "yawning", youtube_id: "b_2", time_start: "0", time_end: "10", split: "val" },
      { label: "juggling", youtube_id: "a-1", time_start: "3", time_end: "13", split: "val" },
    ];
    const read = {
      videos: [
        ["kinetics/b_2_000000_000010", "yawning", "val"],
        ["kinetics/a-1_000003_000013", "juggling", "val"],
      ],
      labels: ["juggling", "yawning"].map((id) => ({ id, description: id })),
      names: [
        ["b_2_000000_000010", "b_2"],
        ["a-1_000003_000013", "a-1"],
      ],
    };
    expect(listed("kinetics", table)).toEqual(read);
    expect(
      listed("kinetics", {
        b_2: { annotations: { label: "yawning", segment: [0, 10] }, subset: "val" },
        "a-1": { annotations: { label: "juggling", segment: [3.0, 13.0] }, subset: "val" },
      }),
    ).toEqual(read);
    expect(listed("kinetics", [{ youtube_id: "x" }])).toMatchObject({
      videos: [["kinetics/x", null, undefined]],
    });
    expect(listed("kinetics", [table[0], {}])).toBe("row 2: youtube_id: must be a text");
    expect(listed("kinetics", [{ label: "a", id: "x" }])).toBe(
      "the column youtube_id is missing; there are label, id",
    );
    expect(listed("kinetics", [{ lable: "a", youtube_id: "x" }])).toBe(
      "the column label is missing; there are lable, youtube_id; did you mean lable?",
    );
  });

  it("are read from UCF-101, as lists and as tables", () => {
    const lines = "ApplyEyeMakeup/v_A_g08_c01.avi 1\nYoYo/v_Y_g01_c01.avi 101\n";
    const read = {
      videos: [
        ["ucf-101/ApplyEyeMakeup/v_A_g08_c01.avi", "ApplyEyeMakeup", undefined],
        ["ucf-101/YoYo/v_Y_g01_c01.avi", "YoYo", undefined],
      ],
      labels: [
        { id: "ApplyEyeMakeup", description: "apply eye makeup" },
        { id: "YoYo", description: "yo yo" },
      ],
    };
    expect(listed("ucf-101", lines)).toMatchObject(read);
    expect(listed("ucf-101", lines.replaceAll(/ \d+/g, ""))).toMatchObject(read);
    expect(
      listed("ucf-101", [
        { clip_path: "/train/ApplyEyeMakeup/v_A_g08_c01.avi", label: "ApplyEyeMakeup" },
        { clip_path: "/train/YoYo/v_Y_g01_c01.avi", label: "YoYo" },
      ]),
    ).toMatchObject(read);
    expect(listed("ucf-101", "video.avi\n")).toMatch(/^line 1: must read: Class\/video.avi/);
  });

  it("are read from Something-Something, as JSON and as lists without a header", () => {
    expect(
      listed("something-something", [
        { id: "1", label: "holding a cup", template: "Holding [something]" },
        { id: 2 },
      ]),
    ).toMatchObject({
      videos: [
        ["something-something/1", "Holding something", undefined],
        ["something-something/2", null, undefined],
      ],
      names: [["1"], ["2"]],
    });
    expect(listed("something-something", [{ label: "x" }])).toMatch(/^entry 1: id must be/);
    // A caption is no class: with every cup another one there would be as many classes as videos.
    expect(
      listed("something-something", [{ id: "1", label: "holding a cup", placeholders: ["a cup"] }]),
    ).toMatch(/^entry 1: template is missing/);
    expect(
      listed("something-something", [
        { id: "1", label: "holding a cup", template: "Holding [something]" },
        { id: "2", label: "holding a pen" },
      ]),
    ).toMatch(/^entry 2: template is missing/);
    expect(listed("something-something", [{ id: "1\tHolding something" }, { id: "2" }])).toMatch(
      /^entry 1: must read id;label/,
    );
    expect(listed("something-something", [{ id: "1" }])).toMatch(/^no entry has a label/);
  });

  it.each([
    ["without a header", "", ";"],
    ["with one", "id;label\r\n", ";"],
    ["with commas", "id,label\n", ","],
  ])("are read from tables of Something-Something %s", async (_, header, sign) => {
    const lines = `1${sign}Pulling something\n8${sign}"Lifting, then dropping something"\n`;
    const { table } = named("something-something");
    const file = openDataFile(folder.file("something.csv", header + lines));
    expect(listed("something-something", await file.document({ table }))).toMatchObject({
      videos: [
        ["something-something/1", "Pulling something", undefined],
        ["something-something/8", "Lifting, then dropping something", undefined],
      ],
    });
  });

  it("are read from lists of Something-Something that name ids alone, and plain commas of labels", async () => {
    const { table } = named("something-something");
    const read = async (text: string) =>
      listed(
        "something-something",
        await openDataFile(folder.file("ids.csv", text)).document({ table }),
      );
    expect(await read("1;Lifting, then dropping\n2\n")).toMatchObject({
      videos: [
        ["something-something/1", "Lifting, then dropping", undefined],
        ["something-something/2", null, undefined],
      ],
    });
    expect(await read("id\n7\n")).toMatch(/^no entry has a label/);
    await expect(read("1;a;b\n")).rejects.toThrow("3 fields where the header names 2");
  });

  it("are read from folders that are called as classes", async () => {
    const read = async (...files: readonly string[]) => {
      const folder = { path: "x", list: async () => files } as Partial<DataFolder> as DataFolder;
      for await (const { read: found } of classFoldersFormat.read(folder))
        return found.ok
          ? found.value.map(({ id, truth, split }) => [id, truth![0], split])
          : found.reason;
      return "nothing";
    };
    expect(await read("hand_waving/a.mp4", "jump/b.webm", "jump/notes.txt", "c.mp4")).toEqual([
      ["classes/hand_waving/a.mp4", "hand_waving", undefined],
      ["classes/jump/b.webm", "jump", undefined],
    ]);
    expect(await read("train/jump/b.mp4", "val/jump/day/c.mp4", "test/d.mp4")).toEqual([
      ["classes/train/jump/b.mp4", "jump", "train"],
      ["classes/val/jump/day/c.mp4", "jump", "val"],
    ]);
    expect(await read("a.mp4")).toBe("holds no video in a folder that is called as its class");
  });
});

describe("predictions", () => {
  const labels = ["a", "b"].map((id) => ({ id, description: id }));
  const sample = { labels } as unknown as LabelSample;
  const [plainScores, vista] = predictionFormats;

  it("are read from plain rows; scores must be numbers, and some of labels on offer", () => {
    const scores = (raw: unknown) => plainScores!.interpret({ scores: raw }, sample);
    expect(scores({ a: 0.3 })).toEqual({ kind: "answered", value: { scores: { a: 0.3 } } });
    expect(scores({ a: 0.3, c: 1 })).toMatchObject({ kind: "answered" });
    expect(scores({ c: 1 })).toMatchObject({
      kind: "unparsed",
      reason: expect.stringMatching(/"c"/),
    });
    expect(scores({ a: "1" })).toMatchObject({
      kind: "unparsed",
      reason: expect.stringMatching(/^a: /),
    });
    expect(scores(undefined)).toMatchObject({ kind: "unparsed" });
    // As an empty score in rows of ViSTa: none of this label.
    expect(scores({ a: null, b: 0.2 })).toEqual({
      kind: "answered",
      value: { scores: { b: 0.2 } },
    });
    expect(scores({ a: null })).toMatchObject({ reason: "no label has a score" });
    expect(scores({})).toMatchObject({ kind: "unparsed", reason: "no label has a score" });
  });

  it("are read from replies as a chat model wrote them, in place of scores", () => {
    if (plainScores?.reads !== "rows") throw new Error("rows are expected");
    const row = { id: "t/v.mp4", reply: "- (a) 3\n- (b) 1/5" };
    expect(plainScores.recognises(row)).toBe(true);
    expect(plainScores.reply?.(row)).toBe(row.reply);
    expect(plainScores.interpret(row, sample)).toMatchObject({ value: { scores: { a: 3, b: 1 } } });
    expect(plainScores.interpret({ ...row, reply: "no" }, sample).kind).toBe("unparsed");
    expect(plainScores.read({ ...row, scores: { a: 1 } })).toMatchObject({
      reason: expect.stringContaining("has scores and reply, but needs either"),
    });
    expect(plainScores.read({ id: "t/v.mp4" })).toMatchObject({
      reason: expect.stringContaining("has no answer"),
    });
  });

  it("are read from rows of ViSTa, one for each label", () => {
    if (vista?.reads !== "rows") throw new Error("rows are expected");
    const row = { task: "t/u", model: "m", video: "./v.mp4", label: "a", score: "0.25" };
    expect(vista.read(row)).toEqual({
      ok: true,
      value: { id: "t/u/v.mp4", raw: { label: "a", score: 0.25 }, variant: "m" },
    });
    expect(vista.read({ ...row, model: "" })).toMatchObject({
      value: { raw: { isNameless: true } },
    });
    expect(vista.read({ ...row, score: "" })).toMatchObject({ value: { raw: { score: null } } });
    expect(vista.read({ ...row, score: "high" })).toMatchObject({
      reason: expect.stringMatching(/^score is "high"/),
    });
    expect(vista.read({ ...row, video: "" })).toMatchObject({
      reason: expect.stringMatching(/^video is missing/),
    });
    const read = (...raw: readonly unknown[]) => vista.interpret(raw, sample);
    expect(read({ label: "a", score: 1 }, { label: "b", score: null })).toEqual({
      kind: "answered",
      value: { scores: { a: 1 } },
    });
    expect(read({ label: "a", score: 1 }, { label: "a", score: 2 })).toMatchObject({
      reason: '"a" has several rows with different scores',
    });
    const nameless = { label: "a", isNameless: true };
    expect(read({ ...nameless, score: 1 }, { ...nameless, score: 2 })).toMatchObject({
      reason: expect.stringMatching(/different scores; the column model is missing/),
    });
    const twice = [
      { label: "a", score: 1 },
      { label: "a", score: 1 },
    ];
    expect(read(...twice)).toMatchObject({ value: { scores: { a: 1 } } });
    const noticing = vista.notice!();
    noticing.add({ raw: twice, sample: { ...sample, truth: null } });
    expect(noticing.finish()).toEqual(["1 row repeats another word for word"]);
    expect(read({ label: "c", score: 1 })).toMatchObject({
      kind: "unparsed",
      reason: expect.stringMatching(/"c" is none of the labels/),
    });
    // As plain predictions: labels that are not on offer are ignored, and remarked on.
    expect(read({ label: "a", score: 1 }, { label: "c", score: 2 })).toEqual({
      kind: "answered",
      value: { scores: { a: 1, c: 2 } },
    });
    expect(read({ label: "a", score: null })).toMatchObject({ reason: "no label has a score" });
  });

  it("of ViSTa are remarked on where they have another truth than the data", () => {
    const row = { task: "t", video: "v", label: "a", score: 1 };
    const remark = (...given: readonly (readonly [truth: string[] | null, written: unknown])[]) => {
      const noticing = vista!.notice!();
      for (const [at, [truth, written]] of given.entries()) {
        if (vista?.reads !== "rows") throw new Error("rows are expected");
        const read = vista.read({ ...row, true_label: written });
        if (!read.ok) throw new Error(read.reason);
        noticing.add({ raw: [read.value.raw], sample: { ...sample, id: `t/${at}`, truth } });
      }
      return noticing.finish();
    };
    expect(remark([["a"], "a"], [["a"], ""], [null, "b"], [["a", "b"], "b, a"])).toEqual([]);
    expect(remark([["a,b"], "a,b"])).toEqual([]);
    expect(remark([["a"], "b"], [["b"], "b"])).toEqual([
      '1 video has another true_label than in the data, which counts (t/0: "b", not "a")',
    ]);
    const four = Array.from({ length: 4 }, (): [string[], string] => [["a"], "b"]);
    expect(remark(...four)).toEqual([
      '4 videos have another true_label than in the data, which counts (t/0: "b", not "a"; t/1: "b", not "a"; t/2: "b", not "a"; …)',
    ]);
  });
});
