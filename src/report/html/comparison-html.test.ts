import { expect, it } from "vitest";
import { shortNames } from "./comparison-html.ts";

it.each([
  [
    ["/a/b/mc-a.jsonl", "mc-b.json"],
    ["mc-a", "mc-b"],
  ],
  [
    ["x/mc-a.jsonl", "y/mc-a.jsonl"],
    ["x/mc-a", "y/mc-a"],
  ],
  [
    ["x/mc-a.jsonl", "mc-a.jsonl"],
    ["x/mc-a", "mc-a"],
  ],
  [
    ["runs/1-r1#a", "runs/1-r1#b"],
    ["1-r1#a", "1-r1#b"],
  ],
  [["runs/1-r1/"], ["1-r1"]],
  [
    ["C:\\runs\\one", "C:\\runs\\two"],
    ["one", "two"],
  ],
  [
    ["same", "same"],
    ["same", "same"],
  ],
])("names %j by the last parts that tell them apart", (sources, names) => {
  expect(shortNames(sources)).toEqual(names);
});
