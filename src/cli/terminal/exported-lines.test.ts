import { resolve } from "node:path";
import { expect, it } from "vitest";
import { exportedLines } from "./exported-lines.ts";

it("names few files one by one, and of many the folder of their task and system", () => {
  const directory = resolve("exports");
  const many = Array.from({ length: 40 }, (_, i) =>
    resolve(directory, `proassist/val/mine/eval/ego4d/results/${i}.json`),
  );
  const few = [
    resolve(directory, "proassist/val/other/a.json"),
    resolve(directory, "proassist/val/other/b.json"),
    resolve(directory, "lm/x.json"),
  ];
  const lines = exportedLines([...many, ...few], directory);
  expect(lines).toEqual([
    expect.stringMatching(/^exported 40 files below .*exports\/proassist\/val\/mine$/),
    expect.stringMatching(/a\.json$/),
    expect.stringMatching(/b\.json$/),
    expect.stringMatching(/lm\/x\.json$/),
  ]);
});
