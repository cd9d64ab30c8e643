import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { DataFile } from "../core/data/data-file.ts";
import { UserError } from "../core/user-error.ts";
import { zipFile } from "./archive/zip-folder.ts";
import type { BlobSink } from "./blobs/blob.ts";
import { binaryInfo, knownEnding, singleFile } from "./file-kinds.ts";
import { dataFolder } from "./folder/data-folder.ts";
import { filesBelow } from "./folder/files-below.ts";
import { asItem, isDescription, itemsOf } from "./folder/folder-items.ts";
import { globPattern, isGlob, splitGlob } from "./folder/glob.ts";
import { joinedFolders } from "./folder/joined-folders.ts";
import { joinedFiles } from "./joined-files.ts";

export interface OpenDataOptions {
  /** Where bytes of pictures and videos in rows go; without it they are only digested. */
  readonly blobs?: BlobSink | undefined;
  /** What the file is called, where its path does not tell. */
  readonly name?: string | undefined;
}

/**
 * Opens a data file by its name, a folder or zip archive of them, or all files that a pattern
 * matches; nothing is read yet, but a file that is not there or cannot be read is reported at once.
 */
export function openDataFile(path: string, { blobs, name = path }: OpenDataOptions = {}): DataFile {
  const facts = statSync(path, { throwIfNoEntry: false });
  if (facts?.isDirectory()) return openFolder(path, blobs);
  if (facts?.isFile())
    return /\.zip$/i.test(name) ? zipFile(path) : singleFile({ path, name, blobs });
  if (facts) throw new UserError(`not a file: ${path}`);
  if (isGlob(path)) return openGlob(path, blobs);
  throw new UserError(`no such file: ${path}`);
}

/** Several sources as one, in their order. */
export function openDataFiles(paths: readonly string[], options: OpenDataOptions = {}): DataFile {
  const files = paths.map((path) => openDataFile(path, options));
  if (files.length === 1) return files[0]!;
  const joined = joinedFiles(paths.join(", "), async function* () {
    for (const file of files) yield* file.parts?.() ?? [asItem(file)];
  });
  const folders = files.flatMap(({ folder }) => (folder ? [folder] : []));
  const folder = folders.length === files.length ? { folder: joinedFolders(folders) } : {};
  return {
    ...joined,
    ...folder,
    files: async () =>
      (await Promise.all(files.map(async (file) => (await file.files?.()) ?? [file.path]))).flat(),
  };
}

function openFolder(path: string, blobs: BlobSink | undefined): DataFile {
  const open = (file: string) => singleFile({ path: file, name: file, blobs });
  const joined = joinedFiles(path, () => itemsOf(path, open));
  const files = async () =>
    (await filesBelow(path))
      .filter((name) => knownEnding(name) !== undefined)
      .map((name) => join(path, name));
  return { ...joined, files, folder: dataFolder(path, { open, info: binaryInfo }) };
}

function openGlob(path: string, blobs: BlobSink | undefined): DataFile {
  const { folder, pattern } = splitGlob(path);
  if (!existsSync(folder)) throw new UserError(`no such folder: ${folder}`, `named by ${path}`);
  const matches = globPattern(pattern);
  const files = async () => {
    const names = (await filesBelow(folder)).filter(
      (name) => matches.test(name) && !isDescription(name),
    );
    if (names.length === 0) throw new UserError(`no file matches ${path}`);
    return names.map((name) => join(folder, name));
  };
  const joined = joinedFiles(path, async function* () {
    for (const file of await files()) yield asItem(singleFile({ path: file, name: file, blobs }));
  });
  return { ...joined, files };
}
