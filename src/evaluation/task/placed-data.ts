import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { DataConfig } from "../../config/data-config.ts";
import type { DataFile } from "../../core/data/data-file.ts";
import type { Format } from "../../core/data/format.ts";
import type { Sample } from "../../core/data/sample.ts";
import { UserError } from "../../core/user-error.ts";

interface PlacedData {
  readonly data: DataConfig;
  /** The file that said where the data lies, where one did. */
  readonly index?: { readonly path: string; readonly text: string };
}

interface Placing {
  readonly format: Format<Sample>;
  /** What paths of the configuration are relative to. */
  readonly directory: string;
}

/**
 * Data of a format of folders that was named by a file, such as the configuration of an experiment:
 * the folder and the media folder that this file names take its place.
 */
export function placedData(data: DataConfig, { format, directory }: Placing): PlacedData {
  if (format.reads !== "folder" || !format.places || typeof data.path !== "string") return { data };
  const path = resolve(directory, data.path);
  if (!statSync(path, { throwIfNoEntry: false })?.isFile() || /\.zip$/i.test(path)) return { data };
  const text = readFileSync(path, "utf8");
  const placed = format.places(text);
  if ("problems" in placed)
    throw new UserError(
      placed.problems.map(({ at, message }) => `${data.path}:${at}: ${message}`).join("\n"),
      `format "${format.id}": ${format.summary}`,
    );
  const folder = placeBeside(path, placed.folder);
  if (!existsSync(folder))
    throw new UserError(`no such folder: ${folder}`, `named by ${data.path}`);
  const media =
    data.media ?? (placed.media === undefined ? undefined : placeBeside(path, placed.media));
  return { data: { ...data, path: folder, media }, index: { path, text } };
}

/** Beside the file or, where there is nothing, in the working directory. */
function placeBeside(file: string, path: string): string {
  const beside = resolve(dirname(file), path);
  return existsSync(beside) || !existsSync(resolve(path)) ? beside : resolve(path);
}

export function withIndex(file: DataFile, text: string): DataFile {
  return { ...file, folder: file.folder && { ...file.folder, index: text } };
}
