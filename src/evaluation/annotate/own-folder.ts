import { mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../../core/user-error.ts";
import { shortPath } from "../../files/short-path.ts";

/**
 * A folder inside of a project, made where it is missing. @throws {UserError} where it is a link:
 * what is written must stay in the project.
 */
export function ownFolder(project: string, name: string): string {
  const folder = join(project, name);
  mkdirSync(folder, { recursive: true });
  if (realpathSync(folder) === join(realpathSync(project), name)) return folder;
  throw new UserError(
    `${shortPath(folder)} is a link, and annotations are not written through it`,
    "put a real folder in its place",
  );
}
