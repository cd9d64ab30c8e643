import { describe, expect, it } from "vitest";
import { exampleSummary } from "../../../test/summaries/example-summary.ts";
import type { SystemSummary } from "../../summary/system-summary.ts";
import { headlineMetric } from "../../summary/task-metrics.ts";
import { errorClasses, systemNotes } from "./system-notes.ts";

const task = exampleSummary().tasks[0]!;
const metric = headlineMetric(task);
const chat = task.systems.find((system) => system.kind === "chat")!;

function texts(parts: Partial<SystemSummary>): string[] {
  return systemNotes({ ...chat, ...parts }, metric).map((note) => note.text);
}

describe("systemNotes", () => {
  it("names the policy that was used and what the other gives", () => {
    expect(texts({})).toContainEqual(
      expect.stringMatching(/scored as empty answers \(left out: 46\.71 %/),
    );
    const swapped = texts({
      unanswered: "exclude",
      metrics: chat.otherPolicy.metrics,
      otherPolicy: { unanswered: "empty", metrics: chat.metrics },
    });
    expect(swapped).toContainEqual(
      expect.stringMatching(/left out \(scored as empty answers: 46\.25 %/),
    );
  });

  it("says where a score leaves samples without an answer out under either policy", () => {
    const { metrics } = chat.otherPolicy;
    const notes = texts({ metrics, otherPolicy: { unanswered: "exclude", metrics } });
    expect(notes).toContainEqual(
      expect.stringMatching(/the score has no value for them and is over the other 4\W943$/),
    );
    expect(notes.join()).not.toContain("scored as empty answers");
  });

  it("tells apart what the system did, what is not scored and what is still to come", () => {
    const notes = systemNotes({ ...chat, outcomes: { ...chat.outcomes, pending: 7 } }, metric);
    expect(notes.find(({ text }) => text.includes("without an answer"))?.tone).toBe("caution");
    expect(notes.find(({ text }) => text.includes("are not scored"))?.tone).toBe("bad");
    expect(notes.find(({ text }) => text.includes("not reached"))?.text).toBe(
      "7 of 4\u202f996 not reached yet",
    );
  });

  it("says nothing about mistakes of one kind or about outcomes again", () => {
    expect(texts({}).filter((text) => text.startsWith("mistakes"))).toEqual([]);
    expect(
      texts({ errors: { a: 1, b: 3, c: 2, d: 1, e: 1, f: 1, refused: 9, none: 0 } }),
    ).toContain("mistakes: 3 b, 2 c, 1 a, 1 d, 1 e, 1 more kind");
  });

  it("tells mistakes of one kind where no right answers are counted", () => {
    const f1 = { ...chat.metrics[chat.headline]!, kind: "corpus" as const };
    expect(
      texts({ metrics: { ...chat.metrics, [chat.headline]: f1 }, errors: { missed: 9 } }),
    ).toContain("samples with mistakes: 9 missed");
  });

  it("says when one reply is read differently", () => {
    expect(
      texts({
        extractors: [{ id: "strict", isPrimary: false, metrics: chat.metrics, disagreements: 1 }],
      }),
    ).toContain("extractor strict reads 46.25 %, 1 reply is read differently");
  });

  it("tells the reasons of each kind, and how many have others", () => {
    const notes = systemNotes(chat, metric);
    expect(notes).toContainEqual({
      text: '43 unparsed: no choice can be read from "It depends", and alike (38); the reply is empty (3); the reply holds thoughts but no answer (1); other reasons (1)',
      tone: "caution",
    });
    expect(notes).toContainEqual({ text: "1 failed: no answer within 300 ms (1)", tone: "bad" });
    const places = ["without an answer", "2 truncated: ", "are not scored", "3 media-error: "].map(
      (part) => notes.findIndex(({ text }) => text.includes(part)),
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it("says how many samples were shown with warnings, and of which kinds", () => {
    const text =
      "12 of 4\u202f996 samples were shown with warnings: 8 frames, of which 3 different, and alike (9); FFmpeg complains: File ended prematurely (4)";
    expect(systemNotes(chat, metric)).toContainEqual({ text, tone: "caution" });
    const kinds = ["a", "b", "c", "d", "e"].map((warning) => ({
      warning,
      samples: 1,
      examples: [],
    }));
    expect(texts({ total: 1, warnings: { samples: 1, kinds } })).toContain(
      "1 of 1 sample was shown with warnings: a (1); b (1); c (1); 2 more kinds",
    );
    const { warnings: _, ...rest } = chat;
    expect(systemNotes(rest, metric).filter(({ text }) => text.includes("warnings"))).toEqual([]);
  });

  it("says how media errors are tried again, where there are some", () => {
    expect(texts({}).filter((text) => text.includes("--retry media-error"))).toHaveLength(1);
    expect(texts({ outcomes: { ...chat.outcomes, "media-error": 0 } }).join()).not.toContain(
      "--retry",
    );
  });

  it("says how many truths are hidden, whatever the policy", () => {
    const score = { ...chat.metrics.accuracy!, value: 0.5, n: 14, hidden: 2 };
    const line = "2 of 16 samples have a hidden truth, or are held out, and do not count";
    expect(texts({ metrics: { accuracy: score } })).toContain(line);
    const answered = { accuracy: { ...score, n: 10, hidden: 1 } };
    expect(
      texts({
        unanswered: "exclude",
        metrics: answered,
        otherPolicy: { unanswered: "empty", metrics: { accuracy: score } },
      }),
    ).toContain(line);
    expect(texts({ metrics: { accuracy: { ...score, n: 0, hidden: 0 } } }).join()).not.toContain(
      "hidden",
    );
    expect(texts({ metrics: { accuracy: { ...score, n: 2, hidden: 1 } } })).toContain(
      "1 of 3 samples has a hidden truth, or is held out, and does not count",
    );
  });

  it("says once that all truths are hidden", () => {
    const notes = texts({
      metrics: { accuracy: { ...chat.metrics.accuracy!, value: null, n: 0, hidden: 16 } },
    });
    expect(notes.filter((text) => text.includes("hidden"))).toEqual([
      "no score: nothing to score in any of the 16 samples, or its truth is hidden",
    ]);
  });

  it("says how many answers there are, and whether they are empty", () => {
    const outcomes = { ...task.systems[0]!.outcomes, answered: 240 };
    const none = { ...chat.metrics.accuracy!, value: 0, n: 240 };
    const whole = { n: 240, total: 240, outcomes, metrics: { accuracy: none } };
    expect(texts(whole)).toContain("0 of 240 correct, 240 answers");
    expect(texts({ ...whole, kind: "empty" })).toContain("0 of 240 correct, 240 empty answers");
    expect(texts({ ...whole, outcomes: { ...outcomes, answered: 239, refused: 1 } })).toContain(
      "0 of 240 correct",
    );
  });

  it("works without any metric", () => {
    const notes = systemNotes(
      { ...chat, metrics: {}, otherPolicy: { unanswered: "exclude", metrics: {} } },
      undefined,
    );
    expect(notes[0]?.text).toBe("no score: the metric was not computed");
    expect(notes.map((note) => note.text).join()).not.toMatch(/undefined|NaN|null/);
  });
});

it("sorts kinds of mistakes by number", () => {
  expect(errorClasses({ ...chat, errors: { a: 1, b: 2, c: 0 } })).toEqual([
    ["b", 2],
    ["a", 1],
  ]);
});
