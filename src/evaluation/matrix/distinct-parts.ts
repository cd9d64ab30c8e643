import type { LoadedConfig } from "../../config/load-config.ts";
import { canonicalJson, type Json } from "../../core/json.ts";

/**
 * Something that a configuration holds, and the names of the rows of its matrix that hold it alike;
 * none without a matrix.
 */
export interface DistinctPart<T> {
  readonly part: T;
  readonly names: readonly string[];
}

interface Picked<T> {
  pick(config: LoadedConfig["config"]): readonly T[];
  /** What makes a thing the same as another. */
  identify(part: T): unknown;
}

/**
 * What the rows of a matrix hold, or a configuration without one, each thing once: rows mostly
 * differ in little.
 */
export function distinctParts<T>(
  loaded: LoadedConfig,
  { pick, identify }: Picked<T>,
): readonly DistinctPart<T>[] {
  if (loaded.rows.length === 0) return pick(loaded.config).map((part) => ({ part, names: [] }));
  const parts = loaded.rows.flatMap(({ config, name }) =>
    pick(config).map((part) => ({ part, names: [name] })),
  );
  return mergedParts(parts, identify);
}

/** The same, each thing that is alike once, with the rows of all that are. */
export function mergedParts<T>(
  parts: readonly DistinctPart<T>[],
  identify: (part: T) => unknown,
): readonly DistinctPart<T>[] {
  const found = new Map<string, DistinctPart<T>>();
  for (const { part, names } of parts) {
    const key = canonicalJson(identify(part) as Json);
    const known = found.get(key);
    found.set(key, {
      part: known?.part ?? part,
      names: [...new Set([...(known?.names ?? []), ...names])],
    });
  }
  return [...found.values()];
}

/** Such as ` (row "large")`; empty where all rows are meant, or there are none. */
export function rowsText(names: readonly string[], { rows }: Pick<LoadedConfig, "rows">): string {
  if (names.length === rows.length) return "";
  return ` (${names.length === 1 ? "row" : "rows"} ${names.map((name) => `"${name}"`).join(", ")})`;
}

/** How a task reads its data. */
export function readingOf({
  id,
  family,
  data,
  options,
}: LoadedConfig["config"]["tasks"][number]): unknown {
  return [id, family, data, options];
}
