import { dirname, relative, resolve, sep } from "node:path";
import type { DataFolder } from "../../core/data/data-file.ts";
import { UserError } from "../../core/user-error.ts";
import { globPattern } from "./glob.ts";

/**
 * Several folders as one: files are named by their paths below the nearest folder that holds all of
 * them.
 */
export function joinedFolders(folders: readonly DataFolder[]): DataFolder {
  const root = commonFolder(folders.map(({ path }) => resolve(path)));
  const placed = folders.map((folder) => ({
    folder,
    below: prefixOf(relative(root, resolve(folder.path))),
  }));
  const locate = (path: string) => {
    const found = placed.find(({ below }) => path.startsWith(below));
    if (!found)
      throw new UserError(
        `${path}: lies in none of ${folders.map((folder) => folder.path).join(", ")}`,
      );
    return { folder: found.folder, name: path.slice(found.below.length) };
  };
  return {
    path: root,
    async list(pattern) {
      const all = new Set<string>();
      for (const { folder, below } of placed)
        for (const name of await folder.list()) all.add(`${below}${name}`);
      const matches = pattern === undefined ? undefined : globPattern(pattern);
      return [...all].filter((path) => matches?.test(path) ?? true);
    },
    json: (path, options) => {
      const { folder, name } = locate(path);
      return folder.json(name, options);
    },
    text: (path) => {
      const { folder, name } = locate(path);
      return folder.text(name);
    },
    rows: (path, options) => {
      const { folder, name } = locate(path);
      return folder.rows(name, options);
    },
    binaryInfo: (path) => {
      const { folder, name } = locate(path);
      return folder.binaryInfo(name);
    },
  };
}

function prefixOf(path: string): string {
  return path === "" ? "" : `${path.split(sep).join("/")}/`;
}

function commonFolder(paths: readonly string[]): string {
  let common = paths[0]!;
  while (
    !paths.every(
      (path) => path === common || path.startsWith(common.endsWith(sep) ? common : common + sep),
    )
  )
    common = dirname(common);
  return common;
}
