import { parse } from "yaml";
import type { Family } from "../core/family.ts";
import { UserError } from "../core/user-error.ts";

/** A family's options from `name=value` pairs, values as in YAML, defaults applied. */
export function optionValues(family: Family, pairs: readonly string[]): unknown {
  const given: Record<string, unknown> = {};
  for (const pair of pairs) {
    const at = pair.indexOf("=");
    if (at < 1) throw new UserError(`--option ${pair}: expected name=value`);
    given[pair.slice(0, at)] = parse(pair.slice(at + 1)) as unknown;
  }
  const parsed = family.optionsSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UserError(`--option ${issue?.path.join(".") ?? ""}: ${issue?.message}`, `options of family ${family.id}`);
}
