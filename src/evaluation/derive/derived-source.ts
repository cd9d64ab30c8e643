import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DataFile, DataFolder } from "../../core/data/data-file.ts";
import { once } from "../../core/once.ts";
import { UserError } from "../../core/user-error.ts";
import type { DataSource } from "../../datasets/data-source.ts";
import { openDataFile } from "../../datasets/open-data-file.ts";
import type { DerivedTables, DerivedTablesOptions } from "./derived-tables.ts";

/**
 * A source whose folder may hold recordings: tables are derived from them when the folder is read
 * for the first time, and stand in their place. A folder without recordings stays as it is.
 */
export function derivedSource(source: DataSource, options: DerivedTablesOptions): DataSource {
  const { folder } = source.file;
  if (!folder) return source;
  let place: string | undefined;
  const derived = once(async () => {
    const tables = await derive(folder, options);
    place = tables?.folder;
    return tables;
  });
  const file = once(async () => {
    const tables = await derived();
    return tables ? openDataFile(tables.folder) : source.file;
  });
  return {
    ...source,
    file: lazyFile(source.file, file),
    derivedFolder: () => place,
    async mediaRoot() {
      return (await derived())?.folder ?? source.mediaRoot();
    },
    async facts() {
      const tables = await derived();
      if (!tables) return source.facts();
      return Object.fromEntries(
        tables.files.map(({ path, sha256, sizeBytes }) => [path, { sha256, sizeBytes }]),
      );
    },
  };
}

async function derive(
  folder: DataFolder,
  options: DerivedTablesOptions,
): Promise<DerivedTables | undefined> {
  const places = options.derivation.recordings(await folder.list());
  if (places.length === 0) return undefined;
  const [first] = places;
  if (!existsSync(join(folder.path, first!.folder, first!.paths[0]!)))
    throw new UserError(`${folder.path}: holds recordings that are packed`, "unpack them first");
  const { derivedTables } = await import("./derived-tables.ts");
  return derivedTables(folder.path, places, options);
}

function lazyFile(file: DataFile, target: () => Promise<DataFile>): DataFile {
  const folder = async () => (await target()).folder!;
  return {
    path: file.path,
    async *rows(options) {
      yield* (await target()).rows(options);
    },
    document: async (options) => (await target()).document(options),
    head: async (options) => (await target()).head(options),
    async *parts() {
      const found = await target();
      yield* found.parts?.() ?? [found];
    },
    async files() {
      const found = await target();
      return (await found.files?.()) ?? [found.path];
    },
    folder: {
      path: file.path,
      ...(file.folder?.index === undefined ? {} : { index: file.folder.index }),
      list: async (pattern) => (await folder()).list(pattern),
      json: async (path, options) => (await folder()).json(path, options),
      text: async (path) => (await folder()).text(path),
      async *rows(path, options) {
        yield* (await folder()).rows(path, options);
      },
      binaryInfo: async (path) => (await folder()).binaryInfo(path),
    },
  };
}
