import { describe, expect, it } from "vitest";
import { choiceChecks } from "./checks.ts";
import type { ChoiceSample } from "./schema.ts";

const good: ChoiceSample = {
  id: "q",
  group: "q",
  question: "Which?",
  choices: ["red", "blue"],
  answer: 0,
  media: [{ kind: "image", path: "a.png" }],
  metadata: {},
};

/** What the check says about each sample and then about the set. */
function found(id: string, samples: readonly ChoiceSample[]) {
  const checking = choiceChecks.find((check) => check.id === id)!.start();
  return { each: samples.map((sample) => checking.add(sample)), whole: checking.finish?.() };
}

describe("choiceChecks", () => {
  it("say nothing about a good set", () => {
    const set = Array.from({ length: 40 }, (_, index) => ({ ...good, answer: index % 2 }));
    for (const { id } of choiceChecks)
      expect([id, found(id, set)]).toEqual([
        id,
        { each: set.map(() => undefined), whole: undefined },
      ]);
  });

  it("have different names and a level", () => {
    expect(new Set(choiceChecks.map(({ id }) => id)).size).toBe(choiceChecks.length);
    expect(choiceChecks.filter(({ level }) => level === "error").map(({ id }) => id)).toEqual([
      "duplicate-choices",
      "empty-texts",
    ]);
  });

  it.each([
    ["duplicate-choices", { choices: ["red", "blue", "red"] }, '"red"'],
    ["similar-choices", { choices: ["red", " Red"] }, '" Red"'],
    ["empty-texts", { question: " " }, "question is empty"],
    ["empty-texts", { choices: ["red", " "] }, "choice B"],
    ["hidden-answer", { answer: null }, "hidden"],
    ["look-alike-choices", { choices: ["car", "cat", "\u0441ar"] }, "choices A and C both read"],
    ["misleading-letters", { choices: ["B", "A"] }, 'choice A reads "B"'],
  ] as const)("%s finds %j", (id, change, part) => {
    const { each } = found(id, [good, { ...good, ...change }]);
    expect(each).toEqual([undefined, expect.stringContaining(part)]);
  });

  it("name one defect once", () => {
    expect(found("similar-choices", [{ ...good, choices: ["red", "red"] }]).each).toEqual([
      undefined,
    ]);
    expect(found("misleading-letters", [{ ...good, choices: ["A", "b", "Z"] }]).each).toEqual([
      undefined,
    ]);
  });

  it("dominant-position looks at the whole set, and not at a small one", () => {
    const biased = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...good,
        choices: ["a", "b", "c", "d"],
        answer: index % 4 < 3 ? 2 : 0,
      }));
    expect(found("dominant-position", biased(40)).whole).toBe(
      "the right choice is not spread evenly over the places (A 10, B 0, C 30, D 0; chi-square test: p < 0.001): always answering C scores 75.0 % (95 % interval 58.8–87.3 %), where an even spread would give 25.0 %",
    );
    expect(found("dominant-position", biased(19)).whole).toBeUndefined();
    const slight = Array.from({ length: 100_000 }, (_, index) => ({
      ...good,
      answer: index % 100 < 52 ? 0 : 1,
    }));
    expect(found("dominant-position", slight).whole).toBeUndefined();
  });

  it("one-answer-types compares texts within a type", () => {
    const typed = (type: string, choices: readonly string[], answer: number, count: number) =>
      Array.from({ length: count }, () => ({ ...good, type, choices, answer }));
    const set = [
      ...typed("t", ["Yes", "No"], 0, 3),
      ...typed("t", ["no", "yes"], 1, 3),
      ...typed("u", ["x", "y"], 0, 4),
      ...typed("v", ["x", "y"], 0, 5),
      ...typed("v", ["x", "y"], 1, 1),
    ];
    expect(found("one-answer-types", set).whole).toBe(
      'all 6 questions of type "t" have the answer "yes"',
    );
    expect(
      found(
        "one-answer-types",
        Array.from({ length: 5 }, () => good),
      ).whole,
    ).toContain("without a type");
  });
});
