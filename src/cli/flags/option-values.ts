import { parse } from "yaml";
import type { Family } from "../../core/family.ts";
import { UserError } from "../../core/user-error.ts";

/** A family's options from `name=value` pairs, values as in YAML, defaults applied. */
export function optionValues(family: Family, pairs: readonly string[]): unknown {
  const parsed = family.data.options.safeParse(Object.fromEntries(pairs.map(nameAndValue)));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UserError(
    `--option ${[issue?.path.join("."), issue?.message].filter(Boolean).join(": ")}`,
    `options of family ${family.id}`,
  );
}

function nameAndValue(pair: string): [name: string, value: unknown] {
  const at = pair.indexOf("=");
  if (at < 1) throw new UserError(`--option ${pair}: expected name=value`);
  try {
    return [pair.slice(0, at), parse(pair.slice(at + 1))];
  } catch (error) {
    throw new UserError(`--option ${pair}: not YAML: ${(error as Error).message.split("\n")[0]}`);
  }
}
