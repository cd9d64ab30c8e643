import { realpath, stat } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import { UserError } from "../../core/user-error.ts";

/**
 * Path of a file below a folder. @throws {UserError} where there is none, or where the path or one
 * of its links leads outside the folder.
 */
export async function locatedFile(root: string, file: string): Promise<string> {
  const target = resolve(root, file);
  if (!target.startsWith(root + sep)) throw new UserError(`${file}: lies outside ${root}`);
  const facts = await stat(target).catch(() => undefined);
  if (!facts) throw new UserError(`no such file: ${join(root, file)}`);
  if (!facts.isFile()) throw new UserError(`not a file: ${target}`);
  const real = await realpath(target);
  if (!real.startsWith((await realpath(root)) + sep))
    throw new UserError(`${file}: leads outside ${root}`);
  return target;
}
