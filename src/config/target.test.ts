import { expect, it } from "vitest";
import { formatTarget } from "../core/scores/target.ts";
import { targetSchema } from "./target.ts";

it.each([
  [">= 0.80", { operator: ">=", value: 0.8 }],
  [">0", { operator: ">", value: 0 }],
  ["  <=  -1.5e-3 ", { operator: "<=", value: -0.0015 }],
  ["< .5", { operator: "<", value: 0.5 }],
] as const)("%j", (text, target) => {
  expect(targetSchema().parse(text)).toEqual(target);
  expect(targetSchema().parse(formatTarget(target))).toEqual(target);
});

it.each(["0.8", "= 0.8", "=> 0.8", ">= 80%", ">= ", ">= 0x10", ">= Infinity", "", 0.8])(
  "%j is none",
  (text) =>
    expect(targetSchema().safeParse(text).error?.issues[0]?.message).toBe(
      'expected a comparison such as ">= 0.80"',
    ),
);
