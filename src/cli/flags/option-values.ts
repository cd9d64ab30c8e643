import { parse } from "yaml";
import { parseOptions } from "../../config/parse-options.ts";
import type { Family } from "../../core/family.ts";
import { UserError } from "../../core/user-error.ts";

/** A family's options from `name=value` pairs, values as in YAML, defaults applied. */
export function optionValues(family: Family, pairs: readonly string[]): unknown {
  const tree = Object.fromEntries(pairs.map(nameAndValue));
  return parseOptions(family.data.options, tree, "--option");
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
