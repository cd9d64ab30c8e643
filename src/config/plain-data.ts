import { UserError } from "../core/user-error.ts";

/**
 * Refuses what JSON cannot hold, above all a value that contains itself, because everything after
 * this walks the whole tree.
 */
export function plainData(make: () => unknown, file: string): unknown {
  try {
    const value = make();
    JSON.stringify(value);
    return value;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n", 1)[0] : String(error);
    throw new UserError(
      `${file}: not plain data: ${reason}`,
      "a configuration holds texts, numbers, true and false, lists and mappings",
    );
  }
}
