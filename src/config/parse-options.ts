import type { z } from "zod";
import { explainIssues } from "./problems/explain-issues.ts";
import { problemsError, unworded } from "./problems/problem.ts";
import { toPlainSchema } from "./schema/json-schema.ts";

/**
 * Reads options that are given outside of a configuration, defaults applied. Mistakes are explained
 * as in a configuration; `label` says where they were written.
 */
export function parseOptions<Options>(
  schema: z.ZodType<Options>,
  tree: Readonly<Record<string, unknown>>,
  label: string,
): Options {
  const parsed = schema.safeParse(tree, { error: () => unworded, jitless: true });
  if (parsed.success) return parsed.data;
  const context = { tree, jsonSchema: toPlainSchema(schema), isHidden: () => false };
  const problems = explainIssues(parsed.error.issues, context);
  throw problemsError(problems.map((problem, order) => ({ ...problem, place: { label, order } })));
}
