import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formats, predictionFormats } from "./formats.ts";
import {
  type RetrievalSample,
  retrievalPredictionSchema,
  retrievalSampleSchema,
} from "./schema.ts";

function read(id: string, content: unknown): readonly RetrievalSample[] {
  const format = formats.find((one) => one.id === id)!;
  if (format.reads === "folder") throw new Error("a folder");
  const result = format.read(content);
  if (!result.ok) throw new Error(result.reason);
  for (const sample of result.value)
    expect(retrievalSampleSchema.safeParse(sample).error).toBeUndefined();
  return result.value;
}

function predict(id: string, content: unknown) {
  const format = predictionFormats.find((one) => one.id === id)!;
  if (format.reads === "folder") throw new Error("a folder");
  const result = format.read(content);
  if (!result.ok) throw new Error(result.reason);
  return new Map(
    [result.value].flat().map((one) => [one.id, format.interpret(one.raw, {} as RetrievalSample)]),
  );
}

describe("questions", () => {
  it("in the plain format, with times or names of clips", () => {
    const [timed] = read("jsonl", {
      id: 7,
      question: "who?",
      evidence: [{ start: 1, end: 2, relevance: "context" }],
      video: "a.mp4",
      answer: "me",
    });
    expect(timed).toMatchObject({
      id: "7",
      group: "a.mp4",
      answer: "me",
      evidence: [{ startSeconds: 1, endSeconds: 2, relevance: "context" }],
      media: [{ kind: "video", path: "a.mp4" }],
    });
    const [named] = read("jsonl", {
      id: "q",
      question: "?",
      clips: ["c1", { id: "c2", gain: 0.5 }],
      transcript: "a.srt",
      group: "g",
    });
    expect(named).toMatchObject({
      group: "g",
      clips: [
        { id: "c1", gain: 1 },
        { id: "c2", gain: 0.5 },
      ],
      transcript: { path: "a.srt" },
    });
  });

  it("of VIGIL, one or a list", () => {
    const item = {
      question_id: "q1",
      video_id: "v",
      question: "who?",
      ground_truth_answer: "the operator",
      evidence_clips: [{ start_sec: 1, end_sec: 3 }],
      difficulty: "easy",
      domain: "factory",
    };
    expect(read("vigil-qa", item)).toEqual(read("vigil-qa", [item]));
    expect(read("vigil-qa", item)[0]).toMatchObject({
      id: "q1",
      group: "v",
      answer: "the operator",
      difficulty: "easy",
      domain: "factory",
    });
  });

  it("of the VIGIL benchmark, those about events passed over", () => {
    const row = {
      query_id: "q",
      video_id: "v",
      query_text: "?",
      query_type: "audio",
      relevant_clip_ids: ["c"],
      relevant_time_ranges: [],
    };
    expect(read("vigil-benchmark", row)[0]).toMatchObject({
      kind: "audio",
      clips: [{ id: "c", gain: 1 }],
    });
    expect(read("vigil-benchmark", { ...row, event_detection: true })).toEqual([]);
  });

  it("of QVHighlights, also where the truth is hidden", () => {
    const row = { qid: 3, query: "a dog", vid: "v", duration: 11 };
    expect(read("qvhighlights", row)[0]).toMatchObject({ id: "3", evidence: [] });
    const [full] = read("qvhighlights", {
      ...row,
      relevant_windows: [[0, 4]],
      relevant_clip_ids: [0],
      saliency_scores: [[1, 2, 3]],
    });
    expect(full!.saliency).toEqual({ clipCount: 5, graded: [{ clip: 0, grades: [1, 2, 3] }] });
  });

  it("of Charades-STA, one a line", () => {
    const text = "AO8RW 0.0 6.9##a person is putting a book\n\nAO8RW 1 2##another.\n";
    expect(
      read("charades-sta", text).map(({ group, question, evidence }) => [
        group,
        question,
        evidence[0]!.endSeconds,
      ]),
    ).toEqual([
      ["AO8RW", "a person is putting a book", 6.9],
      ["AO8RW", "another.", 2],
    ]);
  });

  it("of ActivityNet Captions, reversed times put in order", () => {
    const document = { v: { duration: 20, timestamps: [[9, 3]], sentences: [" He jumps. "] } };
    expect(read("activitynet-captions", document)).toMatchObject([
      { id: "v/0", question: "He jumps.", evidence: [{ startSeconds: 3, endSeconds: 9 }] },
    ]);
  });

  it("of MMBench-Video, open ones", () => {
    const row = {
      index: 0,
      video: "m1",
      video_type: "Vlog",
      question: "What?",
      answer: "Apples",
      dimensions: "['OCR', 'Perception']",
    };
    const sample = {
      id: "0",
      group: "m1",
      question: "What?",
      answer: "Apples",
      kind: "Perception",
      evidence: [],
    };
    expect(read("mmbench-video", row)[0]).toMatchObject({
      ...sample,
      media: [{ kind: "video", path: "video/m1.mp4" }],
    });
    expect(read("mmbench-video", { ...row, video_path: "./v/m1.mp4" })[0]!.media).toEqual([
      { kind: "video", names: ["m1"], path: "v/m1.mp4" },
    ]);
  });

  it("of TREC, one for each query", () => {
    expect(
      read("trec", "1 0 a 2\n1 0 b 0\n2 0 c -1\n").map(({ id, clips }) => [
        id,
        clips.map(({ gain }) => gain),
      ]),
    ).toEqual([
      ["1", [2, 0]],
      ["2", [-1]],
    ]);
  });

  it.each([
    ["jsonl", { id: "q" }, "question"],
    ["jsonl", { id: "q", question: "?", evidence: [{ start: -1, end: 2 }] }, "evidence.0.start"],
    ["jsonl", { id: "q", question: "?", color: "red" }, "color"],
    ["vigil-qa", [{ question_id: "q" }], "0.video_id"],
    [
      "vigil-benchmark",
      { query_id: "q", video_id: "v", query_text: "?", query_type: "smell" },
      "query_type",
    ],
    [
      "qvhighlights",
      {
        qid: 1,
        query: "?",
        vid: "v",
        duration: 5,
        relevant_clip_ids: [1, 2],
        saliency_scores: [[1]],
      },
      "as many",
    ],
    ["qvhighlights", { query: "?" }, "qid"],
    ["charades-sta", "ok 0 1##fine\nAO8RW 0.0 6.9 a person", "line 2: must read"],
    ["charades-sta", "AO8RW 7 6##a person", "line 1: the moment ends at 6 s before"],
    ["charades-sta", {}, "text file"],
    [
      "activitynet-captions",
      { v: { duration: 2, timestamps: [], sentences: ["a"] } },
      "v: 0 timestamps for 1 sentences",
    ],
    ["mmbench-video", { index: 0, video: "v", question: "?" }, "answer"],
    ["ego4d-nlq", { videos: [{}] }, "videos.0.video_uid"],
    ["trec", [], "text file"],
  ])("that are none are refused with their place: %s %#", (id, content, reason) => {
    expect(() => read(id, content)).toThrow(reason);
  });

  it("never throw but refuse, whatever they are given", () => {
    const rowFormats = formats.filter(
      (format) => format.reads !== "folder" && format.id !== "trec",
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...rowFormats),
        fc.oneof(fc.anything(), fc.string()),
        (format, content) => {
          if (format.reads === "folder") return;
          const result = format.read(content);
          if (result.ok) for (const sample of result.value) expect(typeof sample.id).toBe("string");
          else expect(result.reason).not.toBe("");
        },
      ),
    );
  });
});

describe("what was found", () => {
  it("in the plain format", () => {
    const found = predict("plain", {
      id: 1,
      clips: [{ start: 1, end: 2, score: 0.5 }, { id: "c" }],
      answer: "x",
      conditions: { gold: "y" },
      seconds: 2,
    });
    const outcome = found.get("1")!;
    expect(outcome).toEqual({
      kind: "answered",
      value: {
        answer: "x",
        clips: [{ startSeconds: 1, endSeconds: 2, score: 0.5 }, { id: "c" }],
        conditions: { gold: "y" },
        seconds: 2,
      },
    });
    expect(
      retrievalPredictionSchema.safeParse(outcome.kind === "answered" ? outcome.value : {}).success,
    ).toBe(true);
  });

  it.each([
    ["plain", { id: "q", clips: [{ start: 1 }] }],
    ["plain", { id: "q", clips: [{ start: 5, end: 2 }] }],
    ["plain", { id: "q", clips: [], answer: 3 }],
    ["qvhighlights", { qid: 1, pred_relevant_windows: [[5, 2, 0.5]] }],
    ["qvhighlights", { qid: 1, pred_relevant_windows: [[5, 2]] }],
  ])("that makes no sense is unparsed, never a score: %s %#", (id, content) => {
    expect([...predict(id, content).values()][0]!.kind).toBe("unparsed");
  });

  it("of TREC is ordered by score, then by falling name", () => {
    const found = predict("trec", "1 Q0 a 9 1.0 x\n1 Q0 b 1 1.0 x\n1 Q0 c 2 3.0 x\n");
    expect(found.get("1")).toMatchObject({
      value: { clips: [{ id: "c" }, { id: "b" }, { id: "a" }] },
    });
  });

  it("is recognised by one layout each", () => {
    const heads: readonly (readonly [string, unknown])[] = [
      ["plain", { id: "q", clips: [] }],
      ["qvhighlights", { qid: 1, pred_relevant_windows: [] }],
      ["trec", "1 Q0 a 9 1.0 x\n"],
    ];
    for (const [id, head] of heads)
      expect(predictionFormats.filter((one) => one.recognises(head)).map((one) => one.id)).toEqual([
        id,
      ]);
  });
});
