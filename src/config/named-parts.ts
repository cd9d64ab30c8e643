import { isRecord } from "../core/json.ts";
import type { NamedParts } from "./config.ts";

/**
 * Finds what a configuration names, before it is checked: the values of `family`, `kind` and `use`.
 * Everything is loaded if these do not decide: for a matrix, and for files of other programs.
 */
export function namedParts(tree: unknown, directory: string): NamedParts {
  if (!isRecord(tree)) return {};
  const paths = itemsOf(tree.use).filter((path) => typeof path === "string" && path !== "");
  if (paths.length > 0) return { use: { paths: paths as readonly string[], directory } };
  if (tree.matrix !== undefined) return {};
  const families = valuesOf(tree.tasks, "family");
  const systemKinds = [...valuesOf(tree.systems, "kind"), ...valuesOf(tree.graders, "kind")];
  return families.length === 0 || systemKinds.length === 0 ? {} : { families, systemKinds };
}

function valuesOf(items: unknown, key: string): readonly string[] {
  return itemsOf(items).map((item) => (isRecord(item) ? String(item[key]) : ""));
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
