import { describe, expect, it } from "vitest";
import { judgeEvidence, judgeScores } from "./judge-scores.ts";

const marks = (correctness: number) => ({ correctness, promptness: 2, efficiency: 3, overall: 5 });

describe("a judge's marks", () => {
  it("are averaged over judgements, then over streams that have any", () => {
    const evidence = [
      judgeEvidence([marks(1), marks(4)]),
      judgeEvidence([]),
      judgeEvidence([marks(5)]),
    ];
    expect(evidence[0]).toEqual({ correctness: 2.5, promptness: 2, efficiency: 3, overall: 5 });
    expect(evidence[1]).toEqual({
      correctness: null,
      promptness: null,
      efficiency: null,
      overall: null,
    });
    expect(judgeScores("").map((metric) => [metric.id, metric.prepare(evidence)()])).toEqual([
      ["judge_correctness", 3.75],
      ["judge_promptness", 2],
      ["judge_efficiency", 3],
      ["judge_overall", 5],
    ]);
    expect(judgeScores("")[0]!.prepare([evidence[1]!])()).toBeNull();
  });
});
