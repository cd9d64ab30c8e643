import { realpath, stat } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import type { BinaryInfo, DataFile, DataFolder } from "../../core/data/data-file.ts";
import { UserError } from "../../core/user-error.ts";
import { jsonDocument, textDocument } from "../text/json-document.ts";
import { filesBelow } from "./files-below.ts";
import { globPattern } from "./glob.ts";

export interface FolderReaders {
  open(path: string): DataFile;
  info(path: string): Promise<BinaryInfo>;
}

/**
 * A folder for formats that read several files: everything is read only when it is asked for, and
 * nothing outside of it.
 */
export function dataFolder(path: string, readers: FolderReaders): DataFolder {
  const root = resolve(path);
  let listed: Promise<readonly string[]> | undefined;
  const all = () => {
    listed ??= filesBelow(root);
    return listed;
  };
  return {
    path,
    async list(pattern) {
      if (pattern === undefined) return all();
      const matches = globPattern(pattern);
      return (await all()).filter((file) => matches.test(file));
    },
    json: async (file, options) => jsonDocument(await located(root, file), file, options),
    text: async (file) => textDocument(await located(root, file), file),
    async *rows(file, options) {
      yield* readers.open(await located(root, file)).rows(options);
    },
    binaryInfo: async (file) => readers.info(await located(root, file)),
  };
}

/** The real path of a file below a folder, also by its links. */
async function located(root: string, file: string): Promise<string> {
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
