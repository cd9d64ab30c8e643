import { describe, expect, it } from "vitest";
import { play } from "../../../test/support/play.ts";
import { nothingLent } from "../../core/family/lent.ts";
import { answered, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import { dialogueExamples } from "./examples.ts";
import { dialogue } from "./index.ts";
import { judgeGrader, readMarks, transcript } from "./judge.ts";
import { dialogueOptionsSchema } from "./schema.ts";

const sample = dialogueExamples[0]!.samples[0]!;
const prediction = { utterances: [{ frame: 4, text: "Boil the water." }] };
const options = dialogueOptionsSchema.parse({});
const good = '{"correctness": 4, "promptness": 3, "efficiency": 2, "overall": 5}';
const marks = { correctness: 4, promptness: 3, efficiency: 2, overall: 5 };

describe("reading a judgement", () => {
  it.each([
    ["after dashes", `It did well.\n---\n${good}`, marks],
    ["between dashes", `a\n---\n${good}\n---\n{"overall": 1}`, marks],
    ["without dashes", `Here: ${good} so.`, marks],
    ["fractions", good.replace("4", "4.5"), { ...marks, correctness: 4.5 }],
    ["before the dashes only", `${good}\n---\nnothing`, undefined],
    ["over several lines", `---\n${good.replace(", ", ",\n")}`, undefined],
    ["another key", good.replace("overall", "style"), undefined],
    ["one key more", good.replace("}", ', "style": 3}'), undefined],
    ["one key less", '{"correctness": 4, "promptness": 3, "efficiency": 2}', undefined],
    ["a mark of 0", good.replace("4", "0"), undefined],
    ["a mark of 6", good.replace("4", "6"), undefined],
    ["a text", good.replace("4", '"4"'), undefined],
    ["no JSON", "---\n{correctness: 4}", undefined],
    ["nothing", "", undefined],
  ])("%s", (_name, text, expected) => {
    expect(readMarks(text)).toEqual(expected);
  });
});

/** What the grader makes of these replies to its one list of asks. */
function graded(replies: readonly (string | Outcome<never>)[]) {
  const steps = judgeGrader.steps(prediction, sample, options);
  return play(steps, {
    reply(_, position) {
      const reply = replies[position]!;
      return typeof reply === "string" ? answered({ text: reply, finish: "stop" as const }) : reply;
    },
  });
}

describe("the judge", () => {
  it("is asked three times at once, with both conversations and the goal", () => {
    const { asks } = graded([good, good, good]);
    expect(asks.length).toBe(3);
    const texts = asks.map(({ messages }) =>
      messages
        .flatMap(({ parts }) => parts.map((part) => ("text" in part ? part.text : "")))
        .join(),
    );
    expect(new Set(texts).size).toBe(3);
    for (const text of texts) {
      expect(text).toContain(
        "[1.0s] User: I want to make coffee.\n[2.5s] Assistant: Great, start by boiling twelve ounces of water.",
      );
      expect(text).toContain(
        "[1.0s] User: I want to make coffee.\n[2.5s] Assistant: Boil the water.",
      );
    }
  });

  it("leaves out what cannot be read", () => {
    expect(graded([good, "nonsense", noAnswer("refused", "no")]).outcome).toEqual(
      answered({ judgements: [marks] }),
    );
  });

  it("gives no grade where nothing can be read, and is asked again where it failed", () => {
    expect(graded(["nonsense", "", "…"]).outcome).toMatchObject({ kind: "unparsed" });
    expect(graded(["nonsense", noAnswer("refused", "no"), ""]).outcome).toMatchObject({
      kind: "refused",
      reason: "no",
    });
    expect(graded([good, noAnswer("failed", "down"), good]).outcome).toMatchObject({
      kind: "failed",
      reason: "down",
    });
    expect(graded(["nonsense", noAnswer("failed", "down"), ""]).outcome).toMatchObject({
      kind: "failed",
      reason: "down",
    });
  });

  it("does not read what the token limit cut off", () => {
    const cut = answered({ text: good, finish: "length" as const });
    expect(graded([good, cut as Outcome<never>, good]).outcome).toEqual(
      answered({ judgements: [marks, marks] }),
    );
    expect(graded([cut as Outcome<never>, "…", "…"]).outcome).toMatchObject({ kind: "truncated" });
  });

  it("is known by its wording and by how often it is asked", () => {
    const identity = (judgements: number) =>
      JSON.stringify(judgeGrader.identity({ ...options, judgements }));
    expect(identity(3)).toContain("How an expert would have assisted");
    expect(identity(3)).not.toBe(identity(4));
  });

  it("has scores only where a task names one, which say who it was", () => {
    const ids = (graders: Record<string, string>) =>
      dialogue.scoring(options, { ...nothingLent, graders }).metrics.map(({ id }) => id);
    expect(ids({}).some((id) => id.startsWith("judge_"))).toBe(false);
    expect(ids({ judge: "model-x" }).filter((id) => id.startsWith("judge_")).length).toBe(4);
    const scoring = dialogue.scoring(options, { ...nothingLent, graders: { judge: "model-x" } });
    const metric = scoring.metrics.find(({ id }) => id === "judge_overall")!;
    const measure = scoring.measures.find(({ signature }) => signature === metric.measure)!;
    expect(measure.signature).toContain("judge:model-x");
    const observe = (grades: Record<string, unknown>) =>
      measure.measure({ sample, prediction, outcome: "answered", grades });
    expect(metric.prepare([observe({ judge: { judgements: [marks] } }), observe({})])()).toBe(5);
    expect(metric.prepare([observe({})])()).toBeNull();
  });
});

it("puts users before the assistant on the same frame, and writes times as Python does", () => {
  const inputs = [
    { frame: 0, role: "user" as const, text: "hi" },
    { frame: 2, role: "system" as const, text: "hidden" },
  ];
  expect(
    transcript({ ...sample, fps: 4, inputs }, [
      { frame: 0, text: "hello" },
      { frame: 3, text: "go" },
    ]),
  ).toEqual(["[0.25s] User: hi", "[0.25s] Assistant: hello", "[1.0s] Assistant: go"]);
});
