import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitThoughts } from "./split-thoughts.ts";

describe("splitThoughts", () => {
  it.each([
    ["", "", "", true],
    ["B", "B", "", true],
    [" B ", " B ", "", true],
    ["<think>a</think>B", "B", "a", true],
    ["<think>\na\n</think>\n\nB\n", "B", "a", true],
    ["a</think>B", "B", "a", true],
    ["<think>a", "", "a", false],
    ["<think>a</think>B<think>c", "B", "a\nc", false],
    ["<think></think>B", "B", "", true],
    ["B<thinking>a</thinking>", "B", "a", true],
    ["◁think▷a◁/think▷B", "B", "a", true],
    ["<think>a <b> c</think><i>B</i>", "<i>B</i>", "a <b> c", true],
    ["1 < 2 and <thin>", "1 < 2 and <thin>", "", true],
  ])("%j", (text, answer, thoughts, isFinished) => {
    const split = splitThoughts(text);
    expect(split).toMatchObject({ isFinished });
    expect(split.answer.trim()).toBe(answer.trim());
    expect(split.thoughts).toBe(thoughts);
  });

  it("finds every answer behind every thought", () => {
    const plain = fc.string().filter((text) => !/[<>◁▷]/.test(text));
    fc.assert(
      fc.property(plain, plain, (thought, answer) => {
        const split = splitThoughts(`<think>${thought}</think>${answer}`);
        expect([split.answer, split.isFinished]).toEqual([
          thought.trim() === "" ? split.answer : answer.trim(),
          true,
        ]);
        expect(split.answer.trim()).toBe(answer.trim());
      }),
    );
  });
});
