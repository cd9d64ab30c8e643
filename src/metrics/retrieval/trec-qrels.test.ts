import { describe, expect, it } from "vitest";
import { UserError } from "../../core/user-error.ts";
import { nameAt } from "./packed-names.ts";
import type { NumberedNames } from "./query-lists.ts";
import { parseQrels } from "./trec-qrels.ts";

describe("parseQrels", () => {
  it("reads judgements by query", () => {
    const qrels = parseQrels("# a comment\n1 0 a 1\r\n\n2\t0\tb -1\n 1 0  b 0");
    const pairs = ({ names, numbers }: NumberedNames) =>
      Array.from(numbers, (grade, i) => [nameAt(names, i), grade]);
    expect([...qrels].map(([query, judged]) => [query, pairs(judged)])).toEqual([
      [
        "1",
        [
          ["a", 1],
          ["b", 0],
        ],
      ],
      ["2", [["b", -1]]],
    ]);
    expect(parseQrels("").size).toBe(0);
  });

  it.each([
    { name: "a short line", text: "1 0 a 1\n1 0 a", message: /line 2 has only 3 fields/ },
    { name: "a long line", text: "1 0 a 1 x", message: /line 1 has too many fields/ },
    { name: "a grade that is none", text: "1 0 a yes", message: /relevance yes/ },
    { name: "a document judged twice", text: "1 0 a 1\n1 0 a 0", message: /judged twice/ },
  ])("refuses $name", ({ text, message }) => {
    expect(() => parseQrels(text)).toThrow(message);
    expect(() => parseQrels(text)).toThrow(UserError);
  });
});
