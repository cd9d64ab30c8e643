import type { z } from "zod";

/**
 * The first thing that is wrong with a value, after its place in it; `whole` stands for the value
 * itself.
 */
export function firstIssue({ issues: [issue] }: z.ZodError, whole = "row"): string {
  return `${issue?.path.join(".") || whole}: ${issue?.message}`;
}
