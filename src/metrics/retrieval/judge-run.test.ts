import { expect, it } from "vitest";
import { judgeRun } from "./judge-run.ts";
import { parseQrels } from "./trec-qrels.ts";
import { parseRun } from "./trec-run.ts";

it("marks missing queries and names those nobody judged", () => {
  const { queries, unjudged } = judgeRun(
    parseQrels("1 0 a 2\n2 0 a 1"),
    parseRun("1 Q0 b 1 2 n\n1 Q0 a 2 1 n\n3 Q0 a 1 1 n"),
  );
  expect([...queries]).toEqual([
    ["1", { gains: [-1, 2], idealGains: [2], judgedNonrelevant: 0, missing: false }],
    ["2", { gains: [], idealGains: [1], judgedNonrelevant: 0, missing: true }],
  ]);
  expect(unjudged).toEqual(["3"]);
});

it("takes a negative judgement for none", () => {
  const { queries } = judgeRun(
    parseQrels("1 0 a -2\n1 0 b 1"),
    parseRun("1 Q0 a 1 2 n\n1 Q0 b 1 1 n"),
  );
  expect(queries.get("1")).toEqual({
    gains: [-1, 1],
    idealGains: [1],
    judgedNonrelevant: 0,
    missing: false,
  });
});
