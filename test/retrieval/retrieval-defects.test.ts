import { describe, expect, it } from "vitest";
import { nothingLent } from "../../src/core/family/lent.ts";
import { retrieval } from "../../src/families/retrieval/index.ts";
import type {
  RetrievalOptions,
  RetrievalPrediction,
  RetrievalSample,
} from "../../src/families/retrieval/schema.ts";
import { retrievalScores } from "./retrieval-scores.ts";

/**
 * The VIGIL-RAG design document and the code beside it have known defects. Each test computes what
 * those would give, in this file, and shows that the family does not.
 */

function question(
  id: string,
  evidence: readonly (readonly [start: number, end: number])[],
  clips: readonly string[] = [],
): RetrievalSample {
  return {
    id,
    group: id,
    answer: null,
    clips: clips.map((clip) => ({ id: clip, gain: 1 })),
    durationSeconds: 600,
    evidence: evidence.map(([startSeconds, endSeconds]) => ({
      startSeconds,
      endSeconds,
      relevance: "primary",
    })),
    media: [],
    metadata: {},
    question: "?",
  };
}

const span = (startSeconds: number, endSeconds: number): RetrievalPrediction => ({
  clips: [{ startSeconds, endSeconds }],
});

describe("recall", () => {
  const samples = [question("q1", [[0, 10]]), question("q2", [[100, 110]])];

  it("joins by id: the document pairs answers and questions by their places in two lists", () => {
    const inOtherOrder = [["q2", span(100, 110)] as const, ["q1", span(0, 10)] as const];
    const byPlace = inOtherOrder.filter(
      ([, { clips }], at) => clips[0]!.startSeconds === samples[at]!.evidence[0]!.startSeconds,
    );
    expect(byPlace.length / samples.length).toBe(0);
    expect(retrievalScores(samples, new Map(inOtherOrder))).toMatchObject({
      "hit@1": 1,
      "recall@5": 1,
    });
  });

  it("counts questions without an answer: the document divides by the number of answers", () => {
    expect(retrievalScores(samples, new Map([["q1", span(0, 10)]]))).toMatchObject({
      "hit@1": 0.5,
      "recall@5": 0.5,
    });
  });

  it("takes what is relevant from the truth: the real-data runner harvests it from what was retrieved", () => {
    const sample = question("q", [], ["c1", "c2", "c3"]);
    const retrieved = ["x", "c2"];
    const harvested = retrieved.filter((id) => ["c1", "c2", "c3"].includes(id));
    expect(harvested.filter((id) => retrieved.includes(id)).length / harvested.length).toBe(1);
    const answers = new Map([["q", { clips: retrieved.map((id) => ({ id })) }]]);
    expect(retrievalScores([sample], answers)["recall@10"]).toBeCloseTo(1 / 3, 12);
  });

  it("and hit are two things: R@1 below 1 beside an MRR of 1 is no contradiction", () => {
    const sample = question("q", [], ["c1", "c2", "c3"]);
    expect(retrievalScores([sample], new Map([["q", { clips: [{ id: "c1" }] }]]))).toMatchObject({
      "recall@1": 1 / 3,
      "hit@1": 1,
      mrr: 1,
    });
  });

  it("of a question without truth is not defined, unless asked to be 0 as the original has it", () => {
    const pair = [question("q1", [], []), question("q2", [], ["c3"])];
    const answers = new Map([
      ["q1", { clips: [{ id: "c1" }] }],
      ["q2", { clips: [{ id: "c3" }] }],
    ]);
    expect(retrievalScores(pair, answers)["recall@5"]).toBe(1);
    expect(retrievalScores(pair, answers, { noTruth: "zero" })["recall@5"]).toBe(0.5);
  });
});

describe("relevance by time", () => {
  it("reads its threshold: the real-data runner takes any overlap and never reads the tIoU it was given", () => {
    const [sample, answer] = [question("q", [[0, 10]]), new Map([["q", span(9, 30)]])];
    expect(retrievalScores([sample], answer, { relevance: "overlap" })["hit@1"]).toBe(1);
    expect(retrievalScores([sample], answer)["hit@1"]).toBe(0);
  });

  it("pays an interval once, however many clips lie on it", () => {
    const twice = {
      clips: [
        { startSeconds: 0, endSeconds: 10 },
        { startSeconds: 1, endSeconds: 10 },
      ],
    };
    expect(
      retrievalScores([question("q", [[0, 10]])], new Map([["q", twice]]))["precision@10"],
    ).toBe(0.1);
  });
});

it("precision@10, which the document names and does not compute, divides by 10", () => {
  expect(
    retrievalScores([question("q", [[0, 10]])], new Map([["q", span(0, 10)]]))["precision@10"],
  ).toBe(0.1);
});

it("nDCG with exponential gain has the goldens of the original", () => {
  const sample: RetrievalSample = {
    ...question("q", []),
    clips: [
      { id: "c1", gain: 1 },
      { id: "c2", gain: 0.8 },
      { id: "c3", gain: 0.5 },
    ],
  };
  const order = (...ids: readonly string[]) =>
    new Map([["q", { clips: ids.map((id) => ({ id })) }]]);
  const options = { gain: "exponential" } as const;
  expect(
    retrievalScores([sample], order("c3", "c2", "c1"), options)["ndcg@5-exponential"],
  ).toBeCloseTo(0.825106, 6);
  expect(
    retrievalScores([sample], order("c1", "x", "c2"), options)["ndcg@5-exponential"],
  ).toBeCloseTo(0.818391, 6);
});

it("the signature says by which rule clips are relevant", () => {
  const signatureOf = (options: Partial<RetrievalOptions>) =>
    retrieval.scoring(retrieval.data.options.parse(options), nothingLent).metrics[0]!.signature;
  const all = [{}, { minOverlap: 0.5 }, { relevance: "containment" }, { relevance: "overlap" }].map(
    (one) => signatureOf(one as Partial<RetrievalOptions>),
  );
  expect(new Set(all).size).toBe(all.length);
});
