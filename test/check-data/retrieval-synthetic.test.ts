import { describe, expect, it } from "vitest";
import type { RetrievalSample } from "../../src/families/retrieval/schema.ts";
import { syntheticRetrieval } from "../reference/synthetic/synthetic-retrieval.ts";
import { vigilQuestions, vigilScores } from "../reference/vigil-figures.ts";
import { type CheckFile, checkLines } from "./check-file.ts";

const questions = (file: CheckFile) =>
  vigilQuestions(checkLines(file).map((line) => JSON.parse(line) as unknown));

function scores(
  samples: readonly RetrievalSample[],
  alpha: number | null,
  kind?: string,
): Readonly<Record<string, number>> {
  const all = Object.entries(vigilScores(samples, syntheticRetrieval(samples, { alpha }), kind));
  return Object.fromEntries(
    all.filter(([, score]) => score !== null).map(([id, score]) => [id, Number(score!.toFixed(4))]),
  );
}

describe("the synthetic benchmark", () => {
  it("reproduces its reference results on the smoke set", () => {
    const smoke = questions("retrieval/vigil/smoke_benchmark.jsonl");
    expect(smoke).toHaveLength(6);
    expect(scores(smoke, null)).toMatchObject({
      "recall@1": 0.6667,
      "recall@3": 0.8333,
      "recall@5": 0.8333,
      "recall@10": 0.8333,
      mrr: 0.8333,
      "ndcg@5-exponential": 0.8333,
    });
    for (const alpha of [0.3, 0.5, 0.7, 1])
      expect(scores(smoke, alpha)).toMatchObject({
        "recall@1": 0.8333,
        "recall@3": 1,
        "recall@5": 1,
        "recall@10": 1,
        mrr: 1,
        "ndcg@5-exponential": 1,
      });
  });

  it("reproduces its reference results on v1", () => {
    const v1 = questions("retrieval/vigil/vigil_benchmark_v1.jsonl");
    expect(v1).toHaveLength(15);
    expect(scores(v1, null)).toMatchObject({
      "recall@1": 0.4556,
      "recall@3": 0.7333,
      "recall@5": 0.8,
      "recall@10": 0.8667,
      mrr: 0.7122,
      "ndcg@5-exponential": 0.7287,
      "ndcg@10-exponential": 0.748,
    });
    expect(scores(v1, null, "audio")).toMatchObject({ "recall@5": 0.4, mrr: 0.1367 });
    expect(scores(v1, 0.3)).toMatchObject({ "recall@5": 0.9, mrr: 0.8467 });
    expect(scores(v1, 0.5)).toMatchObject({
      "recall@5": 1,
      mrr: 0.9056,
      "ndcg@5-exponential": 0.9334,
    });
    for (const alpha of [0.7, 1])
      expect(scores(v1, alpha)).toMatchObject({
        "recall@1": 0.7556,
        "recall@3": 1,
        "recall@5": 1,
        "recall@10": 1,
        mrr: 1,
        "ndcg@5-exponential": 1,
      });
  });
});
