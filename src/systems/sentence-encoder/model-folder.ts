import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { ModelFiles } from "../../core/data/model-files.ts";
import { UserError } from "../../core/user-error.ts";

/** The files of a model in a folder of this disk. */
export function modelFolder(path: string): ModelFiles {
  return {
    async list() {
      const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(
        (cause: unknown) => {
          throw new UserError(
            `${path}: no folder of a model can be read there (${(cause as NodeJS.ErrnoException).code})`,
          );
        },
      );
      return entries
        .filter((entry) => !entry.isDirectory())
        .map((entry) => relative(path, join(entry.parentPath, entry.name)).split(sep).join("/"));
    },
    path: async (file) => join(path, file),
  };
}
