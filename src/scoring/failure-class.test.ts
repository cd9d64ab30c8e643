import { expect, it } from "vitest";
import { answered, failed, failureCauses, noAnswer, outcomeKinds } from "../core/run/outcome.ts";
import { failureClass } from "./failure-class.ts";

it.each([
  ...failureCauses.map((cause) => [cause, failed(cause, "no"), failed(cause, "no")] as const),
  ["unknown", noAnswer("failed", "odd"), noAnswer("failed", "odd")],
  ["media", noAnswer("media-error", "no frames"), noAnswer("media-error", "no frames")],
  ["grader", noAnswer("failed", "not graded (judge): busy"), answered(1)],
] as const)("tells %s", (expected, outcome, given) => {
  expect(failureClass(outcome, given)).toBe(expected);
});

it("says nothing of samples that are scored or were not reached", () => {
  const scored = outcomeKinds.filter(
    (kind) => !["answered", "failed", "media-error"].includes(kind),
  );
  for (const kind of scored)
    expect(failureClass(noAnswer(kind as "refused", "no"), undefined)).toBeUndefined();
  expect([failureClass(answered(1), answered(1)), failureClass(undefined, undefined)]).toEqual([
    undefined,
    undefined,
  ]);
});
