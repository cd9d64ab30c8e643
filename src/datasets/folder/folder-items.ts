import { join } from "node:path";
import type { DataFile } from "../../core/data/data-file.ts";
import { UserError } from "../../core/user-error.ts";
import { knownEnding } from "../file-kinds.ts";
import { jsonLayout } from "../text/json-layout.ts";
import { filesBelow } from "./files-below.ts";

/** Files that describe a folder rather than belong to its data, as Hugging Face writes them. */
const descriptions: ReadonlySet<string> = new Set([
  "dataset_info.json",
  "dataset_infos.json",
  "state.json",
  "dataset_dict.json",
]);

/**
 * The data files of a folder in the order of their names, which must all be of one kind: rows of
 * all follow each other, and a JSON file that holds one object is one row. Files that nobody can
 * read here, such as videos, are passed over.
 */
export async function* itemsOf(
  folder: string,
  open: (path: string) => DataFile,
): AsyncGenerator<DataFile> {
  const files = (await filesBelow(folder)).flatMap((name) => {
    const ending = isDescription(name) ? undefined : knownEnding(name);
    return ending === undefined ? [] : [{ path: join(folder, name), ending }];
  });
  const endings = [...new Set(files.map(({ ending }) => ending))];
  if (endings.length === 0)
    throw new UserError(`${folder}: holds no file that can be read as data`);
  if (endings.length > 1)
    throw new UserError(
      `${folder}: holds data files of several kinds: ${endings.join(", ")}`,
      `say which: ${join(folder, "**", `*${endings[0]}`)}`,
    );
  for (const { path } of files) yield asItem(open(path));
}

export function isDescription(path: string): boolean {
  return descriptions.has(path.split("/").at(-1)!);
}

/**
 * A file among others: where it is JSON and holds one object, that is one row. A file of the cache
 * is known by another name.
 */
export function asItem(file: DataFile, name = file.path): DataFile {
  if (knownEnding(name) !== ".json") return file;
  return {
    ...file,
    async *rows(options = {}) {
      if ((await jsonLayout(file.path, name, options)) !== "document") yield* file.rows(options);
      else {
        const value = await file.document(options);
        if (options.wants?.(value) ?? true) yield [{ line: 1, value }];
      }
    },
  };
}
