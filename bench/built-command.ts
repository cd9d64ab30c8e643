import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { UserError } from "../src/core/user-error.ts";

/** The built command line; `VIDIMUS_BIN` names another build's. */
export const builtCommand =
  process.env.VIDIMUS_BIN ?? fileURLToPath(new URL("../dist/program/main.js", import.meta.url));

/** Without it, figures would be those of a program that ends at once. */
export function requireBuilt(): void {
  if (!existsSync(builtCommand))
    throw new UserError(
      `${builtCommand} is not there`,
      "npm run build, or name a built main.js as VIDIMUS_BIN",
    );
}
