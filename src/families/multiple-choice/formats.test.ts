import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Format } from "../../core/data/format.ts";
import { formats, plainRowSchema } from "./formats.ts";
import { type ChoiceSample, choiceSampleSchema } from "./schema.ts";

function read(id: string, content: unknown) {
  const format: Format<ChoiceSample> = formats.find((each) => each.id === id)!;
  if (format.reads === "folder") throw new TypeError(`${id} reads a folder`);
  return format.read(content);
}

/** The only sample of a row, checked against the schema, or the reason why there is none. */
function sampleOf(id: string, content: unknown): ChoiceSample | string {
  const result = read(id, content);
  if (!result.ok) return result.reason;
  expect(result.value.map((sample) => choiceSampleSchema.parse(sample))).toEqual(result.value);
  expect(result.value).toHaveLength(1);
  return result.value[0]!;
}

const plain = { id: "q1", question: "Which colour?", choices: ["red", "blue", "B"], answer: 1 };

describe("formats", () => {
  it("start with the plain one", () => {
    expect(formats.map(({ id }) => id)).toEqual([
      "jsonl",
      "csv",
      "nextqa",
      "seesim-pilot",
      "openseesime",
      "egoschema",
      "egoschema-folder",
      "video-mme",
      "longvideobench",
      "mmbench-video",
    ]);
  });
});

describe("jsonl", () => {
  it("needs only id, question and choices", () => {
    expect(sampleOf("jsonl", { id: 7, question: "", choices: ["x", "y"] })).toEqual({
      id: "7",
      group: "7",
      question: "",
      choices: ["x", "y"],
      answer: null,
      media: [],
      metadata: {},
    });
  });

  it("reads any number of choices, with letters as in a spreadsheet after Z", () => {
    const choices = Array.from({ length: 1000 }, (_, index) => `choice ${index}`);
    expect(sampleOf("jsonl", { ...plain, choices, answer: "ALL" })).toMatchObject({
      choices,
      answer: 999,
    });
    expect(sampleOf("jsonl", { ...plain, choices, answer: "AB" })).toMatchObject({ answer: 27 });
    expect(sampleOf("jsonl", { ...plain, choices, answer: "ab" })).toContain("A to ALL");
  });

  it("reads everything", () => {
    const row = {
      ...plain,
      type: "colour",
      image: "a/1.png",
      video: "a/2.mkv",
      media: ["3.JPG", "4.gif", { kind: "image", path: "five" }],
      group: "a",
      split: "test",
      metadata: { source: "web", year: 2020, isHard: true, note: null },
    };
    expect(sampleOf("jsonl", row)).toEqual({
      id: "q1",
      group: "a",
      split: "test",
      question: "Which colour?",
      choices: ["red", "blue", "B"],
      answer: 1,
      type: "colour",
      media: [
        { kind: "image", path: "a/1.png" },
        { kind: "video", path: "a/2.mkv" },
        { kind: "image", path: "3.JPG" },
        { kind: "video", path: "4.gif" },
        { kind: "image", path: "five" },
      ],
      metadata: { source: "web", year: 2020, isHard: true, note: null },
    });
  });

  it("takes null and empty texts of what may be left out as left out", () => {
    const row = {
      ...plain,
      answer: null,
      type: "",
      image: null,
      video: null,
      media: null,
      group: null,
      split: "",
      metadata: null,
    };
    expect(sampleOf("jsonl", row)).toEqual({
      ...plain,
      answer: null,
      group: "q1",
      media: [],
      metadata: {},
    });
  });

  it("groups by the first path, else by id", () => {
    expect(sampleOf("jsonl", { ...plain, video: "v.mp4" })).toMatchObject({ group: "v.mp4" });
    expect(sampleOf("jsonl", { ...plain, media: ["w.mp4", "x.mp4"] })).toMatchObject({
      group: "w.mp4",
    });
    expect(sampleOf("jsonl", plain)).toMatchObject({ group: "q1" });
  });

  it.each([
    [0, 0],
    ["blue", 1],
    [" Blue ", 1],
    ["A", 0],
    ["c", 2],
    ["B", 2],
    [undefined, null],
  ])("reads the answer %j as %j, where a text wins over a letter", (answer, expected) => {
    expect(sampleOf("jsonl", { ...plain, answer })).toMatchObject({ answer: expected });
  });

  it.each([
    ["not a row", ["an object with id, question and choices", "not a row"]],
    [{ ...plain, anser: 1 }, ['unknown key "anser"', 'did you mean "answer"?']],
    [{ ...plain, xyzzy: 1 }, ['unknown key "xyzzy"', "metadata"]],
    [{ ...plain, id: "" }, ["id is", "a text or a whole number"]],
    [{ ...plain, id: 1.5 }, ["id is 1.5"]],
    [{ question: "q", choices: ["a", "b"] }, ["id is missing"]],
    [{ ...plain, question: 3 }, ["question is 3", "a text"]],
    [{ ...plain, choices: ["one"] }, ['choices is ["one"]', "2 or more texts"]],
    [{ ...plain, choices: ["one", 2] }, ["choices is"]],
    [{ ...plain, answer: 3 }, ["answer: 3 is none of the choices", "0 to 2", "A to C"]],
    [{ ...plain, answer: -1 }, ["answer: -1"]],
    [{ ...plain, answer: 0.5 }, ["answer: 0.5"]],
    [{ ...plain, answer: "D" }, ['answer: "D"']],
    [{ ...plain, answer: "1" }, ['answer: "1"']],
    [{ ...plain, answer: true }, ["answer: true"]],
    [{ ...plain, choices: ["x", "x"], answer: "x" }, ["more than one choice"]],
    [{ ...plain, type: 1 }, ["type is 1"]],
    [{ ...plain, group: 1 }, ["group is 1"]],
    [{ ...plain, split: [] }, ["split is []"]],
    [{ ...plain, video: "" }, ["video is"]],
    [{ ...plain, image: 5 }, ["image is 5"]],
    [{ ...plain, media: "a.mp4" }, ["media is", "a list of paths"]],
    [{ ...plain, media: ["a.docx"] }, ['media is "a.docx"', "known ending"]],
    [{ ...plain, media: [{ kind: "sound", path: "a" }] }, ["media is"]],
    [{ ...plain, metadata: { tags: ["a"] } }, ["metadata is"]],
    [{ ...plain, metadata: [] }, ["metadata is []"]],
  ])("refuses %j and says why", (row, parts) => {
    const reason = sampleOf("jsonl", row);
    expect(reason).toBeTypeOf("string");
    for (const part of parts) expect(reason).toContain(part);
  });
});

describe("media that came with rows", () => {
  it("are taken by the place they were stored at", () => {
    const row = {
      id: "a",
      question: "?",
      choices: ["x", "y"],
      image: { path: `sha256:${"a".repeat(64)}.png`, name: "a.png" },
    };
    expect((sampleOf("jsonl", row) as ChoiceSample).media).toEqual([
      { kind: "image", path: row.image.path },
    ]);
  });
});

describe("plainRowSchema", () => {
  it("accepts and refuses as the reader does, but for what needs the choices", () => {
    const rows = [
      plain,
      {
        ...plain,
        id: 7,
        answer: "blue",
        type: null,
        media: ["a.mp4", { kind: "image", path: "b" }],
        metadata: { a: 1 },
      },
      { ...plain, extra: 1 },
      { ...plain, id: "" },
      { ...plain, choices: ["one"] },
      { ...plain, answer: -1 },
      { ...plain, answer: true },
      { ...plain, video: "" },
      { ...plain, media: "a.mp4" },
      { ...plain, metadata: { tags: [] } },
      { question: "q", choices: ["a", "b"] },
    ];
    const accepted = rows.map((row) => plainRowSchema.safeParse(row).success);
    expect(accepted).toEqual(rows.map((row) => read("jsonl", row).ok));
    expect(accepted.filter(Boolean)).toHaveLength(2);
  });

  it("has a JSON Schema that explains every key", () => {
    const schema = z.toJSONSchema(plainRowSchema, { io: "input" });
    expect(schema).toMatchObject({
      type: "object",
      required: ["id", "question", "choices"],
      additionalProperties: false,
    });
    for (const property of Object.values(schema.properties!))
      expect(property).toMatchObject({ description: expect.stringMatching(/\.$/) });
  });
});

describe("nextqa", () => {
  const row = {
    video: "123",
    frame_count: "300",
    width: "640",
    height: "480",
    question: "why",
    answer: "4",
    qid: "7",
    type: "TC",
    a0: "x",
    a1: "y",
    a2: "z",
    a3: "u",
    a4: "v",
  };

  it("reads a row", () => {
    expect(sampleOf("nextqa", row)).toEqual({
      id: "123_7",
      group: "123",
      question: "why",
      choices: ["x", "y", "z", "u", "v"],
      answer: 4,
      type: "temporal",
      media: [{ kind: "video", names: ["123"], path: "123.mp4" }],
      metadata: { qid: "7", subtype: "TC", frame_count: 300, width: 640, height: 480 },
    });
  });

  it("reads numbers as well as texts, other columns not at all, and an empty answer as hidden", () => {
    expect(
      sampleOf("nextqa", { ...row, video: 123, qid: 7, answer: 0, type: "DO", more: "" }),
    ).toMatchObject({
      id: "123_7",
      answer: 0,
      type: "descriptive",
    });
    expect(sampleOf("nextqa", { ...row, answer: "", type: "CW", width: "" })).toMatchObject({
      answer: null,
      type: "causal",
      metadata: { width: null },
    });
  });

  it("reads NExT-GQA, which names the video video_id and the right choice by its text", () => {
    const { video, ...rest } = row;
    const grounded = { ...rest, video_id: video, answer: "z" };
    expect(sampleOf("nextqa", grounded)).toMatchObject({ id: "123_7", group: "123", answer: 2 });
    expect(sampleOf("nextqa", { ...grounded, answer: "3" })).toMatchObject({ answer: 3 });
    expect(sampleOf("nextqa", { ...grounded, a0: "3", answer: "3" })).toMatchObject({ answer: 0 });
    expect(sampleOf("nextqa", { ...row, a0: "3", answer: "3" })).toMatchObject({ answer: 3 });
  });

  it.each([
    [{ ...row, a3: undefined }, ['"a3" is missing']],
    [{ ...row, question: "" }, ['"question"']],
    [{ ...row, answer: "5" }, ['"answer" is "5"', "0 to 4"]],
    [{ ...row, answer: "w" }, ['"answer" is "w"', "text of a choice"]],
    [{ ...row, type: "X" }, ['"type" is "X"', "C (causal)"]],
    [[], ["columns of NExT-QA"]],
  ])("refuses %j", (bad, parts) => {
    for (const part of parts) expect(sampleOf("nextqa", bad)).toContain(part);
  });
});

describe("seesim-pilot", () => {
  const document = {
    structural: {
      description: "d",
      questions: [{ qid: "s1", question: "Is it stiff?" }],
      files: { File_2: { answers: { s1: true } } },
    },
    fluid: {
      questions: [
        { qid: "f1", question: "Is it laminar?" },
        { qid: "f2", question: "Is it hot?" },
      ],
      files: { File_7: { answers: { f1: false, f2: null } }, File_12: { answers: { f1: true } } },
    },
  };

  it("reads the document", () => {
    const result = read("seesim-pilot", document);
    expect(result).toMatchObject({ ok: true });
    const samples = result.ok ? result.value.map((sample) => choiceSampleSchema.parse(sample)) : [];
    expect(samples[0]).toEqual({
      id: "structural/File_2/s1",
      group: "structural/File_2",
      question: "Is it stiff?",
      choices: ["True", "False"],
      answer: 0,
      type: "structural",
      media: [
        {
          kind: "video",
          names: ["structural/videos/File_2"],
          path: "structural/videos/File_2.gif",
        },
      ],
      metadata: { qid: "s1", file: "File_2" },
    });
    expect(samples.map(({ id, answer, media }) => [id, answer, media[0]!.path])).toEqual([
      ["structural/File_2/s1", 0, "structural/videos/File_2.gif"],
      ["fluid/File_7/f1", 1, "fluid/videos/File_1.mp4"],
      ["fluid/File_7/f2", null, "fluid/videos/File_1.mp4"],
      ["fluid/File_12/f1", 0, "fluid/videos/File_6.mp4"],
    ]);
  });

  it.each([
    [[], ["an object with structural and fluid"]],
    [{ thermal: {} }, ['unknown domain "thermal"']],
    [{ fluid: {} }, ["fluid must hold"]],
    [{ fluid: { questions: [{ qid: 1 }], files: {} } }, ["fluid.questions"]],
    [{ fluid: { questions: [], files: { File_6: { answers: {} } } } }, ['"File_6"', "File_7"]],
    [{ fluid: { questions: [], files: { File_7: {} } } }, ["fluid.files.File_7", "answers"]],
    [
      { fluid: { questions: [], files: { File_7: { answers: { q: true } } } } },
      ['"q"', "fluid.questions"],
    ],
    [
      {
        fluid: {
          questions: [{ qid: "q", question: "?" }],
          files: { File_7: { answers: { q: "yes" } } },
        },
      },
      ['"yes"', "true, false"],
    ],
  ])("refuses %j", (bad, parts) => {
    const result = read("seesim-pilot", bad);
    for (const part of parts) expect(result.ok ? "" : result.reason).toContain(part);
  });
});

describe("openseesime", () => {
  const row = {
    file_name: "Beam_1.png",
    source_file: "Beam_dp1",
    question: "Where?",
    question_type: "Location",
    question_id: 12,
    answer: "2 × left",
    answer_choices: ["right", "2 × left"],
    correct_choice_idx: 1,
    image: { bytes: null, path: "images/Beam_1.png" },
    video: null,
    media_type: "image",
  };

  it("reads a row of the data set", () => {
    expect(sampleOf("openseesime", row)).toEqual({
      id: "Beam_1.png/12/image",
      group: "Beam_1.png",
      question: "Where?",
      choices: ["right", "2 × left"],
      answer: 1,
      type: "Location",
      media: [{ kind: "image", path: "images/Beam_1.png" }],
      metadata: {
        file_name: "Beam_1.png",
        source_file: "Beam_dp1",
        question_id: 12,
        correct_choice_idx: 1,
        media_type: "image",
      },
    });
  });

  it("reads choices as Python or JSON prints them, and the media from file_name where there is no path", () => {
    const csv = {
      ...row,
      question_id: "12",
      image: undefined,
      media_type: "video",
      question_type: "",
    };
    const python = sampleOf("openseesime", {
      ...csv,
      answer: "it's",
      answer_choices: `['a\\'b', "it's", 'c\\u00d7', 'd\\\\']`,
    });
    expect(python).toMatchObject({
      choices: ["a'b", "it's", "c×", "d\\"],
      answer: 1,
      media: [{ kind: "video", path: "Beam_1.png" }],
    });
    expect(python).not.toHaveProperty("type");
    expect(
      sampleOf("openseesime", { ...csv, answer: "", answer_choices: '["x", "y"]' }),
    ).toMatchObject({
      choices: ["x", "y"],
      answer: null,
    });
  });

  it.each([
    [{ ...row, file_name: "" }, ["file_name, question_id and media_type"]],
    [{ ...row, media_type: "sound" }, ['media_type is "sound"']],
    [{ ...row, question: null }, ["question is null"]],
    [{ ...row, answer_choices: "right, left" }, ["answer_choices is"]],
    [{ ...row, answer_choices: "['a', b]" }, ["answer_choices is"]],
    [{ ...row, answer: "up" }, ['answer is "up"', "right"]],
  ])("refuses %j", (bad, parts) => {
    for (const part of parts) expect(sampleOf("openseesime", bad)).toContain(part);
  });
});

describe("choiceSampleSchema", () => {
  const good = {
    id: "a",
    group: "a",
    question: "?",
    choices: ["x", "y"],
    answer: 1,
    media: [],
    metadata: {},
  };
  it("accepts a sample and refuses what is none", () => {
    expect(choiceSampleSchema.safeParse(good).success).toBe(true);
    const bad = [
      { ...good, answer: 2 },
      { ...good, answer: -1 },
      { ...good, answer: "x" },
      { ...good, choices: ["x"] },
      { ...good, id: "" },
      { ...good, more: 1 },
      { ...good, metadata: { a: [] } },
      { ...good, metadata: { a: Number.NaN } },
      { ...good, media: [{ kind: "sound", path: "a" }] },
      { ...good, type: "" },
    ];
    expect(bad.filter((sample) => choiceSampleSchema.safeParse(sample).success)).toEqual([]);
  });
});
