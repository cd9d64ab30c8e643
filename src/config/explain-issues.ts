import type { z } from "zod";
import { isRecord } from "../core/json.ts";
import { closest } from "../core/suggest.ts";
import { choiceHint } from "./choice-hint.ts";
import { describeExpected, discriminatorOptions } from "./describe-issue.ts";
import { describeValue, rewriteHint } from "./describe-value.ts";
import { type FieldPath, formatFieldPath, valueAt } from "./field-path.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { Problem } from "./problem.ts";
import { schemaAt } from "./schema-at.ts";

type Issue = z.core.$ZodIssue;

/** What issues are explained by. */
export interface IssueContext {
  readonly tree: unknown;
  readonly jsonSchema: JsonSchema;
  /** Whether the value of this field must not be shown. */
  isHidden(path: FieldPath): boolean;
}

/** Stands where a schema gives no message of its own; pass it to zod so that the two can be told apart. */
export const unworded = "vidimus:unworded";

/** Says in plain words what zod found, with the nearest key or what would be right. */
export function explainIssues(issues: readonly Issue[], context: IssueContext): readonly Problem[] {
  const narrowed = issues.flatMap(narrowUnion);
  const unknown = narrowed.flatMap((issue) => (issue.code === "unrecognized_keys" ? unknownKeys(issue, context) : []));
  // A misspelt key is one mistake, not an unknown key and a missing one.
  const meant = new Set(unknown.map(({ near }) => near));
  const others = new Map<string, Issue>();
  for (const issue of narrowed.filter(({ code }) => code !== "unrecognized_keys")) {
    const field = formatFieldPath(inputPath(issue.path));
    // Only the first of a field: what comes after often follows from it.
    if (!meant.has(field) && !others.has(field)) others.set(field, issue);
  }
  return [...unknown.map(({ problem }) => problem), ...others.values().map((issue) => explain(issue, context))];
}

/** Where the user wrote it: the settings of a system stand beside its id. */
export function inputPath(path: readonly PropertyKey[]): FieldPath {
  const steps = path.map((step) => (typeof step === "symbol" ? String(step) : step));
  return steps[0] === "systems" && steps[2] === "settings" ? steps.toSpliced(2, 1) : steps;
}

/** Where one branch of a union has the right type, its issues are the ones to tell. */
function narrowUnion(issue: Issue): readonly Issue[] {
  if (issue.code !== "invalid_union") return [issue];
  const near = issue.errors.filter((branch) => branch.every((inner) => inner.path.length > 0 || inner.code === "unrecognized_keys"));
  const [best] = near.toSorted((a, b) => a.length - b.length);
  if (!best) return [issue];
  return best.flatMap((inner) => narrowUnion({ ...inner, path: [...issue.path, ...inner.path] }));
}

function unknownKeys(issue: z.core.$ZodIssueUnrecognizedKeys, { tree, jsonSchema }: IssueContext) {
  const parent = inputPath(issue.path);
  const here = valueAt(tree, parent);
  const { keys } = schemaAt(jsonSchema, tree, parent);
  const free = keys.filter((key) => !isRecord(here) || !Object.hasOwn(here, key));
  return issue.keys.map((key) => {
    const near = closest(key, free);
    const hint = near ? `did you mean "${near}"?` : listKeys(keys);
    const problem: Problem = { path: [...parent, key], about: "key", message: `unknown key "${key}"`, hint };
    return { near: near && formatFieldPath([...parent, near]), problem };
  });
}

function explain(issue: Issue, context: IssueContext): Problem {
  const path = inputPath(issue.path);
  const last = path.at(-1);
  if (issue.code === "custom") return { path, message: issue.message, ...noteOf(issue.params) };
  const value = valueAt(context.tree, path);
  const { description, keys } = schemaAt(context.jsonSchema, context.tree, path);
  if (value === undefined && typeof last === "string") {
    return { path: path.slice(0, -1), about: "value", message: `missing key "${last}"`, hint: description && `${last}: ${description}` };
  }
  if (context.isHidden(path)) return { path, about: "value", message: wording(issue, "a secret") };
  const hint = hintFor(issue, value) ?? (issue.code === "invalid_type" && keys.length > 0 ? listKeys(keys) : undefined);
  return { path, about: "value", message: wording(issue, describeValue(value)), hint };
}

/** What `checkReferences` says beside its message. */
function noteOf(params: Readonly<Record<string, unknown>> = {}): Pick<Problem, "about" | "hint"> {
  return { about: params.about === "key" ? "key" : "value", hint: typeof params.hint === "string" ? params.hint : undefined };
}

function wording(issue: Issue, shown: string): string {
  const noun = registryNoun(issue);
  if (noun !== undefined) return `unknown ${noun} ${shown}`;
  if (issue.message !== unworded) return issue.message.includes(shown) ? issue.message : `${issue.message}, got ${shown}`;
  return `expected ${describeExpected(issue) ?? "something else"}, got ${shown}`;
}

function hintFor(issue: Issue, value: unknown): string | undefined {
  if (issue.code === "invalid_type" && issue.message === unworded) return rewriteHint(value, issue.expected);
  if (typeof value !== "string" || (issue.code !== "invalid_union" && issue.code !== "invalid_value")) return undefined;
  const names = issue.code === "invalid_value" ? issue.values.map(String) : discriminatorOptions(issue);
  const noun = registryNoun(issue);
  if (noun !== undefined || issue.message !== unworded) return choiceHint(noun ?? "choice", value, names);
  const near = closest(value, names);
  return near && `did you mean "${near}"?`;
}

/** What the user named that is not registered, if that is the issue. */
function registryNoun(issue: Issue): string | undefined {
  if (issue.code !== "invalid_union" || issue.path.length !== 3) return undefined;
  if (issue.path[0] === "tasks" && issue.discriminator === "family") return "family";
  return issue.path[0] === "systems" && issue.discriminator === "kind" ? "system kind" : undefined;
}

function listKeys(keys: readonly string[]): string {
  return `keys here: ${keys.filter((key) => !key.startsWith("$")).join(", ") || "none"}`;
}
