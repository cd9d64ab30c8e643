import type { z } from "zod";

/** The first thing that is wrong with a row, with its place. */
export function firstIssue(error: z.ZodError, where = "row"): string {
  const [issue] = error.issues;
  return `${issue?.path.join(".") || where}: ${issue?.message}`;
}
