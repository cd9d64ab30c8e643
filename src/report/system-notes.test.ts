import { describe, expect, it } from "vitest";
import { exampleSummary } from "./example-summary.ts";
import type { SystemSummary } from "./summary.ts";
import { errorClasses, systemNotes } from "./system-notes.ts";
import { headlineMetric } from "./task-metrics.ts";

const task = exampleSummary().tasks[0]!;
const metric = headlineMetric(task);
const chat = task.systems.find((system) => system.kind === "chat")!;

function texts(parts: Partial<SystemSummary>): string[] {
  return systemNotes({ ...chat, ...parts }, metric).map((note) => note.text);
}

describe("systemNotes", () => {
  it("names the policy that was used and what the other gives", () => {
    expect(texts({})).toContainEqual(expect.stringMatching(/scored as empty answers \(left out: 46\.71 %/));
    const swapped = texts({ unanswered: "exclude", otherPolicy: { unanswered: "empty", metrics: chat.metrics } });
    expect(swapped).toContainEqual(expect.stringMatching(/left out \(scored as empty answers: 46\.25 %/));
  });

  it("tells apart what the system did, what went wrong on our side and what is still to come", () => {
    const notes = systemNotes({ ...chat, outcomes: { ...chat.outcomes, pending: 7 } }, metric);
    expect(notes.find(({ text }) => text.includes("without an answer"))?.tone).toBe("caution");
    expect(notes.find(({ text }) => text.includes("could not be put"))?.tone).toBe("bad");
    expect(notes.find(({ text }) => text.includes("not reached"))?.text).toBe("7 of 4\u202f996 not reached yet");
  });

  it("says nothing about mistakes of one kind or about outcomes again", () => {
    expect(texts({}).filter((text) => text.startsWith("mistakes"))).toEqual([]);
    expect(texts({ errors: { a: 1, b: 3, c: 2, d: 1, e: 1, f: 1, refused: 9, none: 0 } })).toContain(
      "mistakes: 3 b, 2 c, 1 a, 1 d, 1 e, 1 more kinds",
    );
  });

  it("says when one reply is read differently", () => {
    expect(texts({ extractors: [{ id: "strict", isPrimary: false, metrics: chat.metrics, disagreements: 1 }] })).toContain(
      "extractor strict reads 46.25 %, 1 reply is read differently",
    );
  });

  it("works without any metric", () => {
    const notes = systemNotes({ ...chat, metrics: {}, otherPolicy: { unanswered: "exclude", metrics: {} } }, undefined);
    expect(notes[0]?.text).toBe("no score: the metric is not defined on these samples");
    expect(notes.map((note) => note.text).join()).not.toMatch(/undefined|NaN|null/);
  });
});

it("sorts kinds of mistakes by number", () => {
  expect(errorClasses({ ...chat, errors: { a: 1, b: 2, c: 0 } })).toEqual([
    ["b", 2],
    ["a", 1],
  ]);
});
