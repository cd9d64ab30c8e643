import { expect, it } from "vitest";
import { domainTable } from "./domain-table.ts";
import { eventF1 } from "./event-f1.ts";
import { falseAlarmsPerHour } from "./false-alarms-per-hour.ts";

const event = (startSeconds: number) => ({
  type: "fall",
  startSeconds,
  endSeconds: startSeconds + 10,
  confidence: 1,
});
const video = (domain: string, found: readonly number[], isAnswered = true) => ({
  domain,
  durationSeconds: 1800,
  isAnswered,
  truths: [event(0)],
  detections: found.map(event),
});
const rules = { measure: "m", minConfidence: 0.5 };
const table = domainTable<ReturnType<typeof video>>({
  measure: "m",
  columns: [
    { title: "macro F1", isFraction: true, metric: eventF1({ ...rules, average: "macro" }) },
    { title: "false alarms per hour", isFraction: false, metric: falseAlarmsPerHour(rules) },
  ],
});

it("scores every domain by itself, rates on answered videos alone", () => {
  const videos = [
    video("yard", [0, 100]),
    video("yard", [], false),
    video("gate", [0]),
    video("", [200]),
  ];
  expect(table.analyse(videos)).toEqual({
    kind: "table",
    columns: ["domain", "videos", "hours", "macro F1", "false alarms per hour"],
    fractions: ["macro F1"],
    rows: [
      ["gate", 1, 0.5, 1, 0],
      ["yard", 2, 1, 0.5, 2],
    ],
  });
});

it("is empty where the set names no domains", () => {
  expect(table.analyse([video("", [0])])).toMatchObject({ rows: [] });
  expect(table.analyse([])).toMatchObject({ rows: [] });
});
