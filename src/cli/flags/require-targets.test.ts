import { afterEach, describe, expect, it, vi } from "vitest";
import type { Summary } from "../../summary/summary.ts";
import type { TargetVerdict } from "../../summary/target-verdict.ts";
import { requireTargets, targetRule } from "./require-targets.ts";

afterEach(() => vi.restoreAllMocks());

const held = (...verdicts: readonly TargetVerdict["verdict"][]) => {
  const targets = verdicts.map((verdict) => ({
    metric: "accuracy",
    title: "Accuracy",
    target: ">= 0.8",
    value: 1 / 3,
    n: 9,
    verdict,
  }));
  const metrics = { accuracy: { kind: "proportion", best: 1, worst: 0 } };
  return [
    {
      name: "r",
      tasks: [{ id: "qa", systems: [{ id: "oracle" }, { id: "mine", metrics, targets }] }],
    },
  ] as unknown as readonly Summary[];
};
const some = [
  { targets: { qa: { accuracy: { operator: ">=", bound: 0.8 } } } },
] as unknown as Parameters<typeof targetRule>[1];

describe("required targets", () => {
  it.each([
    ["met", ["met", "met"], 0],
    ["met", ["met", "not certain"], 100],
    ["met", ["not met"], 100],
    ["met", ["not measured"], 100],
    ["met", ["unreachable"], 100],
    ["possible", ["met", "not certain"], 0],
    ["possible", ["met", "not met"], 100],
    ["possible", ["unreachable"], 100],
    ["possible", ["not measured"], 100],
    [undefined, ["not met"], 0],
  ] as const)("%s: %j ends with %i", (rule, verdicts, code) => {
    const told = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    expect(requireTargets(held(...verdicts), rule)).toBe(code);
    expect(told.mock.calls.length > 0).toBe(code === 100);
  });

  it("are told too where scores are not to be read, which decides the exit code", () => {
    const told = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    expect(requireTargets(held("not met"), "met", false)).toBe(3);
    expect(told.mock.calls).toHaveLength(1);
    expect(requireTargets(held("met"), "met", false)).toBe(3);
    expect(requireTargets([], "met", false)).toBe(3);
    expect(requireTargets(held("not met"), undefined, false)).toBe(3);
    expect(told.mock.calls).toHaveLength(1);
  });

  it("are told with place, score and verdict", () => {
    const told = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    requireTargets(held("met", "not met"), "met");
    expect(told.mock.calls).toEqual([
      ["target: r, qa, mine: Accuracy >= 80 % is not met (33.33 %)\n"],
    ]);
  });

  it("must be there", () => {
    expect(() => requireTargets(held(), "met")).toThrow(/nothing is held to a target/);
    expect(() => targetRule("met", [{ targets: {} }])).toThrow(/nothing is held to a target/);
    expect(targetRule(undefined, [{ targets: {} }])).toBeUndefined();
    expect(targetRule("possible", some)).toBe("possible");
    expect(() => targetRule("maybe", some)).toThrow(/unknown rule "maybe"/);
  });
});
