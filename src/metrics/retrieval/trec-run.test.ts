import { describe, expect, it } from "vitest";
import { UserError } from "../../core/user-error.ts";
import { parseRun } from "./trec-run.ts";

const run = (...hits: readonly (readonly [document: string, score: string])[]) =>
  parseRun(hits.map(([document, score], at) => `q Q0 ${document} ${at} ${score} name`).join("\n")).get("q");

describe("parseRun", () => {
  it.each([
    {
      name: "sorts by score, not by rank or line",
      hits: [
        ["a", "1"],
        ["b", "3.5"],
        ["c", "2e0"],
      ],
      documents: ["b", "c", "a"],
    },
    {
      name: "sorts ties by name, last first",
      hits: [
        ["a", "1"],
        ["ab", "1"],
        ["b", "1"],
      ],
      documents: ["b", "ab", "a"],
    },
    {
      name: "compares names as bytes",
      hits: [
        ["\uff5e", "1"],
        ["\u{1f600}", "1"],
        ["\u{1f601}", "1"],
        ["Z", "1"],
        ["a", "1"],
      ],
      documents: ["\u{1f601}", "\u{1f600}", "\uff5e", "a", "Z"],
    },
    {
      name: "knows infinite scores",
      hits: [
        ["a", "-Infinity"],
        ["b", "0"],
        ["c", "Infinity"],
        ["d", "Infinity"],
      ],
      documents: ["d", "c", "b", "a"],
    },
  ] as const)("$name", ({ hits, documents }) => {
    expect(run(...hits)).toEqual(documents);
  });

  it("keeps queries apart and passes over comments, blank lines and what follows the name", () => {
    expect([...parseRun("# run\n2 Q0 a 1 1 n more junk\n\n1 Q0 a 1 1 n\n2\tQ0\tb\t1\t2\tn\n")]).toEqual([
      ["2", ["b", "a"]],
      ["1", ["a"]],
    ]);
  });

  it.each([
    { name: "a short line", text: "1 Q0 a 1 1", message: /line 1 has only 5 fields/ },
    { name: "a score that is none", text: "1 Q0 a 1 high n", message: /score high/ },
    { name: "a document returned twice", text: "1 Q0 a 1 1 n\n1 Q0 a 2 0 n", message: /returns a twice for query 1/ },
  ])("refuses $name", ({ text, message }) => {
    expect(() => parseRun(text)).toThrow(message);
    expect(() => parseRun(text)).toThrow(UserError);
  });
});
