import { expect, it } from "vitest";
import { answered, noAnswer } from "../../../core/run/outcome.ts";
import { UnansweredSplits } from "./unanswered-splits.ts";

const missing = noAnswer("missing", "no answer");
const told = (
  ...samples: readonly (readonly [split: string | undefined, isAnswered: boolean])[]
) => {
  const splits = new UnansweredSplits();
  for (const [at, [split, isAnswered]] of samples.entries())
    splits.add(
      { id: String(at), group: "g", ...(split === undefined ? {} : { split }) },
      isAnswered ? answered(1) : missing,
    );
  return splits.warning();
};

it("warns of splits that have no prediction where others have", () => {
  expect(told(["train", false], ["train", false], ["val", true], ["val", false])).toBe(
    "no prediction is about the split train: 2 samples count as not answered; --split val leaves them out",
  );
});

it.each([
  [
    "every split has some",
    [
      ["train", true],
      ["val", true],
    ] as const,
  ],
  [
    "none has any",
    [
      ["train", false],
      ["val", false],
    ] as const,
  ],
  [
    "there are no splits",
    [
      [undefined, true],
      [undefined, false],
    ] as const,
  ],
  ["there are no samples", [] as const],
])("says nothing where %s", (_, samples) => expect(told(...samples)).toBeUndefined());
