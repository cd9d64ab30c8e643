import { describe, expect, it } from "vitest";
import { falseAlarmTable } from "./false-alarm-table.ts";
import { falseAlarmsPerHour } from "./false-alarms-per-hour.ts";
import type { HasTimedEvents } from "./has-events.ts";

const truth = (start: number, type = "a") => ({ type, startSeconds: start, endSeconds: start + 1 });
const found = (start: number, confidence: number, type = "a") => ({
  ...truth(start, type),
  confidence,
});

const evidence: readonly HasTimedEvents[] = [
  {
    truths: [truth(0), { ...truth(50, ""), ambiguous: true }],
    detections: [
      found(0, 0.9),
      found(0, 0.8),
      found(50, 0.8),
      found(50, 0.7),
      found(0, 0.6, "b"),
      found(9, 0.1),
    ],
    durationSeconds: 1800,
  },
  { truths: [], detections: [], durationSeconds: 1800 },
  { truths: [truth(0)], detections: [found(7, 1)], durationSeconds: null },
];

describe("falseAlarmsPerHour", () => {
  const metric = falseAlarmsPerHour({ measure: "m", minConfidence: 0.5 });

  it("counts duplicates and other types, spares one detection on an ambiguous event, and uses the hours of videos without events", () => {
    expect(metric.prepare(evidence)()).toBe(3);
  });

  it("weighs videos", () => {
    expect(metric.prepare(evidence)(Uint32Array.of(1, 0, 1))).toBe(6);
    expect(metric.prepare(evidence)(Uint32Array.of(0, 2, 1))).toBe(0);
    expect(metric.prepare(evidence)(Uint32Array.of(0, 0, 1))).toBeNull();
    expect(metric.prepare([])()).toBeNull();
  });

  it("counts answered videos of known length", () => {
    expect(metric.population).toBe("answered");
    expect(evidence.map((each) => metric.counts!(each))).toEqual([true, true, false]);
  });

  it("has a table with a subtotal of duplicates", () => {
    expect(falseAlarmTable({ measure: "m", minConfidence: 0.5 }).analyse(evidence)).toMatchObject({
      rows: [
        ["a", 2, 1, 2],
        ["b", 1, 0, 1],
        ["all", 3, 1, 3],
      ],
    });
    expect(falseAlarmTable({ measure: "m", minConfidence: 0 }).analyse([])).toMatchObject({
      rows: [["all", 0, 0, null]],
    });
  });
});
