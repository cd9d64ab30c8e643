import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readScores } from "./read-scores.ts";

const labels = ["label_0", "label_1", "label_10"].map((id) => ({ id, description: id }));

function scoresOf(text: string, extractor: string, ids?: readonly string[]) {
  const offered = ids?.map((id) => ({ id, description: id })) ?? labels;
  const read = readScores(text, offered, extractor);
  return read.kind === "answered" ? read.value.scores : read.kind;
}

describe("reading scores as ViSTa does", () => {
  it.each([
    ["- (label_0) 3", { label_0: 3, label_1: -0.1, label_10: -0.1 }],
    ["- (label_0) 3/5", { label_0: 5, label_1: -0.1, label_10: -0.1 }],
    ["- (label_0) -1", { label_0: 1, label_1: -0.1, label_10: -0.1 }],
    ["- (label_0) 2 and (label_1) 4.5", { label_0: 4.5, label_1: 4.5, label_10: -0.1 }],
    ["- (label_1) 1\n- (label_10) 4", { label_0: -0.1, label_1: 1, label_10: 4 }],
    ["- (label_0) 2, better than label_9", { label_0: 2, label_1: -0.1, label_10: -0.1 }],
    ["(LABEL_0) 2", { label_0: 2, label_1: -0.1, label_10: -0.1 }],
    ["label_0 5\nFinal Scores\nlabel_0 1", { label_0: 1, label_1: -0.1, label_10: -0.1 }],
    ["label_0 1\nlabel_0 4\nlabel_0 2", { label_0: 4, label_1: -0.1, label_10: -0.1 }],
    ["nothing", { label_0: -0.1, label_1: -0.1, label_10: -0.1 }],
  ])("%j", (text, scores) => expect(scoresOf(text, "vista")).toEqual(scores));

  it("takes a label as a pattern where it is one, and as it is where it is none", () => {
    expect(scoresOf("abc 3", "vista", ["a.c"])).toEqual({ "a.c": 3 });
    expect(scoresOf("a(c 3", "vista", ["a(c"])).toEqual({ "a(c": 3 });
  });
});

describe("reading scores", () => {
  it.each([
    ["- (label_0) 3", { label_0: 3 }],
    ["- (label_0) 3/5", { label_0: 3 }],
    ["- (label_0): 3.5 out of 5", { label_0: 3.5 }],
    ["- (label_0) 2 and (label_1) 4", { label_0: 2, label_1: 4 }],
    ["- (label_1) 1\n- (label_10) 4", { label_1: 1, label_10: 4 }],
    ["- (Label_0) 2", { label_0: 2 }],
    ["(label_0) looked like 5 at first: 5\nFinal scores:\n- (label_0) 1", { label_0: 1 }],
    ["- (label_0) -1\n- (label_1) 7\n- (label_10) 5", { label_10: 5 }],
    ["First: label_0 5\nFinal Scores\n- (label_0) -1\n- (label_1) 2", { label_1: 2 }],
    ["label_0: 4\nFinal Scores\n- (label_1) 2\n- (label_10) 1", { label_1: 2, label_10: 1 }],
    ["- (label_0) 4\nThese are my final scores.", { label_0: 4 }],
    ["label_0: 4\nlabel_0: 9\nlabel_1: 2", { label_1: 2 }],
    ["label_0: 4\nlabel_0 fits best", { label_0: 4 }],
    ["- (label_0) frame 2 shows it: 5", { label_0: 5 }],
    ["- (label_0) 2 of 3 steps in frames 1-4, score 4", { label_0: 4 }],
    ["- (label_0) 0-5: 4", { label_0: 4 }],
    ["- (label_0) 3-4", "unparsed"],
    ["- (label_0) and (label_1) 4", { label_0: 4, label_1: 4 }],
    ["- (label_0), (label_1): 3, 4", "unparsed"],
    ["label_0 looks like label_1: 4", { label_1: 4 }],
    ["- (label_0) 2, better than label_1 with 3", { label_0: 2 }],
    ["| label_0 | **4** |", { label_0: 4 }],
    ['{"label": "label_0", "score": 3.5}', { label_0: 3.5 }],
    ["label_0 gets a 3", { label_0: 3 }],
    ["label_0 - 3, since frame 2 shows it", { label_0: 3 }],
    ["- (label_0) −2", "unparsed"],
    ["- (label_0) 3/10\n- (label_1) 4%", "unparsed"],
    ["- (label_0) 3,5", { label_0: 3.5 }],
    ["label_0 had 2 hits and 3 misses", "unparsed"],
    ["label_0 fits", "unparsed"],
    ["", "unparsed"],
  ])("%j", (text, scores) => expect(scoresOf(text, "standard")).toEqual(scores));

  it("does not take a label for another that it is part of", () => {
    expect(scoresOf("- (cup lid) 4\n- (cup) 1", "standard", ["cup", "cup lid"])).toEqual({
      "cup lid": 4,
      cup: 1,
    });
    expect(scoresOf("- (a.c) 3\n- (abc) 5", "standard", ["a.c"])).toEqual({ "a.c": 3 });
    expect(scoresOf("- (a) 3\n- (A) 5", "standard", ["a", "A"])).toEqual({ a: 3, A: 5 });
  });

  it("passes over the description of a label, and tells numbers that are labels from scores", () => {
    const drawer = [{ id: "open", description: "opens 2 drawers" }];
    const read = (text: string) => readScores(text, drawer, "standard");
    expect(read("- (open) Opens 2 drawers")).toMatchObject({ kind: "unparsed" });
    expect(read("- (open) opens 2 drawers: 4")).toMatchObject({ value: { scores: { open: 4 } } });
    const digits = ["1", "2", "3"];
    expect(scoresOf("- (1) 3\n- (2) 1", "standard", digits)).toEqual({ 1: 3, 2: 1 });
    expect(scoresOf("1: 3\n2: 1", "standard", digits)).toEqual({ 1: 3, 2: 1 });
  });
});

describe("reading any reply", () => {
  const id = fc.stringMatching(/^[A-Za-z0-9](?:[A-Za-z0-9_ .-]{0,6}[A-Za-z0-9])?$/);
  const ids = fc.uniqueArray(id, {
    minLength: 1,
    maxLength: 6,
    selector: (one) => one.toLowerCase(),
  });
  const scored = ids.chain((names) =>
    fc.tuple(
      ...names.map((name) =>
        fc.record({ name: fc.constant(name), score: fc.integer({ min: -2, max: 14 }) }),
      ),
    ),
  );
  const halves = (score: number) => score / 2;
  const written = (pairs: readonly { name: string; score: number }[]) =>
    pairs.map(({ name, score }) => `- (${name}) ${halves(score)}`).join("\n");

  it("takes the form that is asked for as it is, and no number outside of 0 to 5", () => {
    fc.assert(
      fc.property(scored, (pairs) => {
        const right = pairs.filter(({ score }) => halves(score) >= 0 && halves(score) <= 5);
        const expected = Object.fromEntries(right.map(({ name, score }) => [name, halves(score)]));
        const read = scoresOf(
          written(pairs),
          "standard",
          pairs.map(({ name }) => name),
        );
        expect(read).toEqual(right.length === 0 ? "unparsed" : expected);
      }),
    );
  });

  it("reads nothing above the final scores", () => {
    const words = fc.constantFrom("label_0", "(label_1)", "label_10", "5", "-1", "fits", "\n", ":");
    fc.assert(
      fc.property(fc.array(words, { maxLength: 20 }), fc.nat({ max: 5 }), (before, score) => {
        const below = `- (label_0) ${score}`;
        const text = `${before.join(" ")}\n**Final scores**\n${below}`;
        expect(scoresOf(text, "standard")).toEqual({ label_0: score });
      }),
    );
  });

  it("never fails and never gives another label or another scale", () => {
    const words = fc.oneof(
      fc.string({ maxLength: 6 }),
      fc.constantFrom("label_0", "(label_1)", "label_10", "3", "/5", "-", ",", "\n", "frame", "%"),
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 30 }), (parts) => {
        const read = scoresOf(parts.join(" "), "standard");
        for (const [label, score] of Object.entries(typeof read === "string" ? {} : read)) {
          expect(labels.map((one) => one.id)).toContain(label);
          expect(score >= 0 && score <= 5).toBe(true);
        }
      }),
    );
  });
});
