import type { z } from "zod";
import { describeExpected, discriminatorOptions } from "../../core/describe-issue.ts";
import { describeValue, rewriteHint } from "../../core/describe-value.ts";
import { isRecord } from "../../core/json.ts";
import { closest } from "../../core/suggest.ts";
import { type FieldPath, formatFieldPath, valueAt } from "../field-path.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import { schemaAt } from "../schema/schema-at.ts";
import { choiceHint } from "./choice-hint.ts";
import { type Problem, unworded } from "./problem.ts";
import { registryNoun } from "./registry-noun.ts";

type Issue = z.core.$ZodIssue;

/** What issues are explained by. */
export interface IssueContext {
  readonly tree: unknown;
  readonly jsonSchema: JsonSchema;
  /** Whether the value of this field must not be shown. */
  isHidden(path: FieldPath): boolean;
}

/** Says in plain words what zod found, with the nearest key or what would be right. */
export function explainIssues(issues: readonly Issue[], context: IssueContext): readonly Problem[] {
  const narrowed = issues.flatMap(narrowUnion);
  const unknown = unknownKeys(narrowed, context);
  // A misspelt key is one mistake: not also a missing one, nor what a refinement of the mapping
  // says about that.
  const misspelt = unknown.filter(({ near }) => near !== undefined);
  const meant = new Set(misspelt.map(({ near }) => near));
  const refined = new Set(
    misspelt.map(({ problem }) => formatFieldPath(problem.path.slice(0, -1))),
  );
  const others = new Map<string, Issue>();
  for (const issue of narrowed.filter(({ code }) => code !== "unrecognized_keys")) {
    const field = formatFieldPath(inputPath(issue.path));
    const isToldAlready = meant.has(field) || (issue.code === "custom" && refined.has(field));
    // Only the first of a field: what comes after often follows from it.
    if (!isToldAlready && !others.has(field)) others.set(field, issue);
  }
  return [
    ...unknown.map(({ problem }) => problem),
    ...others.values().map((issue) => explain(issue, context)),
  ];
}

/** Where the user wrote it: the settings of a system stand beside its id. */
export function inputPath(path: readonly PropertyKey[]): FieldPath {
  const steps = path.map((step) => (typeof step === "symbol" ? String(step) : step));
  const isSystem = steps[0] === "systems" || steps[0] === "graders";
  return isSystem && steps[2] === "settings" ? steps.toSpliced(2, 1) : steps;
}

/** Where one branch of a union has the right type, its issues are the ones to tell. */
function narrowUnion(issue: Issue): readonly Issue[] {
  if (issue.code !== "invalid_union") return [issue];
  const near = issue.errors.filter((branch) => branch.every(isBeyondType));
  const [best] = near.toSorted((a, b) => a.length - b.length);
  if (!best) return [issue];
  return best.flatMap((inner) => narrowUnion({ ...inner, path: [...issue.path, ...inner.path] }));
}

function isBeyondType({ path, code, message }: Issue): boolean {
  return (
    path.length > 0 || code === "unrecognized_keys" || (code === "custom" && message !== unworded)
  );
}

function unknownKeys(issues: readonly Issue[], context: IssueContext): readonly UnknownKey[] {
  const found = new Map<string, UnknownKey>();
  for (const issue of issues) {
    const parent = inputPath(
      issue.code === "unrecognized_keys" ? issue.path : issue.path.slice(0, -1),
    );
    const keys = issue.code === "unrecognized_keys" ? issue.keys : strayKeys(issue, context);
    for (const key of keys)
      found.set(formatFieldPath([...parent, key]), unknownKey(parent, key, context));
  }
  return [...found.values()];
}

interface UnknownKey {
  readonly problem: Problem;
  /** The field that was probably meant. */
  readonly near: string | undefined;
}

function unknownKey(
  parent: FieldPath,
  key: string,
  { tree, jsonSchema }: IssueContext,
): UnknownKey {
  const { keys } = schemaAt(jsonSchema, tree, parent);
  const near = closest(key, freeKeys(keys, valueAt(tree, parent)));
  const hint = near ? `did you mean "${near}"?` : listKeys(keys);
  const problem: Problem = {
    path: [...parent, key],
    about: "key",
    message: `unknown key "${key}"`,
    hint,
  };
  return { near: near && formatFieldPath([...parent, near]), problem };
}

/**
 * Where the key is missing that tells the branches of a union apart, zod looks at no other: those
 * that no branch knows, of which one may be it.
 */
function strayKeys(issue: Issue, { tree, jsonSchema }: IssueContext): readonly string[] {
  if (issue.code !== "invalid_union" || issue.discriminator === undefined) return [];
  const path = inputPath(issue.path);
  const parent = path.slice(0, -1);
  const here = valueAt(tree, parent);
  if (!isRecord(here) || valueAt(tree, path) !== undefined) return [];
  const { keys, isOpen } = schemaAt(jsonSchema, tree, parent);
  const strange = Object.keys(here).filter((key) => !keys.includes(key));
  return isOpen
    ? strange.filter((key) => closest(key, freeKeys(keys, here)) === issue.discriminator)
    : strange;
}

function freeKeys(keys: readonly string[], here: unknown): readonly string[] {
  return keys.filter((key) => !isRecord(here) || !Object.hasOwn(here, key));
}

function explain(issue: Issue, context: IssueContext): Problem {
  const path = inputPath(issue.path);
  const last = path.at(-1);
  if (issue.code === "custom" && issue.message !== unworded)
    return { path, message: issue.message, ...noteOf(issue.params) };
  if (issue.code === "invalid_key") return explainKey(issue, path);
  const value = valueAt(context.tree, path);
  const { description, keys } = schemaAt(context.jsonSchema, context.tree, path);
  if (value === undefined && typeof last === "string") {
    // What tells branches apart has another description in each.
    const meaning =
      issue.code === "invalid_union" && issue.discriminator !== undefined
        ? describeExpected(issue)
        : description;
    return {
      path: path.slice(0, -1),
      about: "value",
      message: `missing key "${last}"`,
      hint: meaning && `${last}: ${meaning}`,
    };
  }
  if (context.isHidden(path)) return { path, about: "value", message: wording(issue, "a secret") };
  const hint =
    hintFor(issue, value) ??
    (issue.code === "invalid_type" && keys.length > 0 ? listKeys(keys) : undefined);
  return { path, about: "value", message: wording(issue, describeValue(value)), hint };
}

/** A key that the user chose, and that is not of the form the schema asks for. */
function explainKey({ issues: [inner] }: z.core.$ZodIssueInvalidKey, path: FieldPath): Problem {
  const key = describeValue(path.at(-1));
  if (!inner) return { path, about: "key", message: `unknown key ${key}` };
  const isFinal = inner.code === "custom" && inner.message !== unworded;
  return { path, about: "key", message: isFinal ? inner.message : wording(inner, key) };
}

/** What `checkReferences` says beside its message. */
function noteOf(params: Readonly<Record<string, unknown>> = {}): Pick<Problem, "about" | "hint"> {
  return {
    about: params.about === "key" ? "key" : "value",
    hint: typeof params.hint === "string" ? params.hint : undefined,
  };
}

function wording(issue: Issue, shown: string): string {
  const noun = registryNoun(issue);
  if (noun !== undefined) return `unknown ${noun} ${shown}`;
  if (issue.message !== unworded)
    return issue.message.includes(shown) ? issue.message : `${issue.message}, got ${shown}`;
  return `expected ${describeExpected(issue) ?? "something else"}, got ${shown}`;
}

function hintFor(issue: Issue, value: unknown): string | undefined {
  if (issue.code === "invalid_type" && issue.message === unworded)
    return rewriteHint(value, issue.expected);
  if (
    typeof value !== "string" ||
    (issue.code !== "invalid_union" && issue.code !== "invalid_value")
  )
    return undefined;
  const names =
    issue.code === "invalid_value" ? issue.values.map(String) : discriminatorOptions(issue);
  const noun = registryNoun(issue);
  if (names.length === 0 && noun === undefined) return undefined;
  if (noun !== undefined || issue.message !== unworded)
    return choiceHint(noun ?? "choice", value, names);
  const near = closest(value, names);
  return near && `did you mean "${near}"?`;
}

function listKeys(keys: readonly string[]): string {
  return `keys here: ${keys.filter((key) => !key.startsWith("$")).join(", ") || "none"}`;
}
