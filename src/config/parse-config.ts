import { parse } from "yaml";
import type { z } from "zod";
import type { Config, Registries } from "./config.ts";
import type { Expanded } from "./environment.ts";
import { type FieldPath, formatFieldPath, replaceAt, valueAt } from "./field-path.ts";
import { explainIssues, inputPath } from "./problems/explain-issues.ts";
import { type Problem, unworded } from "./problems/problem.ts";
import { undecidedIssues } from "./problems/undecided-issues.ts";
import { configSchema } from "./schema/config-schema.ts";
import { configJsonSchema } from "./schema/json-schema.ts";

export type Parsed = { readonly config: Config } | { readonly problems: readonly Problem[] };

/**
 * Validates the tree and applies defaults. Text from the environment becomes a number or a truth
 * value where the schema asks for one.
 */
export function parseConfig({ tree, expansions }: Expanded, registries: Registries): Parsed {
  const validate = validator(registries);
  const first = validate(tree);
  if ("config" in first) return first;
  const fromEnvironment = new Set(expansions.map(({ path }) => formatFieldPath(path)));
  const suspects = first.issues
    .map((issue) => inputPath(issue.path))
    .filter((path) => fromEnvironment.has(formatFieldPath(path)));
  const retyped = suspects.reduce(
    (changed, path) => replaceAt(changed, path, retype(valueAt(changed, path))),
    tree,
  );
  const second = suspects.length > 0 ? validate(retyped) : first;
  if ("config" in second) return second;
  const secretFields = new Set(
    expansions
      .filter((one) => one.secretTemplate !== undefined)
      .map((one) => formatFieldPath(one.path)),
  );
  const isHidden = (path: FieldPath) => secretFields.has(formatFieldPath(path));
  return {
    problems: explainIssues(second.issues, {
      tree: retyped,
      jsonSchema: configJsonSchema(registries),
      isHidden,
    }),
  };
}

type Validated = { readonly config: Config } | { readonly issues: readonly z.core.$ZodIssue[] };

function validator(registries: Registries): (tree: unknown) => Validated {
  const schema = configSchema(registries);
  return (tree) => {
    const { success, data, error } = schema.safeParse(tree, {
      error: () => unworded,
      jitless: true,
    });
    return success
      ? { config: data }
      : {
          issues: error.issues.flatMap((issue) => [
            issue,
            ...undecidedIssues(issue, tree, registries),
          ]),
        };
  };
}

function retype(text: unknown): unknown {
  if (typeof text !== "string" || !/^\s*(?:[-+.\d][-+.\w]*|true|false)\s*$/i.test(text))
    return text;
  const value: unknown = parse(text);
  return typeof value === "number" || typeof value === "boolean" ? value : text;
}
