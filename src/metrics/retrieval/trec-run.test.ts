import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UserError } from "../../core/user-error.ts";
import { judgeRun } from "./judge-run.ts";
import { parseQrels } from "./trec-qrels.ts";
import { parseRun, rankedDocuments, runReader } from "./trec-run.ts";

const run = (...hits: readonly (readonly [document: string, score: string])[]) =>
  rankedDocuments(
    parseRun(
      hits.map(([document, score], at) => `q Q0 ${document} ${at} ${score} name`).join("\n"),
    ).get("q")!,
  );

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
    const both = parseRun("# run\n2 Q0 a 1 1 n more junk\n\n1 Q0 a 1 1 n\n2\tQ0\tb\t1\t2\tn\n");
    expect([...both].map(([query, hits]) => [query, rankedDocuments(hits)])).toEqual([
      ["2", ["b", "a"]],
      ["1", ["a"]],
    ]);
  });

  it.each([
    { name: "a short line", text: "1 Q0 a 1 1", message: /line 1 has only 5 fields/ },
    { name: "a score that is none", text: "1 Q0 a 1 high n", message: /score high/ },
    {
      name: "a document returned twice",
      text: "1 Q0 a 1 1 n\n1 Q0 a 2 0 n",
      message: /returns a twice for query 1/,
    },
  ])("refuses $name", ({ text, message }) => {
    const judge = () => judgeRun(parseQrels("1 0 b 1"), parseRun(text));
    expect(judge).toThrow(message);
    expect(judge).toThrow(UserError);
  });

  it("reads the same from pieces of any size", () => {
    const text =
      "1 Q0 \u{1f600} 1 2.5 n\n\n2 Q0 doc-2 1 1e-3 n\r\n1 Q0 doc-3 1 123456789012345678 n";
    const bytes = new TextEncoder().encode(text);
    const whole = parseRun(text);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: bytes.length })), (cuts) => {
        const reader = runReader();
        const places = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        for (let i = 0; i + 1 < places.length; i++)
          reader.push(bytes.slice(places[i], places[i + 1]));
        expect(reader.finish()).toEqual(whole);
      }),
    );
    expect(
      [...whole].map(([query, hits]) => [query, rankedDocuments(hits), [...hits.numbers]]),
    ).toEqual([
      ["1", ["doc-3", "\u{1f600}"], [2.5, 123456789012345680]],
      ["2", ["doc-2"], [0.001]],
    ]);
  });

  it("ranks a long list that is written worst first, with ties", () => {
    const hits = Array.from(
      { length: 300 },
      (_, i) => [`d${String(i).padStart(3, "0")}`, String(Math.floor(i / 3))] as const,
    );
    expect(run(...hits)).toEqual(hits.map(([name]) => name).reverse());
  });

  it("tells queries apart of which one begins as the other", () => {
    expect([...parseRun("1 Q0 a 1 1 n\n12 Q0 a 1 1 n\n1 Q0 b 1 1 n").keys()]).toEqual(["1", "12"]);
  });

  it("ranks as sorting does", () => {
    const hit = fc.tuple(
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 3 }).map(encodeURIComponent),
      fc.integer({ min: 0, max: 3 }),
    );
    fc.assert(
      fc.property(fc.uniqueArray(hit, { selector: ([name]) => name, minLength: 1 }), (hits) => {
        const sorted = hits.toSorted(([a, x], [b, y]) => y - x || (a < b ? 1 : -1));
        expect(run(...hits.map(([name, score]) => [name, String(score)] as const))).toEqual(
          sorted.map(([name]) => name),
        );
      }),
    );
  });
});
