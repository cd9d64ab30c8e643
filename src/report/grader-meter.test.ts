import { describe, expect, it } from "vitest";
import { answered, noAnswer } from "../core/outcome.ts";
import { exampleSummary } from "./example-summary.ts";
import { GraderMeter } from "./grader-meter.ts";
import { systemNotes } from "./system-notes.ts";

describe("GraderMeter", () => {
  it("says nothing without graders", () => {
    const meter = new GraderMeter({});
    meter.add({ outcome: answered(1), grades: {} });
    expect(meter.finish()).toEqual([]);
  });

  it("counts the answers that were graded, by role, and why others were not", () => {
    const meter = new GraderMeter({ judge: "chat@1", similarity: "table@2" });
    meter.add({ outcome: answered(1), grades: { judge: {}, similarity: null } });
    meter.add({ outcome: answered(1), grades: { similarity: 1 }, ungraded: { judge: "overloaded" } });
    meter.add({ outcome: answered(1), grades: {}, ungraded: { judge: "overloaded" } });
    meter.add({ outcome: noAnswer("refused", "no"), grades: {} });
    meter.add({ outcome: undefined, grades: {} });
    expect(meter.finish()).toEqual([
      { role: "judge", name: "chat@1", due: 3, graded: 1, reasons: [{ reason: "overloaded", count: 2 }] },
      { role: "similarity", name: "table@2", due: 3, graded: 2, reasons: [{ reason: "not graded yet", count: 1 }] },
    ]);
  });

  it("is told in a note, with care where grades are missing", () => {
    const system = exampleSummary().tasks[0]!.systems[0]!;
    const reasons = [{ reason: "overloaded", count: 5 }];
    const notes = (graded: number) =>
      systemNotes(
        { ...system, graders: [{ role: "judge", name: "chat@1", due: 100, graded, reasons: graded < 100 ? reasons : [] }] },
        undefined,
      );
    expect(notes(100)).toContainEqual({ text: "judge (chat@1): all 100 answers graded", tone: "plain" });
    expect(notes(90)).toContainEqual({
      text: "judge (chat@1): 10 of 100 answers not graded: overloaded (5); other reasons (5); scores that read its grades are about the others",
      tone: "bad",
    });
  });
});
