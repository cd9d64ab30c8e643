import type { z } from "zod";
import { describeType, describeValue } from "./describe-value.ts";

type Issue = z.core.$ZodIssue;

/** What would have been right, in words; `undefined` where zod does not say. */
export function describeExpected(issue: Issue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return describeType(issue.expected);
    case "invalid_value":
      return anyOf(issue.values.map(describeValue));
    case "too_small":
      return describeLimit(
        issue.origin,
        issue.inclusive === false ? "more than" : "at least",
        issue.minimum,
      );
    case "too_big":
      return describeLimit(
        issue.origin,
        issue.inclusive === false ? "less than" : "at most",
        issue.maximum,
      );
    case "not_multiple_of":
      return `a multiple of ${issue.divisor}`;
    case "invalid_format":
      return issue.format === "url"
        ? "a URL"
        : (expectedWords(issue.message) ?? `text of the form ${issue.pattern ?? issue.format}`);
    case "invalid_union":
      if (issue.discriminator !== undefined)
        return anyOf(discriminatorOptions(issue).map(describeValue));
      return anyOf(
        issue.errors
          .flatMap((branch) => branch.map(describeExpected))
          .filter((expected) => expected !== undefined),
      );
    default:
      return undefined;
  }
}

/** A schema that has words of its own for what it expects says it better than its pattern. */
function expectedWords(message: string | undefined): string | undefined {
  return message?.startsWith("expected ") ? message.slice("expected ".length) : undefined;
}

/** The constants that tell the branches of a union apart. */
export function discriminatorOptions(issue: z.core.$ZodIssueInvalidUnion): readonly string[] {
  return "options" in issue && Array.isArray(issue.options) ? issue.options.map(String) : [];
}

function describeLimit(origin: string, relation: string, limit: number | bigint): string {
  const plural = Number(limit) === 1 ? "" : "s";
  if (origin === "string" && relation === "at least" && Number(limit) === 1)
    return "text that is not empty";
  if (origin === "string") return `text of ${relation} ${limit} character${plural}`;
  if (origin === "array" || origin === "set")
    return `a list of ${relation} ${limit} element${plural}`;
  return `a number of ${relation} ${limit}`;
}

function anyOf(choices: readonly string[]): string | undefined {
  const unique = [...new Set(choices)];
  return unique.length < 2 ? unique[0] : `${unique.slice(0, -1).join(", ")} or ${unique.at(-1)}`;
}
