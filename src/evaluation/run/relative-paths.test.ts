import { describe, expect, it } from "vitest";
import { withRelativePaths } from "./relative-paths.ts";

const relativeTo = (text: string) => withRelativePaths(text, "/home/ann/projects/qa");

describe("withRelativePaths", () => {
  it.each([
    ["/home/ann/projects/qa/a b.jsonl:3: not JSON", "a b.jsonl:3: not JSON"],
    ["lost: /home/ann/projects/qa/x/y.arrow", "lost: x/y.arrow"],
    ["x, /home/ann/projects/qa/y and /home/ann/projects/qa/z", "x, y and z"],
    ["/home/ann/projects/data/y", "../data/y"],
    ["no file in /home/ann/projects/qa", "no file in ."],
    ["/home/ann/projects/qa2/y", "../qa2/y"],
    ["/home/bob/y", "/home/bob/y"],
    ["https://example.org/home/ann/projects/qa/y", "https://example.org/home/ann/projects/qa/y"],
    ["nothing", "nothing"],
  ])("%s", (text, expected) => {
    expect(relativeTo(text)).toBe(expected);
  });

  it("changes texts at any depth and nothing else", () => {
    const value = { notes: ["/p/q/a"], value: 0.5, none: null, absent: undefined };
    expect(withRelativePaths(value, "/p/q")).toEqual({ ...value, notes: ["a"] });
  });
});
