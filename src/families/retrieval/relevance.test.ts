import { describe, expect, it } from "vitest";
import { retrievalChecks } from "./checks.ts";
import { retrievalErrorClass } from "./error-class.ts";
import { clipRelevance } from "./relevance.ts";
import {
  type RetrievalPrediction,
  type RetrievalSample,
  retrievalOptionsSchema,
} from "./schema.ts";
import { retrievalView } from "./view.ts";

const usual = { options: retrievalOptionsSchema.parse({}), graders: {}, grades: {} };

const sample: RetrievalSample = {
  answer: "the operator stops it",
  clips: [],
  durationSeconds: 100,
  evidence: [
    { startSeconds: 10, endSeconds: 20, relevance: "primary" },
    { startSeconds: 50, endSeconds: 70, relevance: "context" },
  ],
  group: "v",
  id: "q",
  media: [{ kind: "video", path: "v.mp4" }],
  metadata: {},
  question: "Who stops the machine?",
};
const clips = (...spans: readonly (readonly [number, number])[]) =>
  spans.map(([startSeconds, endSeconds]) => ({ startSeconds, endSeconds }));
const tiou = { relevance: "tiou", minOverlap: 0.3 } as const;

describe("relevance of clips", () => {
  it("is 1 on primary evidence and one half on context, each paid once", () => {
    expect(clipRelevance(sample, clips([50, 70], [10, 20], [10, 19]), tiou)).toEqual({
      gains: [0.5, 1, 0],
      idealGains: [1, 0.5],
      judgedNonrelevant: 1,
      missing: false,
    });
  });

  it.each([
    ["tiou", 0.3, 0],
    ["containment", 0.5, 1],
    ["overlap", 1, 1],
  ] as const)("by %s at %s of a short clip inside is %s", (relevance, minOverlap, gain) => {
    expect(clipRelevance(sample, clips([12, 14]), { relevance, minOverlap }).gains).toEqual([gain]);
  });

  it("of clips that only touch evidence is none", () => {
    expect(
      clipRelevance(sample, clips([0, 10]), { relevance: "overlap", minOverlap: 1 }).gains,
    ).toEqual([0]);
  });

  it("goes by name where the truth names clips, and a clip without times lies nowhere", () => {
    const named = { ...sample, clips: [{ id: "c1", gain: 2 }] };
    expect(clipRelevance(named, [{ id: "c1" }, ...clips([10, 20])], tiou).gains).toEqual([2, -1]);
    expect(clipRelevance(sample, [{ id: "c1" }], tiou).gains).toEqual([0]);
  });

  it("of a question without an answer is missing, which an empty list is not", () => {
    expect(clipRelevance(sample, undefined, tiou).missing).toBe(true);
    expect(clipRelevance(sample, [], tiou).missing).toBe(false);
  });
});

describe("kinds of mistakes", () => {
  it.each<readonly [string | null, RetrievalPrediction]>([
    ["no-evidence", { clips: [] }],
    ["wrong-clip", { clips: clips([80, 90]), answer: "the operator stops it" }],
    ["ranked-low", { clips: clips([80, 90], [10, 20]) }],
    ["hallucinated", { clips: clips([10, 20]), answer: "a red balloon" }],
    ["incomplete", { clips: clips([10, 20]), answer: "the operator" }],
    [null, { clips: clips([10, 20]), answer: "The operator stops it." }],
    [null, { clips: clips([10, 20]) }],
  ])("%s", (kind, prediction) => {
    expect(retrievalErrorClass(sample, prediction, usual)).toBe(kind);
  });

  const scoredBy = (options: object, judge?: object) => ({
    options: retrievalOptionsSchema.parse(options),
    graders: {},
    grades: judge
      ? { judge: { correct: null, faithfulness: null, gold: null, none: null, ...judge } }
      : {},
  });

  it("follow the rule of relevance that the task names", () => {
    expect(retrievalErrorClass(sample, { clips: clips([12, 14]) }, scoredBy({}))).toBe(
      "wrong-clip",
    );
    expect(
      retrievalErrorClass(
        sample,
        { clips: clips([12, 14]) },
        scoredBy({ relevance: "containment" }),
      ),
    ).toBeNull();
  });

  it.each([
    [null, "a worker", { correct: true, faithfulness: "Unknown" }],
    ["hallucinated", "the operator", { correct: false, faithfulness: "Unfaithful" }],
    ["incomplete", "a red balloon", { correct: false, faithfulness: "Partially Faithful" }],
    ["hallucinated", "a red balloon", { correct: false }],
    ["hallucinated", "a red balloon", {}],
    ["not-judged", "a red balloon", { correct: false, faithfulness: "Unknown" }],
    ["not-judged", "a red balloon", { faithfulness: "Unknown" }],
  ] as const)("are %s for “%s” where the judge says %j", (kind, answer, verdict) => {
    expect(
      retrievalErrorClass(sample, { clips: clips([10, 20]), answer }, scoredBy({}, verdict)),
    ).toBe(kind);
  });

  it("there are none without truth", () => {
    expect(
      retrievalErrorClass({ ...sample, evidence: [], answer: null }, { clips: [] }, usual),
    ).toBeNull();
  });
});

describe("checks", () => {
  const found = (one: Partial<RetrievalSample>) =>
    retrievalChecks.flatMap((check) => {
      const checking = check.start();
      const own = checking.add({ ...sample, ...one });
      return own === undefined ? [] : [check.id];
    });
  const span = (startSeconds: number, endSeconds: number) => ({
    startSeconds,
    endSeconds,
    relevance: "primary" as const,
  });

  it.each<readonly [readonly string[], Partial<RetrievalSample>]>([
    [[], {}],
    [["no-question"], { question: "  " }],
    [["no-truth"], { evidence: [] }],
    [["outside"], { evidence: [span(90, 120)] }],
    [["zero-length"], { evidence: [span(5, 5)] }],
    [["long-evidence"], { evidence: [span(0, 61)] }],
    [["duplicate-evidence"], { evidence: [span(1, 2), span(1, 2)] }],
  ])("finds %j", (ids, one) => {
    expect(found(one)).toEqual(ids);
  });

  it("names the kinds of questions that are never asked", () => {
    const checking = retrievalChecks.find(({ id }) => id === "question-kinds")!.start();
    expect(checking.finish!()).toBeUndefined();
    for (const question of ["Who?", "What?", "When?", "Where?", "Why?", "How many?"])
      checking.add({ ...sample, question });
    expect(checking.finish!()).toBe("no question asks how, compare");
  });
});

describe("the view", () => {
  it("shows evidence and what was found on one timeline, coloured by relevance", () => {
    const view = retrievalView(
      sample,
      {
        clips: clips([80, 90], [10, 20]),
        answer: "x",
        citations: clips([10, 12]),
      },
      usual,
    );
    const timeline = view.blocks.find(({ kind }) => kind === "timeline");
    expect(timeline).toMatchObject({
      endSeconds: 100,
      lanes: [
        { label: "evidence", marks: [{ tone: "reference" }, { tone: "neutral" }] },
        { label: "found", marks: [{ tone: "bad" }, { tone: "good" }] },
        { label: "cited", marks: [{ startSeconds: 10 }] },
      ],
    });
  });

  it("does without what is not there", () => {
    const bare = { ...sample, evidence: [], answer: null, media: [] };
    expect(retrievalView(bare, null, usual).blocks.map(({ kind }) => kind)).toEqual(["facts"]);
  });
});
