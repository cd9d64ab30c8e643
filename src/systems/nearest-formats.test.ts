import { describe, expect, it } from "vitest";
import { fieldNames, nearestFormats } from "./nearest-formats.ts";

describe("fields of a head", () => {
  it.each([
    [{ name: "a", label: 0 }, ["name", "label"]],
    [{ results: [{ video: "v", score: 1 }] }, ["results", "video", "score"]],
    [[{ qid: 1 }, { other: 2 }], ["qid"]],
    [{ a: 1, b: 2, c: 3, d: { e: 4 } }, ["a", "b", "c", "d"]],
    ["text", []],
    [null, []],
    [undefined, []],
    [{ text: "abc" }, ["text"]],
  ])("%j", (head, expected) => expect(fieldNames(head)).toEqual(expected));
});

describe("formats to choose from", () => {
  const formats = ["plain", "one", "two", "three-b", "four"].map((id, at) => ({
    id,
    summary: `rows of ${["id", "qid, vid", "label", "x", "y"][at]}`,
  }));

  it("shows those whole that share most fields, and names the rest", () => {
    expect(
      nearestFormats(formats, { path: "p.jsonl", fields: ["qid", "label", "vid"] }).split("\n"),
    ).toEqual([
      "name the format; most like it:",
      "    one: rows of qid, vid",
      "    two: rows of label",
      "    plain: rows of id",
      "  others: three-b, four; what they hold: vidimus list formats",
    ]);
  });

  it("puts a format first that the file is named after", () => {
    expect(nearestFormats(formats, { path: "out/three_b.json", fields: ["qid", "vid"] })).toMatch(
      /like it:\n +three-b: /,
    );
  });

  it("leaves nobody out where there are few", () => {
    expect(nearestFormats(formats.slice(0, 2), { path: "p", fields: [] })).not.toContain("others");
  });
});
