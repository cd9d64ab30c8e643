import { expect, it } from "vitest";
import { resumeHint } from "./resume-hint.ts";

const spentBudget = { budget: 0.3, spent: 0.29999 };

it("is by the same command, which names the run where it asked for a new one", () => {
  expect(resumeHint({ args: ["run", "a.yaml", "--new"], directory: "runs/1" })).toMatch(
    /^work is left to do; to go on: .* run a\.yaml --run runs\/1$/,
  );
});

it.each([
  ["as it was", ["run", "a.yaml"]],
  ["that set another one", ["run", "a.yaml", "--set", "budget=0.3"]],
  ["that set another one in one word", ["run", "--set=budget=0.3", "a.yaml"]],
])("is by a higher budget where that is spent, with a command %s", (_, args) => {
  const [first, second, ...more] = resumeHint({ args, directory: "runs/1", spentBudget }).split(
    "\n",
  );
  expect(first).toBe(
    "work is left to do: the budget of 0.3 USD is spent (0.3000 USD so far), and the same command would stop at once",
  );
  expect(second).toMatch(
    /^to go on, raise "budget" in the configuration, or: .* run a\.yaml --set budget=…$/,
  );
  expect(more).toEqual([]);
});
