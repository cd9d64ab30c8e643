import { z } from "zod";
import type { Target } from "../core/scores/target.ts";

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
