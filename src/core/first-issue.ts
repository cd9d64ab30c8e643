import type { z } from "zod";
import { describeExpected } from "./describe-issue.ts";
import { describeType } from "./describe-value.ts";
import { closest } from "./suggest.ts";

type Issue = z.core.$ZodIssue;

/**
 * The first thing that is wrong with a value, after its place in it; `whole` stands for the value
 * itself. A field that is not known comes before all others, since it is often a missing one that is
 * misspelt.
 */
export function firstIssue({ issues }: z.ZodError, whole = "row"): string {
  const unknown = issues.find((issue) => issue.code === "unrecognized_keys");
  const issue = unknown ?? issues[0];
  const place = issue?.path.join(".") || whole;
  if (!unknown) return `${place}: ${issue ? issueText(issue) : "not valid"}`;
  const [key] = unknown.keys;
  const missing = issues
    .filter((other) => isMissing(other))
    .map(({ path }) => String(path.at(-1) ?? ""));
  const near = closest(key!, missing);
  return `${place}: unknown field "${key}"${near ? `; did you mean "${near}"?` : ""}`;
}

/** What is wrong, in our words where it is zod's own message. */
function issueText(issue: Issue): string {
  const isOwn = !/^(?:Invalid|Too (?:small|big))\b/.test(issue.message);
  const expected = isOwn ? undefined : describeExpected(issue);
  if (expected === undefined) return issue.message;
  if (isMissing(issue)) return `is missing; must be ${expected}`;
  const got = receivedType(issue);
  return `must be ${expected}${got === undefined ? "" : `, got ${describeType(got)}`}`;
}

function isMissing(issue: Issue): boolean {
  return issue.code === "invalid_union"
    ? issue.errors.length > 0 && issue.errors.every(([first]) => first && isMissing(first))
    : receivedType(issue) === "undefined";
}

/** Issues do not carry the value, but their messages name its type. */
function receivedType({ code, message }: Issue): string | undefined {
  return code === "invalid_type" ? /received (\S+)$/.exec(message)?.[1] : undefined;
}
