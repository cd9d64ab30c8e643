import { describe, expect, it } from "vitest";
import type { ChatAsk, ChatReply } from "../../core/chat.ts";
import { answered, noAnswer, type Outcome } from "../../core/outcome.ts";
import { judge } from "./graders.ts";
import { retrieval } from "./index.ts";
import { type RetrievalOptions, type RetrievalPrediction, type RetrievalSample, retrievalOptionsSchema } from "./schema.ts";

const sample: RetrievalSample = {
  answer: "a helmet",
  clips: [],
  durationSeconds: 100,
  evidence: [{ startSeconds: 40, endSeconds: 50, relevance: "primary" }],
  group: "v",
  id: "q",
  media: [],
  metadata: {},
  question: "What is put on?",
  transcript: { cues: [{ startSeconds: 41, endSeconds: 42, text: "safety first" }] },
};
const says = (text: string): Outcome<ChatReply> => answered({ text, finish: "stop" });

function play(
  prediction: RetrievalPrediction,
  replies: readonly Outcome<ChatReply>[],
  options: Partial<RetrievalOptions> = {},
  about = sample,
) {
  const steps = judge.steps(prediction, about, retrievalOptionsSchema.parse(options));
  const first = steps.next();
  if (first.done) return { asks: [] as readonly ChatAsk[], outcome: first.value };
  const end = steps.next(first.value.map((_, at) => replies[at]!));
  if (!end.done) throw new Error("asks twice");
  return { asks: first.value, outcome: end.value };
}

const [right, wrong, faithful] = [says('{"correct": true}'), says('{"correct": false}'), says('{"label": "Partially Faithful"}')];

describe("the judge", () => {
  it("is asked about correctness and faithfulness", () => {
    const { asks, outcome } = play({ answer: "helmet", clips: [] }, [right, faithful]);
    expect(asks).toHaveLength(2);
    expect(outcome).toEqual(answered({ correct: true, faithfulness: "Partially Faithful", gold: null, none: null }));
  });

  it("is asked about the answers under other conditions too", () => {
    const both = { answer: "x", clips: [], conditions: { gold: "helmet", none: "shoes" } };
    expect(play(both, [wrong, faithful, right, wrong]).outcome).toMatchObject({ value: { correct: false, gold: true, none: false } });
    const one = { answer: "x", clips: [], conditions: { none: "helmet" } };
    expect(play(one, [wrong, faithful, right]).outcome).toMatchObject({ value: { gold: null, none: true } });
  });

  it("is not asked where nothing was answered or no answer is known", () => {
    const none = answered({ correct: null, faithfulness: null, gold: null, none: null });
    expect(play({ clips: [] }, [])).toEqual({ asks: [], outcome: none });
    expect(play({ answer: "x", clips: [] }, [], {}, { ...sample, answer: null })).toEqual({ asks: [], outcome: none });
  });

  it.each(["yes", '{"correct": "true"}', '{"correct": 1}', '{"correct": true, "why": "…"}', ""])("gives no verdict by %s", (text) => {
    expect(play({ answer: "x", clips: [] }, [says(text), faithful]).outcome).toMatchObject({ value: { correct: null } });
    expect(play({ answer: "x", clips: [] }, [says(text), says('{"label": "Good"}')]).outcome.kind).toBe("unparsed");
  });

  it("that failed is no grade, whatever else it said", () => {
    expect(play({ answer: "x", clips: [] }, [right, noAnswer("failed", "down")]).outcome.kind).toBe("failed");
    expect(play({ answer: "x", clips: [] }, [noAnswer("refused", "no"), noAnswer("refused", "no")]).outcome.kind).toBe("refused");
  });

  it("is known by its wording", () => {
    const identity = JSON.stringify(judge.identity(retrievalOptionsSchema.parse({})));
    expect(identity).toContain("Does the answer to be judged say the same");
    expect(identity).toContain("borne out by what is known");
  });

  it("is told what is said in the evidence, where the task reads transcripts", () => {
    const told = (options: Partial<RetrievalOptions>) => JSON.stringify(play({ answer: "x", clips: [] }, [right, faithful], options).asks);
    expect(told({ transcript: true })).toContain("safety first");
    expect(told({})).not.toContain("safety first");
  });
});

describe("judged scores", () => {
  const options = retrievalOptionsSchema.parse({});
  const graders = { judge: "chat@1" };
  const scoresOf = (items: readonly (readonly [RetrievalPrediction, unknown])[], names: typeof graders | undefined = graders) =>
    Object.fromEntries(
      retrieval.metrics(options, names).map((metric) => {
        const measure = retrieval.measures(options, names).find(({ signature }) => signature === metric.measure)!;
        const evidence = items.map(([prediction, grade]) =>
          measure.measure({ sample, prediction, outcome: "answered", grades: grade === undefined ? {} : { judge: grade } }),
        );
        return [metric.id, metric.prepare(evidence)()];
      }),
    );
  const grade = (correct: boolean | null, faithfulness: string | null) => ({ correct, faithfulness, gold: null, none: null });
  const said = { answer: "x", clips: [] };

  it("count strictly, leniently, and say what could be told", () => {
    const items = [
      [said, grade(true, "Faithful")],
      [said, grade(true, "Partially Faithful")],
      [said, grade(false, "Unfaithful")],
      [said, grade(null, "Unknown")],
    ] as const;
    expect(scoresOf(items)).toMatchObject({
      "answer-correctness": 2 / 3,
      faithfulness: 1 / 3,
      "faithfulness-lenient": 2 / 3,
      "faithfulness-coverage": 3 / 4,
    });
  });

  it("are not defined without a judge or without grades; silence is not right", () => {
    expect(scoresOf([[said, undefined]])).toMatchObject({ "answer-correctness": null, faithfulness: null });
    expect(scoresOf([[{ clips: [] }, undefined]])).toMatchObject({ "answer-correctness": 0, faithfulness: null });
    expect(scoresOf([[{ clips: [] }, undefined]], {} as typeof graders)["answer-correctness"]).toBeNull();
  });

  it("carry the judge's name", () => {
    const signatures = retrieval.metrics(options, graders).filter(({ id }) => /faithful|correctness/.test(id));
    expect(signatures).toHaveLength(4);
    for (const { signature } of signatures) expect(signature).toContain("judge:chat@1");
  });

  it("attribute losses to finding and reading", () => {
    const analysis = retrieval.analyses(options, graders).find(({ id }) => id === "loss-attribution")!;
    const measure = retrieval.measures(options, graders).find(({ signature }) => signature === analysis.measure)!;
    const item = (answer: string, conditions: RetrievalPrediction["conditions"]) =>
      measure.measure({
        sample,
        prediction: { answer, clips: [], ...(conditions ? { conditions } : {}) },
        outcome: "answered",
        grades: { judge: { correct: answer === "helmet", faithfulness: null, gold: true, none: false } },
      });
    const table = analysis.analyse([
      item("helmet", { gold: "helmet", none: "shoes" }),
      item("gloves", { gold: "helmet", none: "shoes" }),
      item("gloves", { gold: "gloves", none: "shoes" }),
      item("gloves", { gold: "helmet", none: "helmet" }),
      item("helmet", { gold: "helmet" }),
    ]);
    expect(table).toMatchObject({
      rows: [
        ["with what was found", 1 / 4, 1 / 4, 1 / 4],
        ["with the true evidence", 3 / 4, 3 / 4, 1],
        ["with nothing", 1 / 4, 1 / 4, 0],
        ["lost in finding (true − found)", 1 / 2, 1 / 2, 3 / 4],
        ["lost in reading (1 − true)", 1 / 4, 1 / 4, 0],
        ["gained by looking (found − nothing)", 0, 0, 1 / 4],
      ],
    });
    expect(analysis.analyse([item("helmet", undefined)])).toMatchObject({ rows: [] });
  });
});
