import type { z } from "zod";

/**
 * What a task or system must name that is registered, if the issue is that it does not: nothing
 * else of it has been looked at then.
 */
export function registryNoun(issue: z.core.$ZodIssue): "family" | "system kind" | undefined {
  if (issue.code !== "invalid_union" || issue.path.length !== 3) return undefined;
  if (issue.path[0] === "tasks" && issue.discriminator === "family") return "family";
  return (issue.path[0] === "systems" || issue.path[0] === "graders") &&
    issue.discriminator === "kind"
    ? "system kind"
    : undefined;
}
