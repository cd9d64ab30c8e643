import { resolve } from "node:path";
import type { BinaryInfo, DataFile, DataFolder } from "../../core/data/data-file.ts";
import { jsonDocument, textDocument } from "../text/json-document.ts";
import { filesBelow } from "./files-below.ts";
import { globPattern } from "./glob.ts";
import { locatedFile } from "./located-file.ts";

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
    json: async (file, options) => jsonDocument(await locatedFile(root, file), file, options),
    text: async (file) => textDocument(await locatedFile(root, file), file),
    async *rows(file, options) {
      yield* readers.open(await locatedFile(root, file)).rows(options);
    },
    binaryInfo: async (file) => readers.info(await locatedFile(root, file)),
  };
}
