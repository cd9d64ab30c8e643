import { UserError } from "../../core/user-error.ts";
import type { Database } from "../../store/postgres/database.ts";

/** What the address of the database is read from where the command line does not say it. */
export const storeVariable = "VIDIMUS_STORE";

/** The database that a command names. */
export async function openStore(given: unknown, say: (message: string) => void): Promise<Database> {
  const url = given ?? process.env[storeVariable];
  if (typeof url !== "string" || url === "")
    throw new UserError(
      "no database is named",
      `give --store postgres://user:password@host/database, or set ${storeVariable}`,
    );
  const { Database } = await import("../../store/postgres/database.ts");
  return Database.open({ url, onTrouble: say });
}

/** A command line as it may be kept: an address of a database without its password. */
export function withoutPassword(args: readonly string[]): readonly string[] {
  return args.map((arg) => arg.replace(/(postgres(?:ql)?:\/\/[^:/@\s]+):[^@/\s]*@/g, "$1@"));
}
