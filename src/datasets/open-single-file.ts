import { statSync } from "node:fs";
import type { DataFile } from "../core/data/data-file.ts";
import { singleFile } from "./file-kinds.ts";

/**
 * Opens what `openDataFile` opens, and loads the code for folders, archives and patterns only where
 * one is named.
 */
export async function openSingleFile(path: string): Promise<DataFile> {
  const isSingle = !/\.zip$/i.test(path) && statSync(path, { throwIfNoEntry: false })?.isFile();
  return isSingle
    ? singleFile({ path, name: path })
    : (await import("./open-data-file.ts")).openDataFile(path);
}
