import { closest } from "../core/suggest.ts";
import { type FieldPath, fieldName, mapLeaves } from "./field-path.ts";
import type { Problem } from "./problems/problem.ts";
import { isSecretField, isSecretVariable, variableFor } from "./secret-name.ts";
import { escapeTemplate, parseTemplate, type TemplatePart } from "./variable-template.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** A field whose text named environment variables. */
interface Expansion {
  readonly path: FieldPath;
  /** The text to store where one of them is a secret: secrets as `${NAME}`, all else replaced. */
  readonly secretTemplate: string | undefined;
}

export interface Expanded {
  readonly tree: unknown;
  readonly expansions: readonly Expansion[];
  /** Values that no log, report or message may show. */
  readonly secrets: readonly string[];
  readonly problems: readonly Problem[];
}

/**
 * Replaces `${NAME}` and `${NAME:-default}` (used where the variable is unset or empty) in every
 * text of the tree. A secret written out in a field named like one is a problem, and its value is
 * in `secrets` too, so that no message repeats it.
 */
export function expandEnvironment(tree: unknown, environment: Environment): Expanded {
  const all: Omit<Expanded, "tree">[] = [];
  const expanded = mapLeaves(tree, (leaf, path) => {
    const { tree: value, ...found } = expandLeaf(leaf, path, environment);
    all.push(found);
    return value;
  });
  return {
    tree: expanded,
    expansions: all.flatMap((found) => found.expansions),
    secrets: [...new Set(all.flatMap((found) => found.secrets))],
    problems: all.flatMap((found) => found.problems),
  };
}

function expandLeaf(leaf: unknown, path: FieldPath, environment: Environment): Expanded {
  const untouched: Expanded = { tree: leaf, expansions: [], secrets: [], problems: [] };
  const field = fieldName(path) ?? "";
  const parts = typeof leaf === "string" ? parseTemplate(leaf) : [];
  const names = parts.filter((part) => part.kind === "variable");
  if (names.length === 0 && isSecretField(field) && isLiteral(leaf)) {
    return { ...untouched, secrets: [String(leaf)], problems: [literalSecret(path, field)] };
  }
  const password = addressPassword(parts);
  if (password?.names.length === 0)
    return { ...untouched, secrets: [password.text], problems: [literalPassword(path)] };
  const problems = parts
    .map((part) => partProblem(part, path, environment))
    .filter((problem) => problem !== undefined);
  if (typeof leaf !== "string" || problems.length > 0) return { ...untouched, problems };
  const isSecret = (name: string) =>
    isSecretField(field) || isSecretVariable(name) || (password?.names.includes(name) ?? false);
  const secrets = names
    .filter(({ name }) => isSecret(name))
    .map((part) => textOf(part, environment));
  const secretTemplate = secrets.length > 0 ? storedText(parts, environment, isSecret) : undefined;
  return {
    tree: parts.map((part) => textOf(part, environment)).join(""),
    expansions: names.length > 0 ? [{ path, secretTemplate }] : [],
    secrets: secrets.filter((secret) => secret !== ""),
    problems: [],
  };
}

/**
 * The password of an address such as https://name:password@host, where the text is one, and the
 * variables that it is made of.
 */
function addressPassword(
  parts: readonly TemplatePart[],
): { readonly text: string; readonly names: readonly string[] } | undefined {
  const text = parts
    .map((part) => (part.kind === "variable" ? `\u0000${part.name}\u0000` : part.text))
    .join("");
  const password = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@:]*:([^/?#@]+)@/i.exec(text)?.[1];
  if (password === undefined) return undefined;
  return { text: password, names: password.split("\u0000").filter((_, index) => index % 2 === 1) };
}

function isLiteral(leaf: unknown): boolean {
  return typeof leaf === "number" || (typeof leaf === "string" && leaf !== "");
}

function textOf(part: TemplatePart, environment: Environment): string {
  if (part.kind !== "variable") return part.text;
  const value = environment[part.name];
  return part.fallback === undefined ? (value ?? "") : value || part.fallback;
}

function storedText(
  parts: readonly TemplatePart[],
  environment: Environment,
  isSecret: (name: string) => boolean,
): string {
  return parts
    .map((part) =>
      part.kind === "variable" && isSecret(part.name)
        ? `\${${part.name}}`
        : escapeTemplate(textOf(part, environment)),
    )
    .join("");
}

function partProblem(
  part: TemplatePart,
  path: FieldPath,
  environment: Environment,
): Problem | undefined {
  if (part.kind === "malformed") {
    const message = "a ${ that starts no variable";
    return {
      path,
      about: "value",
      message,
      hint: `write \${NAME} or \${NAME:-default}, and $\${ for the characters themselves`,
    };
  }
  if (part.kind === "text" || part.fallback !== undefined || environment[part.name] !== undefined)
    return undefined;
  const alike = Object.keys(environment).filter(
    (name) => name.length > 3 && name[0] === part.name[0],
  );
  const near = closest(part.name, alike);
  const hint = near ? `did you mean ${near}?` : `set it, or write \${${part.name}:-default}`;
  return { path, about: "value", message: `environment variable ${part.name} is not set`, hint };
}

function literalPassword(path: FieldPath): Problem {
  const hint = `put the password in the environment and write \${MY_PASSWORD} in its place`;
  return { path, about: "value", message: "a secret must not be written here", hint };
}

function literalSecret(path: FieldPath, field: string): Problem {
  const hint = `put it in the environment and write ${field}: "\${${variableFor(field)}}"`;
  return { path, about: "value", message: "a secret must not be written here", hint };
}
