import { expect, it } from "vitest";
import { damageText } from "./damage-text.ts";

it("says that only work without an outcome elsewhere in the log is undone", () => {
  expect(damageText([{ line: 7, reason: "checksum does not match" }], "run.jsonl")).toBe(
    "run.jsonl: 1 damaged line left out (line 7: checksum does not match); samples whose outcome it held count as not done",
  );
  expect(
    damageText(
      [9, 7].map((line) => ({ line, reason: "x" })),
      "run.jsonl",
    ),
  ).toMatch(
    /^run\.jsonl: 2 damaged lines left out \(lines 7, 9: x\); samples whose outcomes they held count as not done$/,
  );
});

it("names each log by itself", () => {
  const damage = [
    { line: 7, reason: "cut off" },
    { line: 2, reason: "cut off", logName: "rejudged/other/run.jsonl" },
  ];
  expect(damageText(damage, "run.jsonl")).toMatch(
    /^run\.jsonl: .*\(line 7: .*; rejudged\/other\/run\.jsonl: .*\(line 2: /,
  );
});
