import { isRecord } from "../core/json.ts";

/** Values by dotted path (`metadata.difficulty`), of the paths that lead to one. */
export function fieldSlices(
  value: unknown,
  paths: readonly string[],
): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const path of paths) if (hasField(value, path)) values[path] = String(fieldAt(value, path));
  return values;
}

/** Whether there is anything at a dotted path. */
export function hasField(value: unknown, path: string): boolean {
  const field = fieldAt(value, path);
  return field !== undefined && field !== null;
}

function fieldAt(value: unknown, path: string): unknown {
  let at = value;
  for (const name of path.split(".")) at = isRecord(at) ? at[name] : undefined;
  return at;
}
