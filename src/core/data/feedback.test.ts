import { describe, expect, it } from "vitest";
import { readFeedback, uncertainty } from "./feedback.ts";

describe("readFeedback", () => {
  it("reads our own names and those of others", () => {
    const own = { id: "f1", kind: "correction", sample: "q1", asked: "Who?", confidence: 0.4 };
    expect(readFeedback(own, 1)).toEqual({ ok: true, value: own });
    expect(
      readFeedback(
        {
          ...{ feedback_id: "f1", feedback: "Correction", question_id: "q1", question: "Who?" },
          confidence: "0.4",
        },
        1,
      ),
    ).toEqual({ ok: true, value: own });
  });

  it.each([
    ["false_alarm", "false-alarm"],
    ["False Positive", "false-alarm"],
    ["missed event", "missed"],
    ["", "none"],
    [undefined, "none"],
  ])("takes %j for %s", (feedback, kind) => {
    expect(readFeedback({ feedback }, 7)).toEqual({ ok: true, value: { id: "7", kind } });
  });

  it.each([
    [{ kind: "praise" }, "kind: must be correction"],
    [{ kind: "missed", confidence: "high" }, "confidence: must be a number"],
    [{ kind: "correction", truth: "[1]" }, "truth: must be an object"],
    [7, "expected an object"],
  ])("refuses %j", (row, reason) => {
    const read = readFeedback(row, 1);
    expect(read.ok ? "" : read.reason).toContain(reason);
  });

  it("measures how unsure the system was", () => {
    expect(uncertainty({ confidence: 0.4 }, 0.5)).toBeCloseTo(0.1);
    expect(uncertainty({ confidence: 0.4, threshold: 0.3 }, 0.5)).toBeCloseTo(0.1);
    expect(uncertainty({ margin: -0.02 }, 0.5)).toBe(0.02);
    expect(uncertainty({}, 0.5)).toBeNull();
  });
});
