import { UserError } from "../../../core/user-error.ts";
import type { Flags } from "../command.ts";
import { dashed } from "./dashed.ts";

/** The file that a flag names; a flag left out is told with all that is needed. */
export function requiredFlag(flags: Flags, name: string, usage: string): string {
  const value = flags[name];
  if (typeof value !== "string") throw new UserError(`missing: ${dashed(name)}`, `these metrics read ${usage}`);
  return value;
}
