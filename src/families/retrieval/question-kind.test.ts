import { expect, it } from "vitest";
import { nothingLent } from "../../core/family/lent.ts";
import { retrieval } from "./index.ts";
import { questionKind } from "./question-kind.ts";

it.each([
  ["Who stops the machine?", "who"],
  ["  how many people are there?", "count"],
  ["How does it end?", "how"],
  ["Compare the two shifts.", "compare"],
  ["Whoever comes first", undefined],
  ["A man opens a door.", undefined],
  ["", undefined],
])("is told by the first word: %s", (question, kind) => expect(questionKind(question)).toBe(kind));

it("breaks scores down by kind, also where the set names none", () => {
  const sample = { ...retrieval.proof.examples[0]!.samples[0]!, question: "When does it stop?" };
  expect(
    retrieval.scoring(retrieval.data.options.parse({}), nothingLent).slices(sample),
  ).toMatchObject({ kind: "when" });
  expect(
    retrieval
      .scoring(retrieval.data.options.parse({}), nothingLent)
      .slices({ ...sample, kind: "audio" }),
  ).toMatchObject({ kind: "audio" });
  expect(
    retrieval
      .scoring(retrieval.data.options.parse({}), nothingLent)
      .slices({ ...sample, question: "The machine stops." }),
  ).not.toHaveProperty("kind");
});
