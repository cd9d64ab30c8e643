import { z } from "zod";

/** What a score is held to. */
export interface Target {
  readonly operator: ">=" | ">" | "<=" | "<";
  readonly value: number;
}

const comparison = /^\s*(>=|>|<=|<)\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*$/;

/** Reads `>= 0.80` and the like. */
export function targetSchema(): z.ZodType<Target, string> {
  const message = 'expected a comparison such as ">= 0.80"';
  return z
    .string(message)
    .regex(comparison, message)
    .transform((text) => {
      const [, operator, value] = comparison.exec(text)!;
      return { operator: operator as Target["operator"], value: Number(value) };
    });
}

/** The inverse of `targetSchema`. */
export function formatTarget({ operator, value }: Target): string {
  return `${operator} ${value}`;
}

export function meetsTarget(value: number, target: Target): boolean {
  switch (target.operator) {
    case ">=":
      return value >= target.value;
    case ">":
      return value > target.value;
    case "<=":
      return value <= target.value;
    case "<":
      return value < target.value;
  }
}
