import { isRecord } from "../core/json.ts";

/** The member at a dotted path (`metadata.difficulty`), or `undefined`. */
export function fieldAt(value: unknown, path: string): unknown {
  let at = value;
  for (const name of path.split(".")) at = isRecord(at) ? at[name] : undefined;
  return at;
}
