import { parse } from "yaml";
import type { z } from "zod";
import type { Config, Registries } from "./config.ts";
import { configSchema } from "./config-schema.ts";
import type { Expanded } from "./environment.ts";
import { explainIssues, inputPath, unworded } from "./explain-issues.ts";
import { type FieldPath, formatFieldPath, replaceAt, valueAt } from "./field-path.ts";
import { configJsonSchema } from "./json-schema.ts";
import type { Problem } from "./problem.ts";

export type Parsed = { readonly config: Config } | { readonly problems: readonly Problem[] };

/** Validates the tree and applies defaults. Text from the environment becomes a number or a truth value where the schema asks for one. */
export function parseConfig({ tree, expansions }: Expanded, registries: Registries): Parsed {
  const schema = configSchema(registries);
  const first = validate(schema, tree);
  if (first.success) return { config: first.data };
  const fromEnvironment = new Set(expansions.map(({ path }) => formatFieldPath(path)));
  const suspects = first.error.issues.map((issue) => inputPath(issue.path)).filter((path) => fromEnvironment.has(formatFieldPath(path)));
  const retyped = suspects.reduce((changed, path) => replaceAt(changed, path, retype(valueAt(changed, path))), tree);
  const second = suspects.length > 0 ? validate(schema, retyped) : first;
  if (second.success) return { config: second.data };
  const secretFields = new Set(expansions.filter((one) => one.secretTemplate !== undefined).map((one) => formatFieldPath(one.path)));
  const isHidden = (path: FieldPath) => secretFields.has(formatFieldPath(path));
  return { problems: explainIssues(second.error.issues, { tree: retyped, jsonSchema: configJsonSchema(registries), isHidden }) };
}

function validate(schema: z.ZodType<Config>, tree: unknown): z.ZodSafeParseResult<Config> {
  return schema.safeParse(tree, { error: () => unworded });
}

function retype(text: unknown): unknown {
  if (typeof text !== "string" || !/^\s*(?:[-+.\d][-+.\w]*|true|false)\s*$/i.test(text)) return text;
  const value: unknown = parse(text);
  return typeof value === "number" || typeof value === "boolean" ? value : text;
}
