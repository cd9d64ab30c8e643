import { z } from "zod";
import type { Family } from "../../core/family.ts";
import type { Target } from "../../core/scores/target.ts";
import { targetSchema } from "../target.ts";

/**
 * Targets as they are written: the name of a published set, or comparisons by metric, or by task
 * and then by metric.
 */
export type WrittenTargets = string | WrittenComparisons;

interface WrittenComparisons {
  readonly preset?: string | undefined;
  readonly [place: string]: Target | Readonly<Record<string, Target>> | string | undefined;
}

export function targetsSchema(families: readonly Family[]) {
  const presets = [
    ...new Set(families.flatMap(({ proof: { targets = {} } }) => Object.keys(targets))),
  ];
  const comparison = targetSchema().describe('A comparison such as ">= 0.80".');
  const either = z.union([comparison, z.record(z.string(), comparison)], {
    error: ({ input }) =>
      typeof input === "string" ? 'expected a comparison such as ">= 0.80"' : undefined,
  });
  if (presets.length === 0) return z.record(z.string(), either) as z.ZodType<WrittenTargets>;
  const preset = z
    .enum(presets)
    .describe("A published set of targets; what stands beside it comes on top.");
  return z.union([
    preset,
    z.object({ preset: preset.optional() }).catchall(either),
  ]) as z.ZodType<WrittenTargets>;
}

/** Whether it is a comparison, and not a mapping of them. */
export function isTarget(value: unknown): value is Target {
  return (
    typeof value === "object" &&
    value !== null &&
    "operator" in value &&
    "value" in value &&
    typeof value.operator === "string"
  );
}
