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
    ["label_0 fits", "unparsed"],
    ["", "unparsed"],
  ])("%j", (text, scores) => expect(scoresOf(text, "standard")).toEqual(scores));

  it("does not take a label for another that it is part of", () => {
    expect(scoresOf("- (cup lid) 4\n- (cup) 1", "standard", ["cup", "cup lid"])).toEqual({
      "cup lid": 4,
      cup: 1,
    });
    expect(scoresOf("- (a.c) 3\n- (abc) 5", "standard", ["a.c"])).toEqual({ "a.c": 3 });
  });
});
