import { expect, it } from "vitest";
import { voteChoice } from "./vote.ts";

it.each([
  ["nothing", [], null],
  ["only silence", [null, null], null],
  ["one", [2], 2],
  ["a majority", [0, 1, 1], 1],
  ["a tie: the first named", [3, 0, 0, 3], 3],
  ["silence has no vote", [null, null, 1], 1],
])("%s", (_, choices, elected) => {
  expect(voteChoice(choices.map((choice) => ({ choice, rule: "letter" })))).toEqual({
    choice: elected,
  });
});
