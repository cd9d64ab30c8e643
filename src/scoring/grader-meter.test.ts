import { describe, expect, it } from "vitest";
import { exampleSummary } from "../../test/summaries/example-summary.ts";
import { answered, noAnswer } from "../core/run/outcome.ts";
import { systemNotes } from "../report/notes/system-notes.ts";
import { GraderMeter } from "./grader-meter.ts";

describe("GraderMeter", () => {
  it("says nothing without graders", () => {
    const meter = new GraderMeter({});
    meter.add({ outcome: answered(1), grades: {} });
    expect(meter.finish()).toEqual([]);
  });

  it("counts the answers that were graded, by role, and why others were not", () => {
    const meter = new GraderMeter({ judge: "chat@1", similarity: "table@2" });
    meter.add({ outcome: answered(1), grades: { judge: {}, similarity: null } });
    meter.add({
      outcome: answered(1),
      grades: { similarity: 1 },
      ungraded: { judge: "overloaded" },
    });
    meter.add({ outcome: answered(1), grades: {}, ungraded: { judge: "overloaded" } });
    meter.add({ outcome: noAnswer("refused", "no"), grades: {} });
    meter.add({ outcome: undefined, grades: {} });
    expect(meter.finish()).toEqual([
      {
        role: "judge",
        name: "chat@1",
        due: 3,
        graded: 1,
        reasons: [{ reason: "overloaded", count: 2 }],
      },
      {
        role: "similarity",
        name: "table@2",
        due: 3,
        graded: 2,
        reasons: [{ reason: "not graded yet", count: 1 }],
      },
    ]);
  });

  it("counts the answers that were graded only in part, and what was missing", () => {
    const meter = new GraderMeter({ judge: "chat@1" });
    meter.add({ outcome: answered(1), grades: { judge: { unread: ["mark: cut off"] } } });
    meter.add({
      outcome: answered(1),
      grades: { judge: { unread: ["correctness: no JSON", "mark: cut off"] } },
    });
    meter.add({ outcome: answered(1), grades: { judge: { correct: true } } });
    const reasons = [
      { reason: "mark: cut off", count: 2 },
      { reason: "correctness: no JSON", count: 1 },
    ];
    const [judge] = meter.finish();
    expect(judge).toEqual({
      role: "judge",
      name: "chat@1",
      due: 3,
      graded: 3,
      reasons: [],
      partly: { count: 2, reasons },
    });
    const system = exampleSummary().tasks[0]!.systems[0]!;
    expect(systemNotes({ ...system, graders: [judge!] }, undefined)).toContainEqual({
      text: "judge (chat@1): 2 of 3 graded answers only in part: mark: cut off (2); correctness: no JSON (1); scores that read what is missing are about the others",
      tone: "bad",
    });
  });

  it("counts what asking took, by role and at the grader's own price, apart from what it found in the cache", () => {
    const systems = {
      judge: { id: "referee", model: "m", dropped: ["temperature"] },
      similarity: { id: "table" },
    };
    const meter = new GraderMeter(
      { judge: "chat@1", similarity: "table@2" },
      { systems, prices: { referee: { input: 2, output: 10 } } },
    );
    const facts = { usage: { input: 1_000, output: 100 }, totalMs: 40, queueMs: 2 };
    const asked = { judge: [facts, facts], similarity: [{ totalMs: 1 }] };
    expect(
      meter.add({ outcome: answered(1), grades: { judge: {} }, gradingFacts: asked }),
    ).toMatchObject({
      asks: 3,
      input: 2_000,
      cost: expect.closeTo(0.006, 12),
      unpriced: 1,
      times: { total: 81 },
    });
    expect(
      meter.add({
        outcome: answered(1),
        grades: { judge: {} },
        gradingFacts: { judge: [{ cached: true }] },
      }),
    ).toMatchObject({
      asks: 1,
      cached: 1,
      cost: 0,
    });
    expect(meter.add({ outcome: answered(1), grades: {} })).toBeUndefined();
    const [judge, similarity] = meter.finish();
    expect(judge).toMatchObject({
      id: "referee",
      resources: {
        asks: 3,
        cached: 1,
        retries: 0,
        tokens: { input: 2_000, output: 200 },
        cost: 0.006,
        dropped: ["temperature"],
      },
    });
    expect(judge!.resources!.times.total).toMatchObject({ n: 1, mean: 80 });
    expect(similarity!.resources).toMatchObject({ asks: 1, cost: null });
  });

  it("is told in a note, with care where grades are missing", () => {
    const system = exampleSummary().tasks[0]!.systems[0]!;
    const reasons = [{ reason: "overloaded", count: 5 }];
    const notes = (graded: number, due = 100) =>
      systemNotes(
        {
          ...system,
          graders: [
            { role: "judge", name: "chat@1", due, graded, reasons: graded < due ? reasons : [] },
          ],
        },
        undefined,
      );
    expect(notes(0, 0)).toContainEqual({
      text: "judge (chat@1): there was no answer to grade",
      tone: "plain",
    });
    expect(notes(100)).toContainEqual({
      text: "judge (chat@1): all 100 answers graded",
      tone: "plain",
    });
    expect(notes(90)).toContainEqual({
      text: "judge (chat@1): 10 of 100 answers not graded: overloaded (5); other reasons (5); scores that read its grades are about the others",
      tone: "bad",
    });
  });
});
